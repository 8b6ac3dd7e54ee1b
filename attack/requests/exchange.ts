import { connect } from 'node:net'
import type { HostileRequest } from './hostile-request.ts'

/** A connection that is still open after this time counts as hanging. */
const NEVER_MS = 45_000

export interface Exchange {
  readonly received: Buffer
  readonly hasEnded: boolean
}

/** Sends a hostile request over a new connection and collects the bytes received until it is closed. */
export function exchange(port: number, { bytes, end }: HostileRequest): Promise<Exchange> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: end === 'half-close' })
    let hasEnded = true
    const timer = setTimeout(() => {
      hasEnded = false
      socket.destroy()
    }, NEVER_MS)
    // A server that refuses may reset while the rest is still being sent.
    socket.on('error', () => undefined)
    socket.on('data', (part) => parts.push(part))
    socket.on('close', () => {
      clearTimeout(timer)
      resolve({ received: Buffer.concat(parts), hasEnded })
    })
    const written = Buffer.from(bytes, 'latin1')
    if (end === 'half-close') socket.end(written)
    else if (end === 'reset') socket.write(written, () => socket.resetAndDestroy())
    else socket.write(written)
  })
}
