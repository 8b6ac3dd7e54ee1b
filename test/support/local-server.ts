import type { RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'
import { openServer } from './open-server.ts'

/** Starts an HTTP server that answers as a test wants, until the end of that test. Returns its address. */
export async function localServer(listener: RequestListener): Promise<string> {
  const { address, close } = await openServer(listener)
  onTestFinished(close)
  return address
}
