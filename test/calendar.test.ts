import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { calendarBody, calendarFile, calendarText } from '../src/feeds/calendar.ts'
import { calendar } from '../src/reports/ipos/calendar.ts'
import { marketVersion } from '../src/store/version/market-version.ts'
import { holiday, ipo, listing, retraction, same } from './support/lines.ts'
import { marketOf } from './support/market-data.ts'
import { type Line, recordAll } from './support/record.ts'
import { startTestService, type TestService } from './support/service.ts'
import { runs, withStore } from './support/store.ts'

const PATH = '/feeds/calendar.ics'
const NOW = '2026-01-15T06:00:00.000Z'
const LATER = '2026-01-15T07:00:00.000Z'

interface Seen {
  readonly uid: string
  readonly day: string
  readonly until: string
  readonly isDate: boolean
  readonly sequence: number
  readonly stamp: string
  readonly summary: string
  readonly description: string
  readonly status: unknown
  readonly url: unknown
}

/** The events as an independent parser reads them. */
function eventsIn(text: string): Seen[] {
  const component = new ICAL.Component(ICAL.parse(text))
  return component.getAllSubcomponents('vevent').map((each) => {
    const event = new ICAL.Event(each)
    return {
      uid: event.uid,
      day: event.startDate.toString(),
      until: event.endDate.toString(),
      isDate: event.startDate.isDate,
      sequence: event.sequence,
      stamp: String(each.getFirstPropertyValue('dtstamp')),
      summary: event.summary,
      description: event.description,
      status: each.getFirstPropertyValue('status'),
      url: each.getFirstPropertyValue('url'),
    }
  })
}

const read = async (service: TestService, query = ''): Promise<Seen[]> =>
  eventsIn(await (await service.get(`${PATH}${query}`)).text())

const ACME = { board: 'SME', openDate: '2026-01-19', closeDate: '2026-01-21', priceMin: 95, priceMax: 100 }
const ALL_DAYS = { ...ACME, allotmentDate: '2026-01-22', listingDate: '2026-01-27', lotSize: 1200 }

test('the calendar of one IPO has its days however old, with the ids of the whole calendar', async () => {
  const lines = [
    ipo('acme-foods', ALL_DAYS),
    ipo('old-mills', { openDate: '2020-09-01', closeDate: '2020-09-03' }),
    ipo('undated'),
  ]
  const service = await startTestService({ now: NOW, lines })
  const uids = async (query: string) => (await read(service, query)).map(({ uid }) => uid)
  expect(await uids('?ipo=acme-foods')).toEqual(await uids(''))
  expect(await uids('?ipo=old-mills')).toEqual(['opens.old-mills@greymark', 'closes.old-mills@greymark'])
  expect(await uids('?ipo=nobody')).toEqual([])
})

test('the days of an IPO are whole days in India, each with an address and its terms', async () => {
  const lines = [
    ipo('acme-foods', { ...ALL_DAYS, name: 'Acme Foods Limited' }),
    ipo('old-mills', { openDate: '2025-09-01', closeDate: '2025-09-03', listingDate: '2025-10-17' }),
    ipo('older-mills', { openDate: '2025-09-01', closeDate: '2025-09-03', listingDate: '2025-10-16' }),
    ipo('undated'),
  ]
  const env = { PUBLIC_URL: 'https://ipo.example' }
  const service = await startTestService({ now: NOW, lines, env })
  const events = await read(service)
  expect(events.map(({ uid }) => uid)).toEqual([
    ...['opens', 'closes', 'lists'].map((kind) => `${kind}.old-mills@ipo.example`),
    ...['opens', 'closes', 'allotment', 'lists'].map((kind) => `${kind}.acme-foods@ipo.example`),
  ])
  expect(events[3]).toMatchObject({
    day: '2026-01-19',
    until: '2026-01-20',
    isDate: true,
    sequence: 0,
    summary: 'Acme Foods Limited IPO opens (SME)',
    description: 'Price band: ₹95 to ₹100 a share.\nLot: 1,200 shares.',
    status: 'CONFIRMED',
    url: 'https://ipo.example/ipos/acme-foods',
  })
  const few = await read(service, '?board=sme&event=Lists,opens')
  expect(few.map(({ day }) => day)).toEqual(['2026-01-19', '2026-01-27'])
  const refused = await service.get(`${PATH}?event=ends`)
  expect(refused.status).toBe(400)
  expect((await refused.json()).error).toMatchObject({ parameter: 'event', code: 'INVALID_PARAMETER' })
})

test('a revised day moves its event without a duplicate; a withdrawn or postponed issue is cancelled', async () => {
  const service = await startTestService({ now: NOW, lines: [ipo('acme', ALL_DAYS), ipo('twin', ACME)] })
  const before = await read(service, '?event=opens')
  await service.record(LATER, [
    ipo('acme', { openDate: '2026-02-02', name: 'Acme & Sons' }),
    ipo('twin', { withdrawn: true }),
  ])
  service.setNow('2026-01-15T08:00:00.000Z')
  const after = await read(service, '?event=opens')
  const [twin, acme] = after
  expect(after.map(({ uid }) => uid).sort()).toEqual(before.map(({ uid }) => uid).sort())
  expect(acme).toMatchObject({ uid: 'opens.acme@greymark', day: '2026-02-02', sequence: 1 })
  expect(twin).toMatchObject({ status: 'CANCELLED', sequence: 1, day: '2026-01-19' })
  expect(twin?.summary).toMatch(/^Withdrawn or postponed: /)
  expect(await read(service, `?event=opens&asOf=2026-01-15T06:30:00Z`)).toEqual(before)
})

