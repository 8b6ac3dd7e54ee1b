type Value = string | number | readonly string[] | undefined

/** An address with its parameters; those that say nothing are left out. */
export function addressOf(path: string, parameters: Readonly<Record<string, Value>>): string {
  const parts = Object.entries(parameters).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
    // Commas between values stay readable.
    return text === '' ? [] : [`${name}=${encodeURIComponent(text.toWellFormed()).replaceAll('%2C', ',')}`]
  })
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`
}
