import { expect, test } from 'vitest'
import { redirectTarget } from './read-address.ts'

const MIRROR = 'http://127.0.0.1:9700'
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
