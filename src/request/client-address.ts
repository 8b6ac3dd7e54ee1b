import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** Finds the client address of a request, trusting the forwarding headers of these proxies. */
export function clientAddressBehind(proxies: readonly string[]): (request: IncomingMessage) => string {
  if (proxies.length === 0) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = proxyAddr.compile([...proxies])
  return (request) =>
    request.headers['x-forwarded-for'] === undefined
      ? (request.socket.remoteAddress ?? '')
      : (proxyAddr(request, isTrusted) ?? '')
}

/** An address as proxies write it, without a port, and without IPv6 around an IPv4 address. */
export function bareAddress(address: string): string {
  // Some proxies write the client's port behind its address.
  const ip = address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const groups = ipv6Groups(ip)
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'
  return isMapped ? groups.slice(6).flatMap(bytesOf).join('.') : ip
}

/** The network of an IPv6 address, by the number of its leading 16-bit groups. */
export const ipv6Network = (ip: string, groups: number): string =>
  `${ipv6Groups(ip).slice(0, groups).join(':')}::/${16 * groups}`

/** The eight groups of an IPv6 address, without leading zeros. */
function ipv6Groups(ip: string): string[] {
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const middle =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...middle, ...right].map((group) => group.replace(/^0+(?=.)/, ''))
}

const bytesOf = (group: string): number[] => [
  Number.parseInt(group, 16) >> 8,
  Number.parseInt(group, 16) & 255,
]

/** Shortens a client's address to its network for privacy: /24, or /48 for IPv6. A closed socket has no address. */
export function truncatedClient(address: string | undefined): string {
  const ip = bareAddress(address ?? '')
  if (isIPv4(ip)) return ip.replace(/\d+$/, '0/24')
  return isIPv6(ip) ? ipv6Network(ip, 3) : 'unknown'
}
