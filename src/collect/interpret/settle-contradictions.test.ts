import { describe, expect, test } from 'vitest'
import { fresh, Market, plainSource } from '../collect-round.test-market.ts'

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
