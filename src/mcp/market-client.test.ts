import { expect, test } from 'vitest'
import { localServer } from '../../test/support/local-server.ts'
import { serviceClient } from './market-client.ts'

test.each([
  ['a page', '<html>Please log in</html>'],
  ['an answer of another service', '{"ok":true}'],
  ['an error without a text', '{"ok":false,"error":{}}'],
])('an address that answers with %s is not taken for a service', async (_what, body) => {
  const address = await localServer((_request, response) => response.end(body))
  await expect(serviceClient(address)).rejects.toThrow('no Greymark answers at')
})
