import { expect, test } from 'vitest'
import { isLoopbackUrl, redirectTarget, upstreamAddress } from './upstream-address.ts'

const MIRROR = 'http://127.0.0.1:9700'

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

const FROM = 'https://api.acme.example/a/b?c=d'

test.each([
  ['', '/x', 'https://api.acme.example/x'],
  ['', 'x', 'https://api.acme.example/a/x'],
  ['', '?x=y', 'https://api.acme.example/a/b?x=y'],
  ['', 'https://www.acme.example/x', 'https://www.acme.example/x'],
  ['', '//www.acme.example/x', 'https://www.acme.example/x'],
  ['', '/www.acme.example/x', 'https://api.acme.example/www.acme.example/x'],
  ['', 'http://api.acme.example/x', undefined],
  ['', 'ftp://api.acme.example/x', undefined],
  ['', 'https://', undefined],
  [MIRROR, '/x', 'https://api.acme.example/x'],
  [MIRROR, 'x', 'https://api.acme.example/a/x'],
  [MIRROR, '../../../x', 'https://api.acme.example/x'],
  [MIRROR, '/index.html', 'https://api.acme.example/index.html'],
  [MIRROR, '/v1.0/x', 'https://api.acme.example/v1.0/x'],
  [MIRROR, '/api.acme.example/error_Acme.html', 'https://api.acme.example/error_Acme.html'],
  [MIRROR, '/www.acme.example/x?y', 'https://www.acme.example/x?y'],
  [MIRROR, `${MIRROR}/www.acme.example/x`, 'https://www.acme.example/x'],
  [MIRROR, 'https://www.acme.example/x', 'https://www.acme.example/x'],
  [MIRROR, 'http://127.0.0.1:9701/www.acme.example/x', undefined],
  [`${MIRROR}/all`, '/all/www.acme.example/x', 'https://www.acme.example/x'],
  [`${MIRROR}/all`, '/x', 'https://api.acme.example/x'],
])('with the base "%s" the Location %s leads to %s', (base, location, target) => {
  expect(redirectTarget(base, new URL(FROM), location)?.href).toBe(target)
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