test('days that are not announced are due by the timetable, and move with holidays until they are announced', async () => {
  const EXPECTED = '?event=allotment,lists'
  const service = await startTestService({ now: NOW, lines: [ipo('acme', ACME)] })
  const shown = async () =>
    (await read(service, EXPECTED)).map(({ uid, day, status, sequence }) => [uid, day, status, sequence])
  const [allotment, lists] = await read(service, EXPECTED)
  expect(allotment).toMatchObject({
    uid: 'allotment.acme@greymark',
    day: '2026-01-22',
    summary: 'Allotment due by 22 Jan 2026: acme Limited IPO (SME)',
    description: expect.stringMatching(/^Expected, not announced: /),
    status: 'TENTATIVE',
    sequence: 0,
  })
  expect(lists).toMatchObject({
    uid: 'lists.acme@greymark',
    day: '2026-01-26',
    summary: 'Listing due 26 Jan 2026: acme Limited IPO (SME)',
  })
  await service.record(LATER, [
    holiday('2026-01-26', 'Kite Festival'),
    holiday('2026-01-22', 'Lamp Festival', { segment: 'clearing' }),
  ])
  const moved = await shown()
  expect(moved).toEqual([
    ['allotment.acme@greymark', '2026-01-23', 'TENTATIVE', 2],
    ['lists.acme@greymark', '2026-01-28', 'TENTATIVE', 2],
  ])
  expect((await read(service, '?event=opens')).map(({ sequence }) => sequence)).toEqual([0])
  await service.record('2026-01-15T07:30:00.000Z', [retraction(holiday('2026-01-26'))])
  await service.record('2026-01-15T08:00:00.000Z', [ipo('acme', { board: 'SME', listingDate: '2026-01-29' })])
  service.setNow('2026-01-15T09:00:00.000Z')
  expect(await shown()).toEqual([
    ['allotment.acme@greymark', '2026-01-23', 'TENTATIVE', 4],
    ['lists.acme@greymark', '2026-01-29', 'CONFIRMED', 4],
  ])
  const [, announced] = await read(service, EXPECTED)
  expect(announced?.summary).toBe('acme Limited IPO lists (SME)')
  service.setNow('2026-01-29T04:29:00.000Z')
  expect(await shown()).toHaveLength(2)
  service.setNow('2026-01-29T04:31:00.000Z')
  expect(await shown()).toEqual([['lists.acme@greymark', '2026-01-29', 'CONFIRMED', 4]])
})

test('the ends of lock-ins are days of their own, about those of an allotment that is not announced', async () => {
  const anchored = { openDate: '2026-01-19', closeDate: '2026-01-21', anchorShares: 2_25_001 }
  const lines = [
    ipo('acme', { ...anchored, allotmentDate: '2026-01-22', listingDate: '2026-01-27' }),
    ipo('twin', anchored),
    ipo('gone', { ...anchored, withdrawn: true }),
    holiday('2026-02-23'),
  ]
  const service = await startTestService({ now: NOW, lines })
  const events = await read(service, '?event=lockIn')
  expect(events.map(({ uid, day, status }) => [uid, day, status])).toEqual([
    ['lockin-30.acme@greymark', '2026-02-21', 'CONFIRMED'],
    ['lockin-30.twin@greymark', '2026-02-21', 'TENTATIVE'],
    ['lockin-90.acme@greymark', '2026-04-22', 'CONFIRMED'],
    ['lockin-90.twin@greymark', '2026-04-22', 'TENTATIVE'],
  ])
  expect(events.map(({ summary }) => summary).slice(0, 2)).toEqual([
    'acme Limited IPO 30-day lock-in ends (mainboard)',
    '30-day lock-in ends about 21 Feb 2026: twin Limited IPO (mainboard)',
  ])
  expect(events[0]?.description).toContain(
    '1,12,500 shares of anchor investors, 50% of theirs. Next trading day: 24 Feb 2026. Other lock-ins, ',
  )
  service.setNow('2026-04-22T06:00:00.000Z')
  expect((await read(service, '?event=lockIn')).map(({ uid }) => uid)).toHaveLength(4)
})

