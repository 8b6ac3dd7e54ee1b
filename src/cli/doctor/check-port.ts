import { once } from 'node:events'
import { createServer, isIPv6 } from 'node:net'
import { type Examined, type Finding, type Findings, fail, ok, safeErrorText } from './finding.ts'

const ANSWER_WITHIN_MS = 3000

/** The local address of a service that listens on all addresses. */
const LOCAL_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

const inAddress = (host: string) => (isIPv6(host) ? `[${host}]` : host)

/** Checks that the public address is free or Greymark answers there, and that the metrics address is free. */
export async function* checkPorts({ settings: { HOST, PORT, METRICS } }: Examined): Findings {
  if (HOST !== undefined && PORT !== undefined) {
    if (PORT !== 0 && (await isGreymark(HOST, PORT)))
      return yield ok(`Greymark answers at ${inAddress(HOST)}:${PORT}`)
    yield await checkFree(HOST, PORT, 'HOST and PORT')
  }
  if (METRICS) yield await checkFree(METRICS.host, METRICS.port, 'METRICS')
}

async function isGreymark(host: string, port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://${inAddress(LOCAL_ADDRESS[host] ?? host)}:${port}/health`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      headers: { connection: 'close' },
    })
    const body: unknown = await answer.json()
    return typeof body === 'object' && body !== null && 'marketVersion' in body
  } catch {
    return false
  }
}

/** What to do about an address that cannot be listened at, by the error code. */
export const LISTEN_ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'stop the program that listens there, or choose another port',
  EACCES: 'choose a port above 1023, or let a proxy listen there',
  EADDRNOTAVAIL: 'this machine has no such address: correct it, or use 0.0.0.0 for all',
  ENOTFOUND: 'this name has no address: correct it, or use 127.0.0.1',
}

/** Listens for a moment, which works only on a free address. */
async function checkFree(host: string, port: number, settings: string): Promise<Finding> {
  const address = `${inAddress(host)}:${port}`
  const server = createServer()
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
    return ok(port === 0 ? `a free port is chosen at ${inAddress(host)}` : `${address} is free`)
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code ?? '')
    const found =
      code === 'EADDRINUSE'
        ? `another program listens at ${address}`
        : `cannot listen at ${address}: ${safeErrorText(error)}`
    return fail(`${found} (${settings})`, LISTEN_ADVICE[code] ?? `correct ${settings}`)
  } finally {
    server.close()
  }
}
