import { once } from 'node:events'
import { createServer, IncomingMessage, request, ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../src/config.ts'
import { ChangeFollower } from '../src/feeds/change-follower.ts'
import { EventConnection } from '../src/feeds/event-connection.ts'
import { startService } from '../src/service/start.ts'
import type { Db } from '../src/store/engines/db.ts'
import { marketVersion } from '../src/store/version/market-version.ts'
import { BASE } from './support/conformance.ts'
import { EVENTS, readEvents } from './support/event-reader.ts'
import { gmp, holiday, ipo } from './support/lines.ts'
import { marketOf } from './support/market-data.ts'
import { recordAll } from './support/record.ts'
import { type Answered, startTestService, TEST_SETTINGS, type TestService } from './support/service.ts'
import { emptyStoreUrl, openStore } from './support/store.ts'

const NOW = '2026-01-15T06:00:00.000Z'
const at = (second: number) => new Date(Date.parse(NOW) + second * 1000).toISOString()
const ACME = ipo('acme', { openDate: '2026-01-15', closeDate: '2026-01-16', priceMax: 100 })

const quoted = (service: TestService, second: number, amount: number) =>
  service.record(at(second), [gmp('acme', '2026-01-15', amount)]).then(() => service.setNow(at(second + 1)))

test('changes are sent as they happen, by facts and by the clock, as in the list of changes', async () => {
  const service = await startTestService({ now: NOW, lines: [ACME] })
  service.setNow(at(1))
  const { position } = await service.json(`${BASE}/changes?since=0`)
  const [plain, packed] = [
    await readEvents(service.address, EVENTS, { 'accept-encoding': 'identity' }),
    await readEvents(service.address, EVENTS, { 'accept-encoding': 'gzip' }),
  ]
  expect(plain.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'access-control-allow-origin': '*',
  })
  expect(packed.headers['content-encoding']).toBe('gzip')
  await expect
    .poll(() => plain.events)
    .toMatchObject([{ id: position, event: 'position', data: { position } }])

  await quoted(service, 60, 40)
  await expect.poll(plain.changes).toEqual(['gmp acme'])
  await service.record(at(90), [holiday('2026-01-19')])
  service.setNow('2026-01-16T11:30:00.000Z')
  await expect.poll(packed.changes).toEqual(['gmp acme', 'dates acme', 'gmp acme', 'status acme'])
  expect(plain.changes()).toEqual(packed.changes())

  const { changes } = await service.json(`${BASE}/changes?since=${position}`)
  expect(plain.events.flatMap(({ data }) => data.changes ?? [])).toEqual(changes)
  expect(plain.events.slice(1).map(({ id }) => id)).toEqual(
    changes.map((change: Answered) => change.position),
  )
})

test('a reader may start from a past moment or from the first moment of a day', async () => {
  const service = await startTestService({ now: NOW, lines: [ACME] })
  await quoted(service, 60, 40)
  await quoted(service, 120, 50)
  for (const [since, changes] of [
    [at(30), ['gmp acme', 'gmp acme']],
    [encodeURIComponent('2026-01-15T11:31:30+05:30'), ['gmp acme']],
    ['2026-01-15', ['new acme', 'gmp acme', 'gmp acme']],
  ] as const) {
    const reader = await readEvents(service.address, `${EVENTS}?since=${since}`)
    await expect.poll(reader.changes).toEqual(changes)
    expect(reader.events[0]?.event).toBe('position')
    reader.close()
  }
})

test.each(['2026-01-16', '2026-01-15T06:00:02Z', '2026-01-15T06:00:00', 'yesterday'])(
  'a stream since %s is refused',
  async (since) => {
    const service = await startTestService({ now: at(1), lines: [ACME] })
    const response = await service.get(`${EVENTS}?since=${since}`)
    expect(response.status).toBe(400)
    expect((await response.json()).error).toMatchObject({ parameter: 'since' })
  },
)

test('a reader that reconnects gets what it missed, each change once', async () => {
  const service = await startTestService({ now: NOW, lines: [ACME] })
  service.setNow(at(1))
  const all = await readEvents(service.address, `${EVENTS}?since=0`)
  await expect.poll(all.changes).toEqual(['new acme'])
  const received: string[] = []
  let last = all.events.at(-1)?.id ?? ''
  for (let i = 1; i <= 4; i++) {
    await quoted(service, i * 60, 10 * i)
    const reader = await readEvents(service.address, `${EVENTS}?since=0`, { 'last-event-id': last })
    await quoted(service, i * 60 + 30, 10 * i + 5)
    await expect.poll(() => reader.changes().length).toBe(2)
    reader.close()
    received.push(
      ...reader.events.flatMap(({ data }) => (data.changes ?? []).map((c: Answered) => c.new.lastGmp)),
    )
    last = reader.events.findLast(({ id }) => id !== null)?.id ?? ''
  }
  expect(received).toEqual([10, 15, 20, 25, 30, 35, 40, 45])
  await expect.poll(() => all.changes().length).toBe(9)
})

