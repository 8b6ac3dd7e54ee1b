import { get } from 'node:http'
import { expect, test } from 'vitest'
import { localServer } from '../../test/support/local-server.ts'
import { clientAddressBehind, truncatedClient } from './client-address.ts'

/** The client address of a real request with this `X-Forwarded-For`. */
async function addressOf(proxies: readonly string[], forwardedFor?: string): Promise<string> {
  const find = clientAddressBehind(proxies)
  const found = Promise.withResolvers<string>()
  const address = await localServer((request, response) => {
    found.resolve(find(request))
    response.end()
  })
  const headers = forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor }
  get(address, { headers, agent: false }).on('error', found.reject)
  return found.promise
}

test.each([
  ['a direct client has its own address', [], undefined, '127.0.0.1'],
  ['a direct client cannot name another', [], '192.0.2.1', '127.0.0.1'],
  ['a proxy that names nobody counts itself', ['127.0.0.1'], undefined, '127.0.0.1'],
  ['a proxy that names an empty client counts itself', ['127.0.0.1'], '', '127.0.0.1'],
  ['a trusted proxy names the client', ['127.0.0.1'], '192.0.2.1', '192.0.2.1'],
  ['only the last address is trusted', ['127.0.0.1'], '198.51.100.1, 192.0.2.1', '192.0.2.1'],
])('%s', async (_name, proxies, forwardedFor, expected) => {
  expect(await addressOf(proxies, forwardedFor)).toBe(expected)
})

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
