import { expect, test } from 'vitest'
import { copyServer } from '../../test/support/copy-server.ts'
import { localServer } from '../../test/support/local-server.ts'
import { Problem, storeUnavailable } from '../request/problems.ts'
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

test('an unknown IPO in the process is no failure: the client asks for nothing more', async () => {
  const seen: unknown[] = []
  const client = processClient(
    async () => {
      throw new Problem('NOT_FOUND', 'no IPO acme')
    },
    (error) => String(seen.push(error)),
  )
  expect(await client.ipo('acme')).toMatchObject({ error: { code: 'NOT_FOUND', message: 'no IPO acme' } })
  expect(seen).toEqual([])
})

test('a static copy is named as such to an assistant', async () => {
  const { address } = await copyServer()
  const { client } = await serviceClient(address)
  const answer = await client.ipos({ q: 'acme' })
  expect(() => answered(answer)).toThrow('this is a static copy, which cannot answer')
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
