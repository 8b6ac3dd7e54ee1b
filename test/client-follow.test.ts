import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createClient } from '../src/client/index.ts'
import { BASE } from './support/conformance.ts'
import { demoServiceForAll } from './support/demo-service.ts'
import { EVENTS } from './support/event-reader.ts'
import { follow } from './support/follow.ts'
import { startTcpForwarder } from './support/forwarder.ts'
import { gmp, ipo } from './support/lines.ts'
import { localServer } from './support/local-server.ts'
import { FULL, skipWithout } from './support/needs.ts'
import { startTestService, type TestService } from './support/service.ts'

const NOW = '2026-01-15T06:00:00.000Z'
const DAY = '2026-01-15'
const at = (second: number) => new Date(Date.parse(NOW) + second * 1000).toISOString()
const ACME = ipo('acme', { openDate: DAY, closeDate: '2026-01-16', priceMax: 100 })

/** A service with one IPO, and a function that records its next GMP: 1, 2, 3 and so on, a minute apart. */
async function quotedService(env: Record<string, string> = {}) {
  const service = await startTestService({ now: at(1), lines: [ACME], linesAt: NOW, env })
  let amount = 0
  const quote = async () => {
    amount++
    await service.record(at(amount * 60), [gmp('acme', DAY, amount)])
    service.setNow(at(amount * 60 + 1))
  }
  return { service, quote }
}

const quotes = (upTo: number, from = 1) =>
  Array.from({ length: upTo - from + 1 }, (_, i) => `gmp acme ${from + i}`)

/** As after the promotion of a standby that lacks the last round. */
async function replaceStore({ db, refresh }: TestService): Promise<void> {
  await sql`update market_version set version = version - 1`.execute(db)
  await refresh()
}

async function forwarderTo(address: string) {
  const port = Number(new URL(address).port)
  const forwarder = await startTcpForwarder(port)
  onTestFinished(forwarder.close)
  return {
    ...forwarder,
    address: `http://127.0.0.1:${forwarder.port}`,
    restore: () => forwarder.pointAt(port),
  }
}

describe('a loop over the changes', () => {
  test('begins at the present, and a program that is restarted continues without loss or doubling', async () => {
    const { service, quote } = await quotedService()
    const first = follow(service.address)
    await expect.poll(first.types).toEqual(['position'])
    await quote()
    await expect.poll(first.changes).toEqual(quotes(1))
    await first.stop()
    await quote()
    await quote()
    const second = follow(service.address, { since: first.position() })
    await expect.poll(second.changes).toEqual(quotes(3, 2))
    await quote()
    await expect.poll(second.changes).toEqual(quotes(4, 2))
    expect(second.types()).not.toContain('position')
  })

  test('continues a list that was read before', async () => {
    const { service, quote } = await quotedService()
    const { meta } = await createClient(service.address).ipos()
    await quote()
    const followed = follow(service.address, { since: meta.position ?? '' })
    await expect.poll(followed.changes).toEqual(quotes(1))
  })

  test('is left by break, which closes its connection', async () => {
    const { service } = await quotedService()
    let isClosed = false
    const address = await localServer(async (request, response) => {
      response.once('close', () => {
        isClosed = true
      })
      const upstream = await fetch(`${service.address}${request.url}`)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(new TextDecoder().decode((await upstream.body?.getReader().read())?.value))
    })
    for await (const event of createClient(address).follow()) {
      expect(event.type).toBe('position')
      break
    }
    await expect.poll(() => isClosed).toBe(true)
  })

  test('ends when it is aborted, also while it waits for the next connection', async () => {
    const followed = follow('http://127.0.0.1:1')
    await followed.stop()
    expect(followed.isEnded()).toBe(true)
    const already = createClient('http://127.0.0.1:1').follow({ signal: AbortSignal.abort() })
    expect(await already.next()).toEqual({ done: true, value: undefined })
  })
})

describe('from nothing', () => {
  const demo = demoServiceForAll()

  test('the whole list comes as one event, however many pages it has', async () => {
    const followed = follow(demo.address, { since: '0' })
    await expect.poll(followed.types).toEqual(['changes'])
    const slugs: string[] = []
    for await (const page of createClient(demo.address).pages.ipos({ limit: 200 }))
      slugs.push(...(page.ok ? page.ipos.map(({ slug }) => slug) : []))
    expect(slugs.length).toBeGreaterThan(200)
    expect(followed.changes().map((change) => change.split(' ')[1])).toEqual(slugs)
    const { position } = await demo.json(`${BASE}/changes?since=0&limit=1000`)
    expect(followed.position()).toBe(position)
  })
})

