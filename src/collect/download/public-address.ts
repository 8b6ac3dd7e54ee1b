import type { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { UpstreamFault } from './upstream-fault.ts'

/** The part of IPv6 that has been given to the public internet; the rest is special or unassigned. */
const ASSIGNED_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')
/**
 * The prefix by which an IPv6-only network reaches the IPv4 internet (RFC 6052); the last 32 bits are the IPv4 address.
 */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * False for loopback, private, link-local, multicast and other addresses that only this machine or its network can
 * reach.
 */
export function isPublicAddress(address: string): boolean {
  const [ip = ''] = address.split('%')
  // The package also reads texts such as `127.1`.
  if (isIP(ip) === 0) return false
  const parsed = ipaddr.parse(ip)
  if (parsed instanceof ipaddr.IPv4) return isUnicast(parsed)
  if (parsed.match(NAT64)) return isUnicast(new ipaddr.IPv4(parsed.toByteArray().slice(-4)))
  return parsed.match(ASSIGNED_IPV6) && isUnicast(parsed)
}

/** True outside the networks of IANA's registry of special-purpose addresses. */
const isUnicast = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean => address.range() === 'unicast'

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
