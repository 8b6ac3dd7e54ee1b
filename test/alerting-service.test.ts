import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { loadConfig } from '../src/config.ts'
import { instantFromMs, msOf } from '../src/market/calendar.ts'
import { type Service, startService } from '../src/service/start.ts'
import { alertLog } from '../src/store/alerts/alert-log.ts'
import { alertProgress } from '../src/store/alerts/alert-progress.ts'
import { ipo } from './support/lines.ts'
import { FULL, needs, ONCE, skipWithout } from './support/needs.ts'
import { SECRETS } from './support/receivers/start-receiver.ts'
import { recordAll } from './support/record.ts'
import { TEST_SETTINGS } from './support/service.ts'
import { emptyStoreUrl, openStore, temporaryFolder } from './support/store.ts'

const realNow = () => new Date().toISOString()

interface Received {
  readonly path: string | undefined
  readonly authorization: string | undefined
  readonly body: string
}

/** An ntfy server that answers with a status, or as a test wants it. */
async function startReceiver() {
  const received: Received[] = []
  const state: { status: number; answer?: (response: ServerResponse) => void } = { status: 200 }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ path: request.url, authorization: request.headers.authorization, body })
    if (state.answer) return state.answer(response)
    response
      .writeHead(state.status, { 'content-type': 'application/json' })
      .end('{"id":"a","event":"message"}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { received, state, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

interface SetUp {
  readonly isEmpty?: boolean
  /** Called for each line of the log, on the main thread. */
  readonly onLine?: (message: string) => void
}

async function setUp(more: Record<string, unknown> = {}, { isEmpty = false, onLine }: SetUp = {}) {
  const url = await emptyStoreUrl()
  const db = await openStore(url)
  if (!isEmpty) await recordAll(db, instantFromMs(msOf(realNow()) - 60_000), [ipo('old-mill')])
  const receiver = await startReceiver()
  const file = join(temporaryFolder(), 'alerts.json')
  const write = (content: unknown) => writeFileSync(file, JSON.stringify(content))
  const channels = {
    family: { type: 'ntfy', server: receiver.base, topic: 'ipos', token: { env: 'NTFY_TOKEN' } },
  }
  write({ channels, rules: [{ name: 'new IPOs', on: 'new', channels: ['family'] }], ...more })
  const lines: Record<string, unknown>[] = []
  const start = async (variables: Record<string, string> = { NTFY_TOKEN: 'tk_abc' }): Promise<Service> => {
    const own = { DATABASE_URL: url, ALERTS: file, METRICS: '127.0.0.1:0', LOG_LEVEL: 'info' }
    const config = loadConfig({ ...TEST_SETTINGS, ...own })
    const service = await startService(
      config,
      realNow,
      {
        write: (line) => {
          const read = JSON.parse(line)
          lines.push(read)
          onLine?.(String(read.msg))
        },
      },
      variables,
    )
    onTestFinished(() => service.stop())
    return service
  }
  const messages = () => lines.map(({ msg }) => String(msg))
  /** Facts that are recorded before the first reading are no news. */
  const sending = async () => {
    await expect.poll(messages).toContain('this process sends alerts')
    await expect.poll(() => alertProgress(db)).not.toBeNull()
  }
  return { db, receiver, start, lines, messages, sending, write, channels, file }
}

const metricsOf = async ({ metricsUrl }: Service): Promise<string> => (await fetch(String(metricsUrl))).text()

test('a service sends alerts on its own thread, logs and counts them, and never logs a secret', async () => {
  const { db, receiver, start, lines, messages, sending } = await setUp()
  const service = await start()
  await sending()
  await expect.poll(() => metricsOf(service)).toMatch(/^greymark_alerts_sending 1$/m)
  await recordAll(db, realNow(), [ipo('acme')])
  await expect.poll(() => receiver.received).toHaveLength(1)
  expect(receiver.received[0]).toMatchObject({
    authorization: 'Bearer tk_abc',
    body: expect.stringMatching(/acme/i),
  })
  await expect.poll(messages).toContainEqual(expect.stringMatching(/^alert delivered to family: .*acme/i))
  expect(lines.find(({ msg }) => /delivered/.test(String(msg)))).toMatchObject({
    level: 30,
    channel: 'family',
    rules: ['new IPOs'],
  })
  expect(await metricsOf(service)).toMatch(
    /^greymark_alert_messages_total\{channel="family",outcome="delivered"\} 1$/m,
  )
  expect(JSON.stringify(lines)).not.toMatch(/tk_abc/)
})

describe('whatever the engine', () => {
  // The outbox and the loop that read the store have tests of their own on both engines.
  needs(ONCE)

  test('a message that cannot be delivered is logged as a warning, and delivered later', async ({ skip }) => {
    skipWithout(skip, FULL)
    const { db, receiver, start, lines, messages, sending } = await setUp()
    receiver.state.status = 503
    const service = await start()
    await sending()
    await recordAll(db, realNow(), [ipo('acme')])
    await expect.poll(messages).toContainEqual(expect.stringMatching(/^alert not delivered to family/))
    expect(lines.at(-1)).toMatchObject({ level: 40, tries: 1, nextTry: expect.any(String) })
    await expect
      .poll(() => metricsOf(service))
      .toMatch(/^greymark_alert_messages_waiting\{channel="family"\} 1$/m)
    receiver.state.status = 200
    await expect.poll(messages).toContainEqual(expect.stringMatching(/^alert delivered to family/))
  })

  test('a file that has changed applies, and one with problems is reported while the previous rules apply', async ({
    skip,
  }) => {
    skipWithout(skip, FULL)
    const { db, receiver, start, messages, sending, write, channels } = await setUp({ rules: [] })
    await start()
    await sending()
    write({ channels, rules: [{ name: 'new IPOs', on: 'new', channels: ['family'] }] })
    await expect
      .poll(messages)
      .toContainEqual(expect.stringMatching(/was read again \(1 rule, 1 channel, no digest\)$/))
    write({ channels, rules: 'none' })
    await expect.poll(messages).toContainEqual(expect.stringMatching(/has problems/))
    await recordAll(db, realNow(), [ipo('acme')])
    await expect.poll(() => receiver.received).toHaveLength(1)
  })

  test('a message that was confirmed before a stop is recorded, although the store is locked for seconds', async () => {
    const { db, receiver, start, sending, write } = await setUp()
    const family = { type: 'webhook', url: receiver.base, secret: { env: 'HOOK' } }
    write({ channels: { family }, rules: [{ name: 'new IPOs', on: 'new', channels: ['family'] }] })
    const [confirmed, unlocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    receiver.state.answer = (response) =>
      db.transaction().execute(async (tx) => {
        await sql`update alert_progress set id = id`.execute(tx)
        // Once the status is read, the sender cuts off the rest of the answer.
        response.on('close', confirmed.resolve)
        response.writeHead(200).write('a part of the body')
        await unlocked.promise
      })
    const service = await start({ HOOK: SECRETS.webhook })
    await sending()
    await recordAll(db, realNow(), [ipo('acme')])
    await confirmed.promise
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stopped = service.stop()
    await vi.advanceTimersByTimeAsync(6900)
    vi.useRealTimers()
    unlocked.resolve()
    await stopped
    expect(await alertLog(db, { limit: 9 })).toMatchObject([{ state: 'delivered' }])
  })

  test('a file with problems stops the start, and every problem is named', async () => {
    const { start } = await setUp({ rules: [{ name: 'x', on: 'newest', channels: ['friends'] }] })
    await expect(start({})).rejects.toThrow(/bad alerts file .*\n.*NTFY_TOKEN.*\n.*newest/)
  })

  test('a file that breaks before the thread reads it is reported once, and the rules of the start apply', async ({
    skip,
  }) => {
    skipWithout(skip, FULL)
    let breakFile = () => {}
    const { db, receiver, start, messages, sending, write, channels, file } = await setUp(
      {},
      { onLine: (message) => /is valid/.test(message) && breakFile() },
    )
    breakFile = () => write({ channels, rules: 'none' })
    await start()
    await sending()
    await recordAll(db, realNow(), [ipo('acme')])
    await expect.poll(() => receiver.received).toHaveLength(1)
    breakFile = () => {}
    write({ channels, rules: [] })
    await expect.poll(messages).toContain(`${file} was read again (0 rules, 1 channel, no digest)`)
    const about = messages().filter((message) => /alerts\.json|crashed/.test(message))
    expect(about.slice(0, 2)).toEqual([
      `${file} is valid (1 rule, 1 channel, no digest)`,
      `${file} has problems; the previous rules stay in use`,
    ])
    expect(about).not.toContainEqual(expect.stringMatching(/crashed/))
  })

  test('without facts the log tells that nothing is sent, and the file is followed all the same', async ({
    skip,
  }) => {
    skipWithout(skip, FULL)
    const { start, messages, write, channels, file } = await setUp(
      { digest: { at: '08:00', channels: ['family'] } },
      { isEmpty: true },
    )
    await start()
    await expect.poll(messages).toContain('the store has no facts yet: no alerts are sent until it has')
    expect(messages()).toContain(`${file} is valid (1 rule, 1 channel, digest at 08:00)`)
    write({ channels, rules: 'none' })
    await expect.poll(messages).toContain(`${file} has problems; the previous rules stay in use`)
    expect(messages()).not.toContain('this process sends alerts')
  })
})
