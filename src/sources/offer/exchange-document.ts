/** Documents are linked to only on the exchanges' own hosts. */
const HOST = /^(?:[a-z0-9-]+\.)*(?:nseindia|bseindia)\.com$/

/** The address of a document at an exchange, with spaces encoded; `null` when it is none, such as a path on a disk. */
export function exchangeDocumentFrom(text: string): string | null {
  const plain = text.trim()
  if (!/^https:\/\//i.test(plain) || plain.includes('\\') || !URL.canParse(plain)) return null
  const { protocol, hostname, port, username, password, pathname, href } = new URL(plain)
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === ''
  return isPlain && HOST.test(hostname) && pathname !== '/' ? href : null
}
