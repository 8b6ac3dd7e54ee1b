import { onTestFinished } from 'vitest'
import { startTcpForwarder } from '../forwarder.ts'

/** A line to a database that can fail. */
export interface WeakLine {
  /** The address of the database by way of this line. */
  readonly url: string
  /** Ends all connections, and takes no new ones. */
  cut(): void
  /** Carries nothing more, and says nothing of it. */
  freeze(): void
  /** Carries what connects from now on. */
  mend(): void
}

/** Leads to the server of a database's address, until the test is over. */
export async function weakLine(databaseUrl: string): Promise<WeakLine> {
  const url = new URL(databaseUrl)
  const port = Number(url.port)
  const { cut, swallow, pointAt, ...forwarder } = await startTcpForwarder(port)
  onTestFinished(forwarder.close)
  url.port = String(forwarder.port)
  return { url: url.href, cut, freeze: swallow, mend: () => pointAt(port) }
}
