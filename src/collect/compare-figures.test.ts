import { describe, expect, test } from 'vitest'
import type { ReportedSubscription } from '../sources/source.ts'
import { fresh, Market, nse, plainSource, subscribedTimes, terms } from './collect-round.test-market.ts'

const NOW = '2026-03-10T14:00:00.000Z'

const deal = (quantity: number) => ({
  kind: 'deal',
  deal: {
    exchange: 'BSE',
    kind: 'BULK',
    tradeDate: '2026-03-10',
    symbol: 'ACORN',
    securityName: 'Acorn Mills',
    clientName: 'SOME FUND',
    dealType: 'BUY',
    quantity,
    price: 10_000,
  },
})

/** The same list under two addresses. */
const twice = plainSource('bse-deals', 'bse', {
  plan: () =>
    ['bulk', 'bulk/2026-03-10'].map((document) => ({
      document,
      url: `https://x.example/${document}`,
      expects: 'json',
    })),
})

describe('deals of one day in two downloads of a round', () => {
  test.each([
    ['the same rows', [500, 700], [500, 700], [500, 700]],
    ['two equal rows in each', [500, 500], [500, 500], [500, 500]],
    ['one row here, the same twice there', [500], [500, 500], [500, 500]],
    ['two equal rows here, one of them there', [500, 500, 700], [500], [500, 500, 700]],
    ['each with a row of its own', [500, 700], [500, 900], [500, 700, 900]],
  ])('%s: as many as in the one with the most', async (_rule, latest, ofDay, taken) => {
    const market = await Market.open()
    const report = await market.collect(twice, NOW, async ({ document }) =>
      fresh(JSON.stringify((document === 'bulk' ? latest : ofDay).map(deal))),
    )
    expect(report).toMatchObject({
      read: latest.length + ofDay.length,
      taken: taken.length,
      known: latest.length + ofDay.length - taken.length,
      refused: 0,
    })
    expect((await market.factsOf('deal')).map(({ quantity }) => quantity)).toEqual(taken)
  })
})

describe('the multiple of a book and its applications in one round', () => {
  const DAYS = { openDate: '2026-03-09', closeDate: '2026-03-11' }
  const multiple = subscribedTimes(0.5, { sharesOffered: 1000, sharesBid: 500 })
  const bids = (sharesBid: number) =>
    subscribedTimes(0, { timesSub: null, sharesBid, applications: 5, printed: `${sharesBid} bids` })

  test.each<[string, ReportedSubscription[], object[]]>([
    [
      'are one reading when both have the same bids',
      [multiple, bids(500)],
      [{ timesSub: 0.5, sharesOffered: 1000, sharesBid: 500, applications: 5 }],
    ],
    [
      'are one reading in any order',
      [bids(500), multiple],
      [{ timesSub: 0.5, sharesOffered: 1000, sharesBid: 500, applications: 5 }],
    ],
    [
      'are not mixed when bids have come in between',
      [multiple, bids(600)],
      [{ timesSub: 0.5, sharesOffered: 1000, sharesBid: 500, applications: null }],
    ],
    ['may be bids alone', [bids(500)], [{ timesSub: null, sharesBid: 500, applications: 5 }]],
    ['are refused when the bids contradict each other', [bids(500), bids(600)], []],
    ['are refused when the multiples do', [multiple, subscribedTimes(0.7), bids(500)], []],
  ])('%s', async (_name, readings, facts) => {
    const market = await Market.open()
    await market.collectPage(nse, NOW, [terms(DAYS), ...readings])
    expect(await market.factsOf('subscription')).toMatchObject(facts)
    expect(new Set(await market.rules())).toEqual(new Set(facts.length === 0 ? ['contradiction'] : []))
  })
})
