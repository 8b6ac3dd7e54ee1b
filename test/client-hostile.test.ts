import { describe, expect, test } from 'vitest'
import { createClient, type GreymarkClient } from '../src/client/index.ts'
import { BASE } from './support/conformance.ts'
import { follow } from './support/follow.ts'
import { localServer } from './support/local-server.ts'

const REFUSAL = JSON.stringify({ ok: false, error: { code: 'NOT_FOUND', message: 'x' }, disclaimer: 'x' })
const BADLY_ENCODED = { 'x-ignored-parameters': 'a%20b, %zz', link: '<x?cursor=%zz>; rel="next"' }
const POSITION = 'id: 1@a\nevent: position\ndata: {}\n\n'

test('headers that are badly encoded are read as they are', async () => {
  const address = await localServer((_request, response) =>
    response.writeHead(404, BADLY_ENCODED).end(REFUSAL),
  )
  const { meta } = await createClient(address).index()
  expect([meta.status, meta.ignored, meta.next]).toEqual([404, ['a b', '%zz'], '%zz'])
  const followed = follow(address)
  await expect.poll(followed.isEnded).toBe(true)
  expect(followed.events).toMatchObject([{ type: 'error', error: { code: 'NOT_FOUND' } }])
})

test('a service that always asks to wait for no time is not asked without end', async () => {
  const address = await localServer((_request, response) =>
    response.writeHead(429, { 'retry-after': '0' }).end(REFUSAL),
  )
  for (const maxWaitMs of [0, 600])
    expect((await createClient(address, { maxWaitMs }).index()).meta.status).toBe(429)
})

test.each<[string, (client: GreymarkClient) => Promise<unknown>, string]>([
  ['..', (client) => client.ipo('..'), '/ipos/%20'],
  ['.', (client) => client.evidence('.'), '/ipos/%20/evidence'],
  ['nothing', (client) => client.ipo(''), '/ipos/%20'],
  ['a/../b', (client) => client.ipo('a/../b'), '/ipos/a%2F..%2Fb'],
  ['half a character', (client) => client.ipo('\ud800'), '/ipos/%EF%BF%BD'],
  ['no real date', (client) => client.ipos({ asOf: new Date('x') }), '/ipos?asOf=null'],
])('%s stays within its part of the address', async (_what, call, path) => {
  const asked: (string | undefined)[] = []
  const address = await localServer(({ url }, response) => {
    asked.push(url)
    response.writeHead(404, { 'x-market-version': '1@a' }).end(REFUSAL)
  })
  expect(await call(createClient(address))).toMatchObject({ ok: false })
  expect(asked).toEqual([BASE + path])
})

describe('a stream', () => {
  test.each([
    ['with changes that are not JSON', 'event: changes\nid: 0@a\ndata: {no\n\n'],
    ['with changes that are null', 'event: changes\nid: 0@a\ndata: null\n\n'],
    ['with an event without changes', 'event: changes\nid: 0@a\ndata: {}\n\n'],
    ['with a line without end', 'data: '.padEnd(17 * 1024 * 1024, 'x')],
  ])('%s is left, and another one opened', async (_what, text) => {
    let asked = 0
    const address = await localServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(asked++ === 0 ? text : POSITION)
    })
    const followed = follow(address)
    await expect.poll(() => followed.events).toEqual([{ type: 'position', position: '1@a' }])
  })

  test('that only resets is opened again after growing pauses, and gives one reset', async () => {
    const times: number[] = []
    const address = await localServer((_request, response) => {
      times.push(performance.now())
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: reset\nid: 1@a\ndata: {}\n\n')
    })
    const followed = follow(address)
    await expect.poll(() => times.length).toBeGreaterThan(3)
    const [, second = 0, third = 0, fourth = 0] = times
    expect([third - second > 400, fourth - third > 900, followed.types()]).toEqual([true, true, ['reset']])
  })

  test('that is refused with a body without end is tried again', async () => {
    let asked = 0
    const address = await localServer((_request, response) => {
      if (asked++ === 0) return response.writeHead(404).write('x')
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return response.write(POSITION)
    })
    for await (const event of createClient(address, { timeoutMs: 300 }).follow()) {
      expect(event).toEqual({ type: 'position', position: '1@a' })
      break
    }
  })
})
