import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The limit of the runtime: each answer has its own server, which ignores the request and sends one prepared header array
 * and one buffer. Reads `[{ status, headers, body }]` (body as base64) from a file.
 */
interface Prepared {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: string
}

const answers: readonly Prepared[] = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const ports: number[] = []
for (const answer of answers) {
  const { status } = answer
  const headers = [...answer.headers]
  const body = Buffer.from(answer.body, 'base64')
  const server = createServer((_request, response) => {
    response.writeHead(status, headers)
    response.end(body)
  })
  // As in Greymark, so that the Keep-Alive field is the same.
  server.keepAliveTimeout = 72_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ports.push((server.address() as AddressInfo).port)
}
process.stdout.write(`answers at ${ports.join(',')}\n`)
// Exits normally, so that a profiler can write its results.
process.once('SIGTERM', () => process.exit(0))
