type Value = string | number | readonly string[] | undefined

/** Builds an address with its parameters; empty ones are left out. */
export function addressOf(path: string, parameters: Readonly<Record<string, Value>>): string {
  const parts = Object.entries(parameters).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
    // Commas between values are not encoded, so that they stay readable.
    return text === '' ? [] : [`${encoded(name)}=${encoded(text).replaceAll('%2C', ',')}`]
  })
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/** False for a path that browsers read as another host: `//host` or `/\\host`. */
const isOwnPath = (path: string): boolean =>
  path.startsWith('/') && !path.startsWith('//') && !path.startsWith('/\\')

/** The address without slashes at the end of its path; `undefined` if there are none. No page has such a slash. */
export function withoutFinalSlash(url: string): string | undefined {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  if (path === '/' || !path.endsWith('/') || !isOwnPath(path)) return undefined
  let end = path.length
  // A regular expression would start again at each inner slash, which takes quadratic time.
  while (path[end - 1] === '/') end--
  return path.slice(0, end) + url.slice(path.length)
}

/** The path of a requested address as it was written, for a link to it; that of the first page for another host. */
export function writtenPath(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  return isOwnPath(path) ? path : '/'
}
