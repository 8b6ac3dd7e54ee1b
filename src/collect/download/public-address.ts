import type { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { UpstreamFault } from './upstream-fault.ts'

/** IPv4 networks that are not part of the public internet (IANA's registry of special-purpose addresses). */
const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** Special networks within the public part of IPv6; 6to4 (2002::/16) can contain any IPv4 address. */
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]
/**
 * The prefix by which an IPv6-only network reaches the IPv4 internet (RFC 6052); the last 32 bits are the IPv4 address.
 */
const NAT64 = '64:ff9b::'
const NAT64_BITS = 96

const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')
publicIpv6.addSubnet(NAT64, NAT64_BITS, 'ipv6')

const special = new BlockList()
for (const [network, bits] of SPECIAL_IPV4) {
  special.addSubnet(network, bits, 'ipv4')
  special.addSubnet(`${NAT64}${network}`, NAT64_BITS + bits, 'ipv6')
}
for (const [network, bits] of SPECIAL_IPV6) special.addSubnet(network, bits, 'ipv6')

/**
 * False for loopback, private, link-local, multicast and other addresses that only this machine or its network can
 * reach.
 */
export function isPublicAddress(address: string): boolean {
  const [ip = ''] = address.split('%')
  const family = isIP(ip)
  if (family === 4) return !special.check(ip, 'ipv4')
  return family === 6 && publicIpv6.check(ip, 'ipv6') && !special.check(ip, 'ipv6')
}

/** Why a host is not public, as far as its name shows without a lookup; otherwise `undefined`. */
export function privateHostFault({ hostname }: URL): string | undefined {
  const name = hostname.replace(/^\[|\]$|\.$/g, '')
  if (name === 'localhost' || name.endsWith('.localhost')) return `${hostname} is this machine`
  return isIP(name) === 0 || isPublicAddress(name) ? undefined : notPublic(name)
}

const notPublic = (address: string): string => `${address} is not an address of the public internet`

/** `lookup` of `node:dns`, or a test's replacement. */
export type LookUpHost = typeof resolve

/**
 * Resolves a name for a connection and refuses it if any of its addresses is not public. The connection uses these same
 * addresses, so that a name that changes between check and connection cannot bypass it.
 */
export const publicLookup =
  (resolveName: LookUpHost): LookupFunction =>
  (host, options, callback) =>
    resolveName(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const hidden = addresses.find(({ address }) => !isPublicAddress(address))
      if (hidden) {
        const why = `the name ${host} leads to ${hidden.address}; ${notPublic(hidden.address)}`
        return callback(new UpstreamFault('refused', why), [])
      }
      if (options.all) return callback(null, addresses)
      const [first] = addresses
      callback(null, first?.address ?? '', first?.family)
    })
