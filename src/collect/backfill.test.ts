import { describe, expect, test } from 'vitest'
import type { DownloadRequest } from '../sources/source.ts'
import type { Fault } from '../store/tables.ts'
import { readPast } from './backfill.ts'
import { fresh, Market, plainSource, terms } from './collect-round.test-market.ts'
import { UpstreamFault } from './download/upstream-fault.ts'

const NOW = '2026-03-01T06:00:00.000Z'
const source = plainSource('nse-issues', 'nse')

const requestsTo = (host: string, count: number): DownloadRequest[] =>
  Array.from({ length: count }, (_, i) => ({
    document: `detail/${host}${i}`,
    url: `https://${host}/${i}`,
    expects: 'json',
  }))

/** Reads documents of hosts, some of which fail, and returns the report and the addresses that were requested. */
async function readFrom(requests: readonly DownloadRequest[], failing: Readonly<Record<string, Fault>>) {
  const market = await Market.open()
  const asked: string[] = []
  const report = await readPast(market.db, source, requests, {
    now: () => NOW,
    sources: [source],
    closed: new Map(),
    inTurn: (_source, round) => round(new AbortController().signal),
    get: async ({ url }) => {
      asked.push(url)
      const fault = failing[new URL(url).host]
      if (fault) throw new UpstreamFault(fault, 'failed')
      return fresh(JSON.stringify([terms({ name: `Acorn ${asked.length} Limited` })]))
    },
  })
  const rounds = await market.db.selectFrom('rounds').select(['work', 'outcome']).execute()
  return { report, asked, rounds }
}

test('documents are read in small rounds, which are of backfill', async () => {
  const { report, rounds } = await readFrom(requestsTo('a.example', 9), {})
  expect(report).toMatchObject({ requested: 9, taken: 9, unread: 0, notRequested: 0, stopped: null })
  expect(rounds).toEqual(Array(3).fill({ work: 'backfill', outcome: 'done' }))
})

test('the documents of one issue are in one round', async () => {
  const pairs = requestsTo('a.example', 5).flatMap((page) => [
    page,
    { ...page, document: page.document.replace('detail', 'demand'), url: `${page.url}/demand` },
  ])
  const { rounds } = await readFrom([...pairs.slice(0, 1), ...pairs.slice(2), ...pairs.slice(1, 2)], {})
  expect(rounds).toHaveLength(2)
})

describe('a host that fails', () => {
  test.each<[Fault, number]>([
    ['refused', 3],
    ['unreachable', 3],
  ])('as %s is not asked after that round, and the others are', async (fault, asks) => {
    const requests = [...requestsTo('a.example', 12), ...requestsTo('b.example', 4)]
    const { report, asked } = await readFrom(requests, { 'a.example': fault })
    expect(asked.filter((url) => url.includes('a.example'))).toHaveLength(asks)
    expect(report).toMatchObject({ taken: 4, unread: 3, notRequested: 9, stopped: `${fault}: failed` })
  })

  test('to have any of some documents is not asked for the older ones', async () => {
    const { report } = await readFrom(requestsTo('a.example', 20), { 'a.example': 'changed' })
    expect(report).toMatchObject({ requested: 8, unread: 8, notRequested: 12 })
    expect(report.stopped).toBe('nothing of the last documents could be read: changed: failed')
  })

  test('to have one document is asked for the others', async () => {
    const requests = [...requestsTo('b.example', 1), ...requestsTo('a.example', 5)]
    const { report } = await readFrom(requests, { 'b.example': 'changed' })
    expect(report).toMatchObject({ taken: 5, unread: 1, notRequested: 0, stopped: null })
  })
})
