import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { isPublicAddress, type LookUpHost, privateHostFault, publicLookup } from './public-address.ts'

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['0.0.0.0', 'unspecified'],
  ['10.1.2.3', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'shared by a provider'],
  ['169.254.169.254', 'link-local, where clouds keep credentials'],
  ['192.0.2.1', 'for documents'],
  ['198.18.0.1', 'for measurements'],
  ['224.0.0.1', 'multicast'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'IPv4-mapped loopback'],
  ['::ffff:7f00:1', 'IPv4-mapped loopback'],
  ['::ffff:10.0.0.1', 'IPv4-mapped private'],
  ['::127.0.0.1', 'IPv4-compatible loopback'],
  ['64:ff9b::10.0.0.1', 'private behind NAT64'],
  ['64:ff9b::7f00:1', 'loopback behind NAT64'],
  ['64:ff9b:1::1', 'local NAT64'],
  ['2002:7f00:1::', '6to4 of loopback'],
  ['2001::1', 'Teredo'],
  ['2001:db8::1', 'for documents'],
  ['fc00::1', 'unique local'],
  ['fdff::1', 'unique local'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local with its zone'],
  ['ff02::1', 'multicast'],
  ['', 'no address'],
  ['localhost', 'a name'],
])('%s is not public: %s', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['1.1.1.1', '172.15.255.255', '172.32.0.0', '192.169.0.1', '223.255.255.255', '2606:4700::1111'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test('the IPv4 internet behind NAT64 is public', () => {
  expect(isPublicAddress('64:ff9b::1.1.1.1')).toBe(true)
})

test.each([
  'https://localhost/',
  'https://localhost./',
  'https://LOCALHOST:8443/',
  'https://db.localhost/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://127.0.0.1./',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://0/',
])('%s is recognised as private without a lookup', (address) => {
  expect(privateHostFault(new URL(address))).toBeDefined()
})

test.each([
  'https://www.acme.example/',
  'https://1.1.1.1/',
  'https://[2606:4700::1111]/',
  'https://localhost.acme.example/',
])('%s is not recognised as private without a lookup', (address) => {
  expect(privateHostFault(new URL(address))).toBeUndefined()
})

/** Resolves a name to these addresses. */
const resolveTo = (...addresses: string[]): LookUpHost =>
  ((_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as LookUpHost

const lookUp = (resolve: LookUpHost, all: boolean) =>
  new Promise((resolved, failed) =>
    publicLookup(resolve)('www.acme.example', { all }, (error, ...found) =>
      error ? failed(error) : resolved(found),
    ),
  )

test('public addresses of a name are passed to the connection', async () => {
  const found = { address: '1.1.1.1', family: 4 }
  expect(await lookUp(resolveTo('1.1.1.1'), true)).toEqual([[found]])
  expect(await lookUp(resolveTo('1.1.1.1', '2606:4700::1111'), false)).toEqual(['1.1.1.1', 4])
})

test.each([true, false])(
  'a name with one private address is refused, whether all are requested: %s',
  async (all) => {
    await expect(lookUp(resolveTo('1.1.1.1', '10.0.0.1'), all)).rejects.toMatchObject({
      kind: 'refused',
      message:
        'the name www.acme.example leads to 10.0.0.1; 10.0.0.1 is not an address of the public internet',
    })
  },
)
