import { expect, test } from 'vitest'
import { isLoopbackUrl, timingFor, upstreamAddress } from './request-host.ts'

const MIRROR = 'http://127.0.0.1:9700'

test.each([
  ['an upstream', '', { pauseMs: 1500, timeoutMs: 30_000, firstAnswerMs: 10_000, backOffMs: [2000, 8000] }],
  [
    'a mirror elsewhere',
    'https://mirror.example',
    { pauseMs: 1500, timeoutMs: 30_000, firstAnswerMs: 10_000, backOffMs: [2000, 8000] },
  ],
  [
    'a mirror here',
    'http://127.0.0.1:9700',
    { pauseMs: 0, timeoutMs: 30_000, firstAnswerMs: 10_000, backOffMs: [50, 100] },
  ],
])('%s has the timing it needs', (_name, base, timing) => {
  expect(timingFor(base)).toEqual(timing)
})

test('explicit options take precedence', () => {
  expect(timingFor('', { pauseMs: 9000 })).toMatchObject({ pauseMs: 9000, timeoutMs: 30_000 })
})

test.each([
  ['', 'https://api.acme.example/a/b?c=d&e', 'https://api.acme.example/a/b?c=d&e'],
  [MIRROR, 'https://api.acme.example/a/b?c=d&e', `${MIRROR}/api.acme.example/a/b?c=d&e`],
  [MIRROR, 'https://api.acme.example', `${MIRROR}/api.acme.example/`],
  [MIRROR, 'https://api.acme.example:8443/a', `${MIRROR}/api.acme.example:8443/a`],
  [MIRROR, 'https://user:word@api.acme.example/a#part', `${MIRROR}/api.acme.example/a`],
  [MIRROR, 'https://api.acme.example/../%2e%2e/a', `${MIRROR}/api.acme.example/a`],
  [`${MIRROR}/all`, 'https://api.acme.example/a', `${MIRROR}/all/api.acme.example/a`],
])('with the base "%s" %s is requested at %s', (base, original, address) => {
  expect(upstreamAddress(base, new URL(original))).toBe(address)
})

test.each([
  ['http://127.0.0.1:9700', true],
  ['http://127.1.2.3', true],
  ['http://localhost:9700', true],
  ['http://[::1]:9700', true],
  ['', false],
  ['http://10.0.0.1:9700', false],
  ['https://127.0.0.1.mirror.example', false],
])('%s is on this computer: %s', (base, expected) => {
  expect(isLoopbackUrl(base)).toBe(expected)
})
