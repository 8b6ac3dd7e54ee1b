import { expect, test } from 'vitest'
import { truncatedClient } from './truncated-client.ts'

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['203.0.113.7:51000', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['::ffff:cb00:7107', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['[2001:db8:1:2::6]:51000', '2001:db8:1::/48'],
  ['2001:0db8:0001::1', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['', 'unknown'],
  [undefined, 'unknown'],
  ['a-name-of-somebody', 'unknown'],
  ['203.0.113.7.8', 'unknown'],
])('%s is logged as %s', (address, shown) => {
  expect(truncatedClient(address)).toBe(shown)
})
