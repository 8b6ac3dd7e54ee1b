import { isIPv4, isIPv6 } from 'node:net'
import { bareAddress, ipv6Network } from '../request/client-address.ts'

/** A client's address cut to a network in which it is one of many: /24, or /48 of IPv6. A socket that is closed has none. */
export function truncatedClient(address: string | undefined): string {
  const ip = bareAddress(address ?? '')
  if (isIPv4(ip)) return ip.replace(/\d+$/, '0/24')
  return isIPv6(ip) ? ipv6Network(ip, 3) : 'unknown'
}