test('nothing is due of a withdrawn issue; an expected day keeps an issue in the calendar like an announced one', async () => {
  const lines = [
    ipo('gone', { ...ACME, withdrawn: true }),
    ipo('slow', { openDate: '2025-10-14', closeDate: '2025-10-15' }),
    ipo('slower', { openDate: '2025-10-13', closeDate: '2025-10-14' }),
    ipo('slowest', { openDate: '2025-10-08', closeDate: '2025-10-09', exchanges: ['BSE'] }),
    holiday('2025-10-15'),
    // BSE follows its own holidays once it has one.
    holiday('2025-12-25', 'Lamp Festival', { exchange: 'BSE' }),
  ]
  const service = await startTestService({ now: '2026-01-17T06:00:00.000Z', lines })
  expect((await read(service)).map(({ uid }) => uid.split('@')[0])).toEqual([
    ...['opens.slower', 'opens.slow', 'closes.slower', 'closes.slow', 'allotment.slow', 'allotment.slower'],
    ...['lists.slow', 'lists.slower', 'opens.gone', 'closes.gone'],
  ])
  service.setNow('2026-01-19T06:00:00.000Z')
  expect(await read(service, '?event=lists')).toEqual([])
})

test('an answer is cached, compressed, and the same bytes for all', async () => {
  const service = await startTestService({ now: NOW, lines: [ipo('acme', ALL_DAYS)] })
  const first = await service.get(PATH)
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'access-control-allow-origin': '*',
    'x-market-version': expect.stringMatching(/^1@/),
    'cache-control': expect.stringContaining('max-age=60'),
  })
  service.setNow(LATER)
  const again = await service.get(PATH, { 'if-none-match': first.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  expect((await service.get(PATH, { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe(
    'gzip',
  )
  const wrong = await fetch(`${service.address}${PATH}`, { method: 'POST' })
  expect([wrong.status, (await wrong.json()).error.code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
})

test('any text is parsed back unchanged, from lines of at most 75 bytes', () => {
  const hostile = fc.constantFrom('\r\nEND:VEVENT\r\n', '; , : \\ "', '\\n', '₹🚀', 'é'.repeat(100), ' ')
  const text = fc.array(fc.oneof(hostile, fc.string({ unit: 'grapheme', maxLength: 200 })), { maxLength: 4 })
  fc.assert(
    fc.property(text, (parts) => {
      const summary = parts.join('')
      const lines = [
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        `SUMMARY:${calendarText(summary)}`,
        'END:VEVENT',
        'END:VCALENDAR',
      ]
      const file = calendarFile(lines)
      for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      const [event] = eventsIn(file.replace('SUMMARY', 'DTSTART;VALUE=DATE:20260101\r\nSUMMARY'))
      expect(event?.summary ?? '').toBe(summary.replace(/\r\n|\r/g, '\n').replace(/[^\P{Cc}\n]/gu, ''))
    }),
    { numRuns: 100 },
  )
})

/** What facts may state about an issue, or about two merged ones. */
const DAYS = ['2026-01-19', '2026-01-20', '2026-02-03', null]
const line: fc.Arbitrary<Line> = fc.oneof(
  fc
    .record(
      {
        openDate: fc.constantFrom(...DAYS),
        closeDate: fc.constantFrom(...DAYS),
        allotmentDate: fc.constantFrom(...DAYS),
        listingDate: fc.constantFrom(...DAYS),
        anchorShares: fc.constantFrom(1000, null),
        withdrawn: fc.boolean(),
        postponed: fc.boolean(),
        source: fc.constantFrom('nse', 'bse', 'operator'),
      },
      { requiredKeys: ['source'] },
    )
    .map((more) => ipo('acme', more)),
  fc.constant(listing('acme', '2026-01-14', 120)),
  fc.constant(same('acme-2026', 'acme')),
  fc.constant(retraction(listing('acme', '2026-01-14', 120))),
  fc
    .tuple(
      fc.constantFrom('2026-01-22', '2026-01-23', '2026-01-27', '2026-02-23'),
      fc.constantFrom(null, 'Kite Festival'),
      fc.constantFrom('trading', 'clearing'),
      fc.constantFrom('NSE', 'BSE'),
    )
    .map(([day, name, segment, exchange]) => holiday(day, name, { segment, exchange })),
  fc.constant(retraction(holiday('2026-01-22'))),
)

test('a parser sees a higher sequence whenever an event changes, and never a lower one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) =>
      withStore(async (db) => {
        const see = async () => {
          const moment = { ...(await marketVersion(db)), asOf: null, clock: NOW }
          const { events } = await calendar(marketOf(db), moment, {})
          return new Map(
            eventsIn(calendarBody(events, { publicUrl: '', demo: false })).map((event) => [event.uid, event]),
          )
        }
        await recordAll(db, NOW, [ipo('acme', ACME), ipo('acme-2026')])
        let before = await see()
        for (const [i, said] of lines.entries()) {
          await recordAll(db, `2026-01-15T06:0${i + 1}:00.000Z`, [said])
          const after = await see()
          for (const [uid, event] of after) {
            const known = before.get(uid)
            if (!known) continue
            const { sequence, stamp, ...shown } = event
            const { sequence: last, stamp: lastStamp, ...lastShown } = known
            expect(sequence).toBeGreaterThanOrEqual(last)
            if (JSON.stringify(shown) !== JSON.stringify(lastShown)) {
              expect(sequence).toBeGreaterThan(last)
              expect(stamp > lastStamp).toBe(true)
            }
          }
          before = after
        }
      }),
    ),
    runs(15),
  )
})
