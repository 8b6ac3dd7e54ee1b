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

/** Slashes at the end of a path of our own: one that begins like the name of another host is none. */
const FINAL_SLASHES = /^(\/[^/\\?][^?]*?)\/+(?=\?|$)/

/** The same address without slashes at the end of its path, which no page has; `undefined` where there are none. */
export const withoutFinalSlash = (url: string): string | undefined =>
  FINAL_SLASHES.test(url) ? url.replace(FINAL_SLASHES, '$1') : undefined