test('a step of many changes has an id to continue from only at its end', async () => {
  const service = await startTestService({ now: NOW, lines: [ACME] })
  service.setNow(at(1))
  const { position } = await service.json(`${BASE}/changes?since=0`)
  const issues = Array.from({ length: 450 }, (_, i) => ipo(`issue-${i}`))
  await service.record(at(60), issues)
  service.setNow(at(62))
  const reader = await readEvents(service.address, `${EVENTS}?since=${position}`)
  await expect.poll(() => reader.changes().length).toBe(450)
  expect(new Set(reader.changes()).size).toBe(450)
  expect(reader.events.map(({ id }) => id !== null)).toEqual([true, false, false, true])
})

test('connections are limited, also per client, and none delays the shutdown', async () => {
  const url = await emptyStoreUrl()
  await recordAll(await openStore(url), NOW, [ACME])
  const env = { ...TEST_SETTINGS, DATABASE_URL: url, EVENT_CONNECTIONS: '12', TRUST_PROXY: '127.0.0.1' }
  const service = await startService(loadConfig(env), () => at(1))
  onTestFinished(() => service.stop())
  const from = (client: string) => readEvents(service.address, EVENTS, { 'x-forwarded-for': client })
  const readers = await Promise.all(Array.from({ length: 10 }, () => from('192.0.2.1')))
  expect(readers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const eleventh = await from('192.0.2.1')
  const others = [await from('192.0.2.2'), await from('192.0.2.3')]
  const thirteenth = await from('192.0.2.4')
  for (const late of [eleventh, thirteenth]) {
    expect(late).toMatchObject({ status: 200, headers: { 'retry-after': '60' } })
    await expect.poll(late.isEnded).toBe(true)
    expect(late.text()).toMatch(/^retry: 60000\n: .+\n\n$/)
  }

  others[0]?.close()
  const greeting = async () => {
    const reader = await from('192.0.2.5')
    await expect.poll(() => reader.events.length > 0 || reader.isEnded()).toBe(true)
    return reader.events[0]?.event
  }
  await expect.poll(greeting).toBe('position')
  await service.stop()
  await expect.poll(() => readers.every(({ isEnded }) => isEnded())).toBe(true)
})

async function followerOf(db: Db): Promise<ChangeFollower> {
  const { version, recorded: committed } = await marketVersion(db)
  const market = {
    ...marketOf(db),
    userStore: db,
    demo: false,
    version,
    committed,
    isUnavailable: false,
    history: 0,
    servedSince: '1970-01-01T00:00:00.000Z',
  }
  return new ChangeFollower({ market: () => market, now: () => at(1) })
}

test('the list is derived once for all readers that start with nothing at the same position', async () => {
  const db = await openStore(await emptyStoreUrl())
  await recordAll(db, NOW, [ACME])
  let questions = 0
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      questions++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const follower = await followerOf(counted)
  const join = () => {
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    return follower.join(new EventConnection(response, false), 'nothing')
  }
  await join()
  const asked = questions
  expect(asked).toBeGreaterThan(0)
  await Promise.all(Array.from({ length: 20 }, join))
  expect(questions).toBe(asked)
})

test('a reader that disconnects while it joins is not followed forever', async () => {
  const db = await openStore(await emptyStoreUrl())
  await recordAll(db, NOW, [ACME])
  const follower = await followerOf(db)
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  let sent = 0
  class LeavingReader extends EventConnection {
    override send(text: string): void {
      super.send(text)
      sent++
      queueMicrotask(() => {
        response.destroy()
        follower.leave(this)
      })
    }
  }
  await follower.join(new LeavingReader(response, false), 'end')
  expect(sent).toBe(1)
  follower.beat()
  expect(sent).toBe(1)
})

/** A connection and its reader, which reads nothing by itself; one that falls behind is dropped after these milliseconds. */
async function connectionToReader(
  stalledMs?: number,
): Promise<{ connection: EventConnection | undefined; response: IncomingMessage }> {
  let connection: EventConnection | undefined
  const server = createServer((_request, response) => {
    response.flushHeaders()
    connection = new EventConnection(response, false, stalledMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const asked = request({ port: (server.address() as AddressInfo).port, agent: false })
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  onTestFinished(() => void response.destroy())
  return { connection, response }
}

test('a heartbeat is sent at every interval, also right after a change', async () => {
  const { connection, response } = await connectionToReader()
  connection?.send('data: 1\n\n')
  connection?.beat()
  connection?.beat()
  connection?.end()
  expect(await text(response)).toBe('data: 1\n\n:\n:\n')
})

test('a reader that reads nothing is dropped, together with its queue', async () => {
  const { connection } = await connectionToReader()
  const event = `data: ${'x'.repeat(64 * 1024)}\n\n`
  for (let sent = 0; sent < 1000 && connection?.isClosed === false; sent++) connection.send(event)
  expect(connection?.isClosed).toBe(true)
})

test('a reader that reads nothing of what it missed is dropped', async () => {
  const { connection } = await connectionToReader(100)
  const event = `data: ${'x'.repeat(900 * 1024)}\n\n`
  for (let sent = 0; sent < 100 && connection?.isClosed === false; sent++) await connection.deliver(event)
  expect(connection?.isClosed).toBe(true)
})
