import { onTestFinished } from 'vitest'
import { startTcpForwarder } from '../forwarder.ts'

/** A connection to a database that can fail. */
export interface WeakLine {
  /** The address of the database through this connection. */
  readonly url: string
  /** Closes all connections, and accepts no new ones. */
  cut(): void
  /** Transfers nothing more, without closing anything. */
  freeze(): void
  /** Accepts and transfers new connections again. */
  mend(): void
}

/** Forwards to the server of a database's address until the end of the test. */
export async function weakLine(databaseUrl: string): Promise<WeakLine> {
  const url = new URL(databaseUrl)
  const port = Number(url.port)
  const { cut, swallow, pointAt, ...forwarder } = await startTcpForwarder(port)
  onTestFinished(forwarder.close)
  url.port = String(forwarder.port)
  return { url: url.href, cut, freeze: swallow, mend: () => pointAt(port) }
}
