import { expect, test } from 'vitest'
import { localServer } from '../../test/support/local-server.ts'
import { storeUnavailable } from '../request/problems.ts'
import { answered, processClient, serviceClient } from './market-client.ts'

test.each([
  ['a page', '<html>Please log in</html>'],
  ['an answer of another service', '{"ok":true}'],
  ['an error without a text', '{"ok":false,"error":{}}'],
])('an address that answers with %s is not taken for a service', async (_what, body) => {
  const address = await localServer((_request, response) => response.end(body))
  await expect(serviceClient(address)).rejects.toThrow('no Greymark answers at')
})

test('a failure in the process is reported, and its text is for the assistant', async () => {
  const seen: unknown[] = []
  const fault = new Error('disk I/O error')
  const client = processClient(
    async () => {
      throw fault
    },
    (error) => {
      seen.push(error)
      return 'something went wrong'
    },
  )
  const answer = await client.ipos()
  expect(() => answered(answer)).toThrow('something went wrong')
  expect(seen).toEqual([fault])
})

test('an outage of the store is answered at once, without a failure', async () => {
  const client = processClient(
    async () => {
      throw storeUnavailable()
    },
    (error) => {
      throw error
    },
  )
  const answer = await client.deals()
  expect(() => answered(answer)).toThrow('the data cannot be reached right now; try again soon')
})
