import fc from 'fast-check'
import { expect, test } from 'vitest'
import { secretsOfAddress, showWithout } from './receiver-text.ts'

test.each([
  ['a plain text', 'chat not found', 'chat not found'],
  ['several lines', ' a\r\n\tb\u2028c\u0000d ', 'a b c d'],
  ['direction marks', 'a\u202eb', 'a b'],
  ['half a character', 'a\ud83d', 'a\ufffd'],
  ['a long text', 'x'.repeat(500), `${'x'.repeat(200)}…`],
  ['a secret', 'no bot t0ken:x here', 'no bot *** here'],
  ['a secret in another case', 'T0KEN:X', '***'],
  ['a secret in an address', 'GET /bott0ken%3Ax/', 'GET /bot***/'],
  ['a secret in base64', `AUTH ${Buffer.from('t0ken:x').toString('base64')}`, 'AUTH ***'],
  ['a secret at the end of what is shown', `${'x'.repeat(196)}t0ken:x`, `${'x'.repeat(196)}***`],
])('%s is shown as one short line without secrets', (_name, text, shown) => {
  expect(showWithout(['t0ken:x', ''])(text)).toBe(shown)
})

test('no text of a receiver brings a secret into a reason', () => {
  const secret = fc.string({
    unit: fc.constantFrom('a', 'b', 'C', '%', ':', '.', '+'),
    minLength: 4,
    maxLength: 12,
  })
  const around = fc.string({ unit: 'binary', maxLength: 20 })
  fc.assert(
    fc.property(
      fc.uniqueArray(secret, { minLength: 1, maxLength: 3 }),
      around,
      around,
      (secrets, before, after) => {
        const text = secrets.map((own) => `${before}${own}${after}`).join('')
        const shown = showWithout(secrets)(text)
        expect(secrets.filter((own) => shown.includes(own))).toEqual([])
        expect(shown.length).toBeLessThanOrEqual(201)
      },
    ),
  )
})

test('the secret parts of an address are its path and its long words, and not its host', () => {
  const secrets = secretsOfAddress(new URL('https://hooks.example/services/T1/verysecret?key=0123456789&a=b'))
  const show = showWithout(secrets)
  expect(show('hooks.example: /services/T1/verysecret, verysecret, 0123456789, a=b')).toBe(
    'hooks.example: ***, ***, ***, a=b',
  )
})

test('an address without a path has no secret', () => {
  expect(
    showWithout(secretsOfAddress(new URL('https://ntfy.example/')))('https://ntfy.example: no/t found'),
  ).toBe('https://ntfy.example: no/t found')
})
