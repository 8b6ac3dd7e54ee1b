import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '../market/calendar.ts'
import type { DownloadRequest } from '../sources/source.ts'
import { fresh, Market, nse, plainSource, terms } from './collect-round.test-market.ts'
import { collectDays } from './collect-round.ts'
import type { DownloadResult } from './download/download-document.ts'
import { UpstreamFault } from './download/upstream-fault.ts'

const NOW = '2026-03-20T14:00:00.000Z'
const DAYS = Array.from({ length: 12 }, (_, i) => addDays('2026-03-01', i))

const daily = plainSource('bse-deals', 'bse', {
  isDated: true,
  plan: ({ days }) =>
    days.map((day) => ({ document: day, url: `https://x.example/${day}`, expects: 'json', day })),
})

const deal = (tradeDate: Day) => ({
  kind: 'deal',
  deal: {
    exchange: 'BSE',
    kind: 'BULK',
    tradeDate,
    symbol: 'ACORN',
    securityName: 'Acorn Mills',
    clientName: 'SOME FUND',
    dealType: 'BUY',
    quantity: 500,
    price: 10_000,
  },
})

const bad = (rule: string) => ({ rule, reason: 'no such thing' })
const of = (...page: unknown[]): DownloadResult => fresh(JSON.stringify(page))
const dayOf = ({ day = '' }: DownloadRequest): Day => day

async function collectAll(answer: (day: Day) => DownloadResult, dryRun = false) {
  const market = await Market.open()
  const get = async (request: DownloadRequest) => answer(dayOf(request))
  const options = { now: () => NOW, get, sources: [daily], days: DAYS, dryRun }
  const report = await collectDays(market.db, daily, options)
  const rounds = await market.db.selectFrom('rounds').selectAll().orderBy('id').execute()
  return { market, report, rounds }
}

describe('many days', () => {
  test('are collected five per round, and reported as one', async () => {
    const { market, report, rounds } = await collectAll((day) => of(deal(day), deal(day)))
    expect(rounds.map(({ rows_read }) => rows_read)).toEqual([10, 10, 4])
    expect(report).toMatchObject({
      ...{ source: 'bse-deals', outcome: 'done', fault: null, words: null },
      ...{ asked: 12, read: 24, taken: 24, known: 0, refused: 0 },
    })
    const recorded = (await market.factsOf('deal')).map((fact) => fact.recorded)
    expect(report.committed).toBe(recorded.toSorted().at(-1))
  })

  test('have their refusals counted by rule, over all rounds', async () => {
    const { report } = await collectAll((day) =>
      of(deal(day), ...(day === DAYS[0] || day === DAYS[11] ? [bad('deal-side')] : [bad('deal-price')])),
    )
    expect(report.refused).toBe(12)
    expect(report.refusedBy).toEqual(
      new Map([
        ['deal-side', 2],
        ['deal-price', 10],
      ]),
    )
  })

  test('have the outcome of the worst round, with the message of the first fault', async () => {
    const { report } = await collectAll((day) => {
      if (day === DAYS[6]) throw new UpstreamFault('unreachable', `${day}: HTTP 500`)
      return day === DAYS[11] ? fresh('<html>') : of(deal(day))
    })
    expect(report).toMatchObject({
      ...{ outcome: 'partial', fault: 'unreachable', words: `${DAYS[6]}: HTTP 500` },
      ...{ asked: 12, taken: 10 },
    })
  })

  test('are not requested after a round that stopped early', async () => {
    const requested: Day[] = []
    const { report, rounds } = await collectAll((day) => {
      requested.push(day)
      if (day >= (DAYS[5] ?? '')) throw new UpstreamFault('refused', `${day}: a page titled "Access Denied"`)
      return of(deal(day))
    })
    expect(requested).toEqual(DAYS.slice(0, 8))
    expect(rounds.map(({ outcome }) => outcome)).toEqual(['done', 'failed'])
    expect(report).toMatchObject({ outcome: 'failed', fault: 'refused', taken: 5, isBrokenOff: true })
  })

  test('on a dry run are reported row by row, and nothing is recorded', async () => {
    const { report, rounds } = await collectAll((day) => of(deal(day)), true)
    expect(report).toMatchObject({ taken: 12, rows: DAYS.map(() => ({ refused: null })) })
    expect(rounds).toEqual([])
  })
})

test('a source without named days is collected in one round', async () => {
  const market = await Market.open()
  const options = { now: () => NOW, get: async () => of(terms()), sources: [nse] }
  expect(await collectDays(market.db, nse, options)).toMatchObject({
    outcome: 'done',
    asked: 1,
    taken: 1,
  })
})