describe('a connection', () => {
  test('that is cut again and again loses and doubles nothing', async ({ skip }) => {
    skipWithout(skip, FULL)
    const { service, quote } = await quotedService()
    const forwarder = await forwarderTo(service.address)
    const followed = follow(forwarder.address)
    await expect.poll(followed.types).toEqual(['position'])
    for (let i = 1; i <= 2; i++) {
      await quote()
      forwarder.cut()
      await quote()
      forwarder.restore()
      await expect.poll(followed.changes).toEqual(quotes(2 * i))
    }
    expect(followed.types().filter((type) => type === 'reset')).toEqual([])
  })

  test('without a byte for too long is replaced, as after a laptop has slept', async () => {
    const asked: (string | undefined)[] = []
    const address = await localServer(({ headers }, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const position = `${asked.push(headers['last-event-id']?.toString())}@a`
      // The first connection stays open and brings nothing more, as one whose other end is gone.
      response.write(`retry: 10\nid: ${position}\nevent: position\ndata: {}\n\n`)
    })
    const followed = follow(address, { silenceMs: 200 })
    await expect.poll(() => followed.events.length).toBeGreaterThan(2)
    expect(asked.slice(0, 3)).toEqual([undefined, '1@a', '2@a'])
  })

  test('is kept while the program is busy for longer than that', async () => {
    const silenceMs = 1000
    let asked = 0
    let send: (text: string) => void = () => undefined
    const address = await localServer((_request, response) => {
      asked++
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(
        'id: 1@a\nevent: position\ndata: {}\n\nid: 2@a\nevent: changes\ndata: {"changes":[]}\n\n',
      )
      send = (text) => void response.write(text)
    })
    const positions: string[] = []
    for await (const event of createClient(address).follow({ silenceMs })) {
      if ('position' in event) positions.push(event.position)
      if (positions.length === 3) break
      await new Promise((resolve) => setTimeout(resolve, silenceMs + 200))
      if (positions.length === 2) send('id: 3@a\nevent: changes\ndata: {"changes":[]}\n\n')
    }
    expect([positions, asked]).toEqual([['1@a', '2@a', '3@a'], 1])
  })

  test('that is postponed is tried again after the delay that the service sets', async () => {
    let asked = 0
    const address = await localServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      if (asked++ === 0) return response.end('retry: 10\n: too many connections are open\n\n')
      return response.write('id: 1@a\nevent: position\ndata: {"position":"1@a"}\n\n')
    })
    const followed = follow(address)
    await expect.poll(followed.types).toEqual(['position'])
    expect(asked).toBe(2)
  })

  test.each([
    [503, { 'retry-after': '0' }, ''],
    [429, { 'retry-after': '0' }, ''],
    [502, {}, '<html>Bad gateway</html>'],
    [200, { 'content-type': 'text/html' }, '<html>Please log in</html>'],
  ])('refused with %i %o is tried again', async (status, headers, body) => {
    let asked = 0
    const address = await localServer((_request, response) => {
      if (asked++ === 0) return response.writeHead(status, headers).end(body)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return response.write('id: 1@a\nevent: position\ndata: {}\n\n')
    })
    const followed = follow(address)
    await expect.poll(() => followed.events).toEqual([{ type: 'position', position: '1@a' }])
  })

  test('that the service refuses for good ends the loop with the error', async () => {
    const { service } = await quotedService()
    const malformed = follow(service.address, { since: 'nonsense' })
    await expect.poll(malformed.isEnded).toBe(true)
    expect(malformed.events).toMatchObject([
      { type: 'error', error: { code: 'INVALID_PARAMETER', parameter: 'since' } },
    ])
    const elsewhere = follow(`${service.address}/elsewhere`)
    await expect.poll(elsewhere.isEnded).toBe(true)
    expect(elsewhere.events).toMatchObject([{ type: 'error', error: { code: 'UNEXPECTED_ANSWER' } }])
  })
})

describe('after the store was replaced', () => {
  const LIST = ['new acme 1']

  test('under a connection, there is one reset and then the list', async () => {
    const { service, quote } = await quotedService()
    await quote()
    const followed = follow(service.address)
    await expect.poll(followed.types).toEqual(['position'])
    await quote()
    await expect.poll(followed.changes).toEqual(quotes(2, 2))
    await replaceStore(service)
    await expect.poll(followed.changes).toEqual([...quotes(2, 2), ...LIST])
    await quote()
    await expect.poll(() => followed.changes().at(-1)).toBe('gmp acme 3')
    expect(followed.types().slice(0, 4)).toEqual(['position', 'changes', 'reset', 'changes'])
    expect(followed.types().slice(4)).not.toContain('reset')
  })

  test('while the program was stopped, also where the new store has more versions', async () => {
    const { service, quote } = await quotedService()
    await quote()
    service.setNow(at(900))
    const followed = follow(service.address, { since: `1@${at(600)}` })
    await expect.poll(followed.changes).toEqual(LIST)
    expect(followed.types()).toEqual(['reset', 'changes'])
    expect(followed.events[0]).toEqual({ type: 'reset', position: '0' })
  })
})

describe('where the service has no stream', () => {
  const OFF = { EVENT_CONNECTIONS: '0' }

  test('the changes are requested at intervals', async () => {
    const { service, quote } = await quotedService(OFF)
    expect((await service.get(EVENTS)).status).toBe(204)
    const followed = follow(service.address, { pollMs: 50 })
    await expect.poll(followed.types).toEqual(['position'])
    await quote()
    await expect.poll(followed.changes).toEqual(quotes(1))
    await quote()
    await quote()
    await expect.poll(followed.changes).toEqual(quotes(3))
    await followed.stop()
    await quote()
    const again = follow(service.address, { pollMs: 50, since: followed.position() })
    await expect.poll(again.changes).toEqual(quotes(4, 4))
  })

  test('a position that the store has not reached gives one reset and then the list', async () => {
    const { service, quote } = await quotedService(OFF)
    await quote()
    const followed = follow(service.address, { pollMs: 50, since: `99@${NOW}` })
    await expect.poll(followed.changes).toEqual(['new acme 1'])
    await quote()
    await expect.poll(followed.changes).toEqual(['new acme 1', 'gmp acme 2'])
    expect(followed.types()).toEqual(['reset', 'changes', 'changes'])
  })

  test('a malformed position ends the loop with the error', async () => {
    const { service } = await quotedService(OFF)
    const followed = follow(service.address, { since: 'nonsense' })
    await expect.poll(followed.isEnded).toBe(true)
    expect(followed.events).toMatchObject([{ type: 'error', error: { parameter: 'since' } }])
  })
})
