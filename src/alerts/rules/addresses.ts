import type { TextRule } from './text-rules.ts'

const LONGEST = 2000
const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']
const ON_THIS_MACHINE = 'http:// only for 127.0.0.1, localhost and [::1]'
/** Printable ASCII; `URL` would silently remove line breaks and spaces around an address. */
const PRINTABLE = /^[\x21-\x7e]+$/

const parsed = (text: string): URL | null =>
  text.length <= LONGEST && PRINTABLE.test(text) ? URL.parse(text) : null

const hasNoAccount = ({ username, password }: URL): boolean => username === '' && password === ''

/** Encrypted, unless the receiver is on this machine. */
function isHttpAddress(text: string): boolean {
  const url = parsed(text)
  if (!url || !hasNoAccount(url)) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname))
}

export const HTTP_ADDRESS: TextRule = {
  expected: `an address that begins with https:// (${ON_THIS_MACHINE}), without user name and password`,
  isRight: isHttpAddress,
}

export const HTTP_SERVER: TextRule = {
  expected: `the address of a server that begins with https:// (${ON_THIS_MACHINE}), without user name, password, ? and #`,
  isRight: (text) => isHttpAddress(text) && !text.includes('?') && !text.includes('#'),
}

export const SMTP_SERVER: TextRule = {
  expected:
    'smtps://HOST:465 or smtp://HOST:587, without user name and password, which have keys of their own',
  isRight: (text) => {
    const url = parsed(text)
    if (!url || !hasNoAccount(url) || url.hostname === '') return false
    const isBare = ['', '/'].includes(url.pathname) && url.search === '' && url.hash === ''
    return isBare && ['smtp:', 'smtps:'].includes(url.protocol)
  },
}

/** Without a final slash, so that paths can be appended. */
export const withoutSlashes = (address: string): string => {
  let end = address.length
  while (address[end - 1] === '/') end--
  return address.slice(0, end)
}

/** Plausible, not proven: one @ with something on both sides, and nothing that could begin another header line. */
export const EMAIL_ADDRESS: TextRule = {
  expected: 'an e-mail address such as me@example.org',
  isRight: (text) => {
    const [mailbox = '', host = '', ...more] = text.split('@')
    const isPlain = PRINTABLE.test(text) && !/[<>()[\]\\,;:"]/.test(text) && text.length <= 254
    return isPlain && more.length === 0 && mailbox !== '' && isHost(host)
  },
}

const isHost = (host: string): boolean => host.split('.').every((label) => /^[A-Za-z0-9-]+$/.test(label))
