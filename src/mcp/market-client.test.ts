import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { serviceClient } from './market-client.ts'

test.each([
  ['a page', '<html>Please log in</html>'],
  ['an answer of another service', '{"ok":true}'],
  ['an error without a text', '{"ok":false,"error":{}}'],
])('an address that answers with %s is not taken for a service', async (_what, body) => {
  const server = createServer((_request, response) => response.end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  await expect(serviceClient(`http://127.0.0.1:${port}`)).rejects.toThrow('no Greymark answers at')
})
