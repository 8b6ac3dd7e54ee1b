import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { createGunzip, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { BEAT_EVERY_MS } from '../src/feeds/change-events.ts'
import { addDays, instantFromMs } from '../src/market/calendar.ts'
import { BASE } from './support/conformance.ts'
import { gmp, ipo } from './support/lines.ts'
import { startTestService, type TestService } from './support/service.ts'

const TODAY = '2026-01-15'
const MIDNIGHT = Date.parse('2026-01-14T18:30:00.000Z')
const at = (minute: number, seconds = 0) => instantFromMs(MIDNIGHT + minute * 60_000 + seconds * 1000)
const MINUTES = 1440
const ROUNDS = 30
const REPORTS_PER_ROUND = 10
const SOURCES = ['InvestorGain', 'IPOWatch', 'IPO Ji', 'IPO Premium', 'Chittorgarh']

const WORDS = ['Ashva', 'Bharani', 'Chetan', 'Deepti', 'Eknath', 'Falguni', 'Girish']
const TRADES = ['Foods', 'Power', 'Textiles', 'Metals', 'Pharma']
const ISSUES = Array.from({ length: 60 }, (_, i) =>
  ipo(`issue-number-${i}`, {
    name: `${WORDS[i % WORDS.length]} ${TRADES[i % TRADES.length]} ${i} Limited`,
    board: i % 3 === 0 ? 'MAINBOARD' : 'SME',
    symbol: `SYM${i}`,
    ...{ priceMin: 95 + i, priceMax: 100 + i, lotSize: 100 + i, issueSizeCr: 20 + i * 3.25 },
    ...{ openDate: addDays(TODAY, (i % 12) - 6), closeDate: addDays(TODAY, (i % 12) - 3) },
    listingDate: addDays(TODAY, (i % 12) + 1),
  }),
)

/** Ten different IPOs or sources, with ordinary figures. */
const reportsOf = (round: number) =>
  Array.from({ length: REPORTS_PER_ROUND }, (_, i) => {
    const n = round * REPORTS_PER_ROUND + i
    return gmp(`issue-number-${(n * 7) % 37}`, TODAY, 10 + ((n * n * 31) % 61), SOURCES[i % SOURCES.length])
  })

/** Sends requests over one connection, and counts the bytes of answers, headers included. */
class Poller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  #socket: Socket | undefined
  #etag: string | undefined

  constructor() {
    onTestFinished(() => this.#agent.destroy())
  }

  async ask(service: TestService, path: string): Promise<{ status: number; bytes: number; body: string }> {
    const before = this.#socket?.bytesRead ?? 0
    const headers = { 'accept-encoding': 'gzip', ...(this.#etag && { 'if-none-match': this.#etag }) }
    const asked = request(`${service.address}${path}`, { agent: this.#agent, headers })
    asked.once('socket', (socket) => {
      this.#socket = socket
    })
    asked.end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    const body = Buffer.concat(await response.toArray())
    this.#etag = response.headers.etag
    return {
      status: response.statusCode ?? 0,
      bytes: (this.#socket?.bytesRead ?? 0) - before,
      body: body.length === 0 ? '' : gunzipSync(body).toString(),
    }
  }
}

/** Stays connected, and counts the received bytes. */
async function listening(service: TestService, since: string) {
  const headers = { 'accept-encoding': 'gzip' }
  const asked = request(`${service.address}/feeds/changes?since=${since}`, { agent: false, headers })
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  let text = ''
  response.pipe(createGunzip().on('error', () => undefined)).on('data', (part) => {
    text += part
  })
  onTestFinished(() => void response.destroy())
  return { bytes: () => response.socket.bytesRead, text: () => text }
}

/** The bytes of a comment in a compressed stream, measured over a thousand of them. */
const BEAT_BYTES = 4.5

test('over a day of 300 reports, a reader of events gets a fraction of the bytes of a poller of the list', async () => {
  const service = await startTestService({ now: at(0), lines: ISSUES })
  service.setNow(at(0, 2))
  let { position } = await service.json(`${BASE}/changes?since=0&limit=1000`)
  const [list, changes] = [new Poller(), new Poller()]
  const events = await listening(service, position)
  const counted = { list: 0, changes: 0 }
  let polls = 0
  const poll = async () => {
    const ofList = await list.ask(service, `${BASE}/ipos?limit=200`)
    const ofChanges = await changes.ask(service, `${BASE}/changes?since=${position}`)
    if (ofChanges.status === 200) position = JSON.parse(ofChanges.body).position
    counted.list += ofList.bytes
    counted.changes += ofChanges.bytes
    polls++
    return { ofList, ofChanges }
  }
  // When bidding opens and ends, and at each round; then once more, when a poller of changes has a new address.
  const moments = [10 * 60, 17 * 60].map((minute) => ({ minute, lines: [] as typeof ISSUES }))
  const rounds = Array.from({ length: ROUNDS }, (_, i) => ({ minute: 605 + i * 23, lines: reportsOf(i) }))
  await poll()
  for (const { minute, lines } of [...moments, ...rounds].sort((a, b) => a.minute - b.minute)) {
    service.setNow(at(minute))
    if (lines.length > 0) await service.record(at(minute), lines)
    service.setNow(at(minute, 30))
    expect((await poll()).ofChanges.status).toBe(200)
    await poll()
  }
  const { ofList, ofChanges } = await poll()
  expect([ofList.status, ofChanges.status]).toEqual([304, 304])
  // In all other minutes there is nothing new.
  const listBytes = counted.list + (MINUTES - polls) * ofList.bytes
  const changesBytes = counted.changes + (MINUTES - polls) * ofChanges.bytes
  await expect.poll(events.text).toContain(`id: ${position}\n`)
  const beats = (MINUTES * 60_000) / BEAT_EVERY_MS
  const eventBytes = events.bytes() + beats * BEAT_BYTES
  expect(changesBytes).toBeLessThan(listBytes)
  expect(eventBytes).toBeLessThan(listBytes / 60)
})
