/** Why no encrypted connection to PostgreSQL was established. */
export type TlsFault = 'untrusted' | 'not-valid-now' | 'other-host' | 'not-offered' | 'own-file' | 'handshake'

const BY_CODE: readonly (readonly [code: RegExp, fault: TlsFault])[] = [
  [/^(DEPTH_ZERO_)?SELF_SIGNED_CERT|^UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/, 'untrusted'],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, 'not-valid-now'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'other-host'],
  [/^ERR_OSSL_/, 'own-file'],
  [/^(ERR_SSL_|CERT_|EPROTO$)/, 'handshake'],
]
/** The driver gives these errors no code. */
const BY_MESSAGE: readonly (readonly [message: RegExp, fault: TlsFault])[] = [
  [/^The server does not support SSL connections$/, 'not-offered'],
  [/^There was an error establishing an SSL connection$/, 'handshake'],
]

/** The TLS fault of a failed connection; `undefined` when it failed for another reason. */
export function tlsFaultOf(error: unknown): TlsFault | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, syscall, message } = error as NodeJS.ErrnoException
  // The files named by sslrootcert, sslcert and sslkey are read when a connection begins.
  if (syscall === 'open' || code === 'EISDIR') return 'own-file'
  const known = code === undefined ? BY_MESSAGE : BY_CODE
  return known.find(([pattern]) => pattern.test(code ?? message))?.[1]
}

const MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']

/** The problem with the `sslmode` of an address as text: the driver would treat an unknown mode as another one. */
export function sslModeFault(url: URL): string | undefined {
  const mode = url.searchParams.get('sslmode')
  return mode === null || MODES.includes(mode)
    ? undefined
    : `names an unknown sslmode; it must be one of ${MODES.join(', ')}`
}

const WEAKER_MODE = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/

/**
 * The driver treats `prefer`, `require` and `verify-ca` as `verify-full` with a warning, and will stop doing so in its
 * next major version. Naming `verify-full` keeps the check without the warning.
 */
export const withExplicitSslMode = (url: string): string =>
  /[?&]uselibpqcompat=true(&|$)/.test(url) ? url : url.replace(WEAKER_MODE, '$1verify-full')
