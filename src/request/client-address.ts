import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/** Finds the client address of a request, trusting the forwarding headers of these proxies. */
export function clientAddressBehind(proxies: readonly string[]): (request: IncomingMessage) => string {
  if (proxies.length === 0) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = proxyAddr.compile([...proxies])
  return (request) =>
    request.headers['x-forwarded-for'] === undefined
      ? (request.socket.remoteAddress ?? '')
      : (proxyAddr(request, isTrusted) ?? '')
}

/** The rate-limit key of an address: IPv4 itself, or the /64 network of an IPv6 address, which one household has. */
export function clientOf(address: string): string {
  const ip = ipIn(address)
  return ip instanceof ipaddr.IPv6 ? ipv6Network(ip, 4) : (ip?.toString() ?? address)
}

/** Shortens a client's address to its network for privacy: /24, or /48 for IPv6. A closed socket has no address. */
export function truncatedClient(address: string | undefined): string {
  const ip = ipIn(address ?? '')
  if (!ip) return 'unknown'
  return ip instanceof ipaddr.IPv6 ? ipv6Network(ip, 3) : ip.toString().replace(/\d+$/, '0/24')
}

export const isLoopback = (ip: string): boolean => /^(127\.|::ffff:127\.|::1$)/.test(ip)

/** The address as a proxy has written it; IPv4 also where it is written as IPv6. */
function ipIn(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // Some proxies write the client's port behind its address.
  const ip = text.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return isIP(ip) === 0 ? undefined : ipaddr.process(ip)
}

/** The network of an IPv6 address, by the number of its leading 16-bit groups. */
const ipv6Network = ({ parts }: ipaddr.IPv6, groups: number): string =>
  `${parts
    .slice(0, groups)
    .map((part) => part.toString(16))
    .join(':')}::/${16 * groups}`
