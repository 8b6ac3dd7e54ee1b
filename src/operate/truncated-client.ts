import { isIPv4, isIPv6 } from 'node:net'
import { bareAddress, ipv6Network } from '../request/client-address.ts'

/** Shortens a client's address to its network for privacy: /24, or /48 for IPv6. A closed socket has no address. */
export function truncatedClient(address: string | undefined): string {
  const ip = bareAddress(address ?? '')
  if (isIPv4(ip)) return ip.replace(/\d+$/, '0/24')
  return isIPv6(ip) ? ipv6Network(ip, 3) : 'unknown'
}
