/** Schemes that may be shown of an unparsable address; any other beginning may be part of a secret. */
const KNOWN_SCHEME = /^(postgres(ql)?|sqlite|mysql|mariadb|https?|file|socks5?):\/{0,3}/i
/** Characters that occur with an account or a parameter, but not in a path or a name. */
const SIGN_OF_ACCOUNT = /[@:=?#]/
/** Parameters of a database address whose values are not secret. */
const SHOWN_PARAMETERS: ReadonlySet<string> = new Set(['host', 'port', 'user', 'dbname', 'sslmode'])
const HIDDEN = '***'

const schemeOf = (text: string): string => KNOWN_SCHEME.exec(text)?.[0] ?? ''

/** A valid address for display, without user name, password and parameters that may be secret. */
export function displayAddress(address: string): string {
  const url = schemeOf(address).endsWith('//') ? URL.parse(address) : null
  const isSqlite = address.startsWith('sqlite:') && !address.includes('@')
  if (isSqlite) return address
  if (!url || url.pathname.includes('@') || url.hash !== '') return redactedInput(address)
  const account = url.username !== '' || url.password !== '' ? `${HIDDEN}@` : ''
  const parameters = url.search.slice(1).split('&').map(shownParameter).join('&')
  const query = url.search === '' ? '' : `?${parameters}`
  return `${url.protocol}//${account}${url.host}${url.pathname}${query}`
}

function shownParameter(part: string): string {
  const [name = '', value = ''] = part.split('=', 2)
  if (name === 'password') return `password=${HIDDEN}`
  return SHOWN_PARAMETERS.has(name) && !value.includes('@') ? part : HIDDEN
}

/** An invalid address for display, cut after its scheme if it may hold a password. */
export function redactedInput(text: string): string {
  const scheme = schemeOf(text)
  return SIGN_OF_ACCOUNT.test(text.slice(scheme.length)) ? `${scheme}${HIDDEN}` : text
}

/** An invalid setting for display. Only a text with an @ can be an address with an account. */
export const redactedSetting = (text: string): string => (text.includes('@') ? redactedInput(text) : text)

/** Removes accounts from addresses in any message, such as that of a driver. */
export function withoutSecrets(message: string): string {
  return message
    .split(/(\s+)/)
    .map(withoutAccount)
    .join('')
    .replace(/\b(ssl)?password=[^&\s]*/gi, `password=${HIDDEN}`)
}

function withoutAccount(word: string): string {
  const at = word.lastIndexOf('@')
  if (at < 0 || !word.slice(0, at).includes(':')) return word
  const [opening = ''] = /^[("'`<[]*/.exec(word) ?? []
  return `${opening}${schemeOf(word.slice(opening.length))}${HIDDEN}${word.slice(at)}`
}

/** The fields of an error for the log, without accounts in their texts. */
export function redactedError(error: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(error).map(([name, value]) => [
      name,
      // Here Node stores the whole text of an address that it cannot parse.
      name === 'input' ? HIDDEN : typeof value === 'string' ? withoutSecrets(value) : value,
    ]),
  )
}
