import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The limit of the runtime: each answer has its own server, which ignores the request and sends one prepared header array
 * and one buffer. Its argument is a file with the answers, whose bodies are in Base64.
 */
export interface Prepared {
  readonly status: number
  /** Names and values alternately. */
  readonly headers: readonly string[]
  readonly body: string
}

const answers: readonly Prepared[] = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const ports: number[] = []
for (const { status, headers, body } of answers) {
  const [fields, bytes] = [[...headers], Buffer.from(body, 'base64')]
  const server = createServer((_request, response) => {
    response.writeHead(status, fields)
    response.end(bytes)
  })
  // As in Greymark, so that the Keep-Alive field is the same.
  server.keepAliveTimeout = 72_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ports.push((server.address() as AddressInfo).port)
}
process.stdout.write(`answers at ${ports.join(',')}\n`)
