/** A host name with a top-level domain in letters, unlike `v1.0` or `data`. */
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(:\d+)?$/i

/**
 * The address to which a request is sent: the original one, or that of the mirror at `base`, which has
 * https://HOST/PATH at BASE/HOST/PATH.
 */
export function upstreamAddress(base: string, { host, pathname, search }: URL): string {
  return base === '' ? `https://${host}${pathname}${search}` : `${base}/${host}${pathname}${search}`
}

/**
 * The original address of a `Location` header; `undefined` when it is no https address. A mirror may pass on its
 * upstream's header, or replace it by its own address.
 */
export function redirectTarget(base: string, from: URL, location: string): URL | undefined {
  const target = originalOf(base, from, location) ?? parse(location, from.href)
  return target?.protocol === 'https:' ? target : undefined
}

function originalOf(base: string, from: URL, location: string): URL | undefined {
  if (base === '') return undefined
  const target = parse(location, upstreamAddress(base, from))
  if (!target?.href.startsWith(`${base}/`)) return undefined
  const [host = '', ...path] = target.href.slice(base.length + 1).split('/')
  // A dotted name at the end of an address is a file: `/index.html`.
  return HOST.test(host) && path.length > 0 ? parse(`https://${host}/${path.join('/')}`) : undefined
}

const parse = (text: string, relativeTo?: string): URL | undefined => URL.parse(text, relativeTo) ?? undefined

/** True when the address is on this computer. */
export const isLoopbackUrl = (base: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(URL.parse(base)?.hostname ?? '')
