import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runHere } from '../test/support/command-line.ts'
import { loadConfig } from './config.ts'
import { displayAddress, redactedError, redactedInput, withoutSecrets } from './without-secrets.ts'

const NOW = () => '2026-01-15T06:00:00.000Z'

/** A secret that cannot occur in a message by chance. */
const secret = fc
  .tuple(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }))
  .map(([before, after]) => `${before}S3kr1t${after}`.replaceAll('\0', ''))
const scheme = fc.constantFrom(
  ...['postgres://', 'postgres:/', 'postgres:', 'postgresql://', 'POSTGRES://', 'postgres:///', 'postgres//'],
  ...['http://', 'https:/', 'sqlite://', 'mysql://', '', ' postgres://', '"postgres://', 'postgres://user:'],
)
/** Mistyped addresses: parts left out, doubled, or in another order. */
const mistyped = fc.record({
  scheme,
  user: fc.constantFrom('user:', ':', 'user@', 'user?', 'user#', 'user:1/', 'user:1:'),
  host: fc.constantFrom(
    '@host/db',
    '@host',
    '@',
    '',
    '@host:port/db',
    '/db',
    '@[::1/db',
    '?x=1',
    '@host/db#top',
  ),
})
const asParameter = fc.constantFrom(
  'postgres:/host/db?password=',
  'postgres://host?sslpassword=',
  'postgres:///?passfile=x&pass=',
)

const ADDRESSES = ['DATABASE_URL', 'DATABASE_READ_URL', 'PUBLIC_URL', 'UPSTREAM_BASE'] as const

function faultOf(env: Record<string, string>): string {
  try {
    loadConfig(env)
    return ''
  } catch (error) {
    return String(error)
  }
}

test('the secret of a mistyped address is in no error about settings', () => {
  const address = fc.oneof(
    fc.tuple(mistyped, secret).map(([{ scheme, user, host }, hidden]) => `${scheme}${user}${hidden}${host}`),
    fc.tuple(asParameter, secret).map(([before, hidden]) => before + hidden),
  )
  let refused = 0
  fc.assert(
    fc.property(address, fc.constantFrom(...ADDRESSES), (text, name) => {
      const fault = faultOf({ [name]: text })
      if (fault !== '') refused++
      expect(fault).not.toContain('S3kr1t')
    }),
    { numRuns: 2000 },
  )
  expect(refused).toBeGreaterThan(0)
})

test('the secret of an accepted address is not shown', () => {
  const encoded = secret.map(encodeURIComponent)
  const address = fc.oneof(
    encoded.map((hidden) => `postgres://user:${hidden}@127.0.0.1/db`),
    encoded.map((hidden) => `postgres://${hidden}@127.0.0.1/db`),
    encoded.map((hidden) => `postgres:///db?host=/run&password=${hidden}`),
    encoded.map((hidden) => `postgres:///db?host=/run&options=${hidden}`),
  )
  fc.assert(
    fc.property(address, (url) => {
      expect(faultOf({ DATABASE_URL: url })).toBe('')
      expect(displayAddress(url)).not.toContain('S3kr1t')
      expect(withoutSecrets(`cannot reach ${url} (refused)`.replace(/options=.*/, ''))).not.toContain(
        'S3kr1t',
      )
    }),
  )
})

test.each([
  ['show', 'x'],
  ['doctor', '--json'],
])('the command %s prints no secret of a mistyped address', async (...args) => {
  const env = {
    DATABASE_URL: 'postgres:/user:S3kr1t@host/db',
    UPSTREAM_BASE: 'http://me:S3kr1t@mirror.example',
    PUBLIC_URL: 'https://me:S3kr1t@ipo.example',
    HOST: 'me:S3kr1t@127.0.0.1',
    METRICS: 'off',
  }
  const { code, stdout, stderr } = await runHere(args, { env, now: NOW })
  expect(code).not.toBe(0)
  expect(stdout + stderr).toContain(
    'DATABASE_URL must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE',
  )
  expect(stdout + stderr).not.toContain('S3kr1t')
})

test.each([
  ['postgres://user:secret@127.0.0.1/db', 'postgres://***@127.0.0.1/db'],
  ['postgres://user:s@cret@127.0.0.1/db', 'postgres://***@127.0.0.1/db'],
  ['postgres:///db?host=/run&password=secret&user=x', 'postgres:///db?host=/run&password=***&user=x'],
  ['sqlite:data/greymark.db', 'sqlite:data/greymark.db'],
])('%s is shown as %s', (url, shown) => {
  expect(displayAddress(url)).toBe(shown)
})

test.each([
  ['data/greymark.db', 'data/greymark.db'],
  ['postgres:/user:secret@host/db', 'postgres:/***'],
  ['user:secret@host/db', '***'],
  ['postgres://user:secret', 'postgres://***'],
])('%s, which is refused, is shown as %s', (text, shown) => {
  expect(redactedInput(text)).toBe(shown)
})

test('a logged error has its fields, but no accounts and no text of an unparsable address', () => {
  const error = { type: 'TypeError', message: 'no host in "postgres://u:secret@"', code: 7, input: 'secret' }
  expect(redactedError(error)).toEqual({
    type: 'TypeError',
    message: 'no host in "postgres://***@"',
    code: 7,
    input: '***',
  })
})

test('a message without an account is not changed', () => {
  const words = 'connect ECONNREFUSED 127.0.0.1:5432; write to me@example.org, or see "https://x.example/a:b"'
  expect(withoutSecrets(words)).toBe(words)
})
