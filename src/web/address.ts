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

/** A path that begins like the name of another host, `//host` or `/\\host`, is not ours. */
const isOwnPath = (path: string): boolean =>
  path.startsWith('/') && !path.startsWith('//') && !path.startsWith('/\\')

/** The same address without slashes at the end of its path, which no page has; `undefined` where there are none. */
export function withoutFinalSlash(url: string): string | undefined {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  if (path === '/' || !path.endsWith('/') || !isOwnPath(path)) return undefined
  let end = path.length
  // An expression for slashes at the end starts anew at each slash within, which takes quadratic time.
  while (path[end - 1] === '/') end--
  return path.slice(0, end) + url.slice(path.length)
}
