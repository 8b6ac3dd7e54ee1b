import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

/** json-server as its own command sets it up, without the log line for every request. Its argument is db.json. */
const jsonServer = createRequire(import.meta.url)('json-server')

const app = jsonServer.create()
app.use(jsonServer.defaults({ logger: false }))
app.use(jsonServer.router(process.argv[2]))
const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`answers at http://127.0.0.1:${port}\n`)
})
