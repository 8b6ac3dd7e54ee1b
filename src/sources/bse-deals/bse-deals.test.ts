import { describe, expect, test } from 'vitest'
import { type DownloadedDocument, type PlanContext, Unreadable } from '../source.ts'
import { bseDeals } from './bse-deals.ts'

const contextOf = (days: readonly string[] = []): PlanContext => ({
  now: '2027-03-10T14:00:00.000Z',
  days,
  lastRead: () => null,
})

const answer = (body: unknown, document = 'bulk', day: string | null = null): DownloadedDocument => ({
  document,
  url: 'https://exchange.example',
  day,
  fetchedAt: '2027-03-10T14:00:00.000Z',
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

const deal = (changes: Record<string, unknown> = {}) => ({
  DEAL_DATE: '10/03/2027',
  SCRIP_CODE: 599001,
  ScripName: 'ZEPHYRTEA ',
  CLIENT_NAME: ' MARIGOLD  FAMILY TRUST . ',
  TRANSACTION_TYPE: 'B',
  QUANTITY: 1200000.0,
  PRICE: 41.05,
  SENDTOWEBSITE: '2027-03-10T17:42:11.21',
  ...changes,
})

const read = (rows: readonly unknown[], document?: string, day?: string) =>
  bseDeals.read(answer({ Table: rows }, document, day ?? null))

describe('what is requested', () => {
  test('without days, the lists of the latest day', () => {
    expect(bseDeals.plan(contextOf())).toEqual([
      {
        document: 'bulk',
        url: 'https://api.bseindia.com/BseIndiaAPI/api/BulkDeal_Beta/w',
        expects: 'json',
        referer: 'https://www.bseindia.com/',
        origin: 'https://www.bseindia.com',
      },
      {
        document: 'block',
        url: 'https://api.bseindia.com/BseIndiaAPI/api/BlockDeal_Beta/w',
        expects: 'json',
        referer: 'https://www.bseindia.com/',
        origin: 'https://www.bseindia.com',
      },
    ])
  })

  test('with days, both lists of each, the day first in the address', () => {
    const requests = bseDeals.plan(contextOf(['2027-03-09', '2027-03-10']))
    expect(requests.map(({ document, day }) => [document, day])).toEqual([
      ['bulk/2027-03-09', '2027-03-09'],
      ['block/2027-03-09', '2027-03-09'],
      ['bulk/2027-03-10', '2027-03-10'],
      ['block/2027-03-10', '2027-03-10'],
    ])
    expect(requests[0]?.url).toBe(
      'https://api.bseindia.com/BseIndiaAPI/api/BulkDeal_Beta/w?strDate=09032027&endDate=09032027',
    )
  })
})

describe('a row of the list', () => {
  test('is a deal under the short name of the security, never its code', () => {
    const row = deal()
    expect(read([row])).toEqual({
      entries: [
        {
          row: 1,
          raw: JSON.stringify(row),
          said: {
            kind: 'deal',
            deal: {
              exchange: 'BSE',
              kind: 'BULK',
              tradeDate: '2027-03-10',
              symbol: 'ZEPHYRTEA',
              securityName: 'ZEPHYRTEA',
              clientName: 'MARIGOLD  FAMILY TRUST .',
              dealType: 'BUY',
              quantity: 1_200_000,
              price: 4105,
            },
          },
        },
      ],
      rows: 1,
      unknownColumns: [],
    })
  })

  test.each([
    ['bulk', 'BULK'],
    ['block', 'BLOCK'],
    ['block/2027-03-10', 'BLOCK'],
  ])('of %s is a deal of the list %s', (document, kind) => {
    expect(read([deal()], document).entries).toMatchObject([{ said: { deal: { kind } } }])
  })

  test.each([
    [{ TRANSACTION_TYPE: 'B' }, { dealType: 'BUY' }],
    [{ TRANSACTION_TYPE: 'P' }, { dealType: 'BUY' }],
    [{ TRANSACTION_TYPE: 'buy' }, { dealType: 'BUY' }],
    [{ TRANSACTION_TYPE: 'S ' }, { dealType: 'SELL' }],
    [{ TRANSACTION_TYPE: 'SELL' }, { dealType: 'SELL' }],
    [{ QUANTITY: '1200000.0' }, { quantity: 1_200_000 }],
    [{ QUANTITY: '1,23,45,67,890' }, { quantity: 1_234_567_890 }],
    [{ PRICE: '1,265.00' }, { price: 126_500 }],
    [{ DEAL_DATE: '10-03-2027' }, { tradeDate: '2027-03-10' }],
  ])('with %j gives %j', (changes, said) => {
    expect(read([deal(changes)]).entries).toMatchObject([{ said: { deal: said } }])
  })

  test.each([
    [{ DEAL_DATE: '03/31/2027' }, 'deal-date', 'got "03/31/2027"'],
    [{ DEAL_DATE: null }, 'deal-date', 'got ""'],
    [{ ScripName: ' ' }, 'deal-symbol', 'got ""'],
    [{ CLIENT_NAME: '' }, 'deal-client', 'got ""'],
    [{ TRANSACTION_TYPE: 'X' }, 'deal-side', 'dealType must be one of BUY, SELL; got "X"'],
    [{ QUANTITY: 0.5 }, 'deal-quantity', 'got "0.5"'],
    [{ PRICE: 0 }, 'deal-price', 'got "0"'],
    [{ PRICE: 'n.a.' }, 'deal-price', 'got "n.a."'],
  ])('with %j is refused by the rule %s, and the others are accepted', (changes, rule, reason) => {
    expect(read([deal(changes), deal()]).entries).toMatchObject([
      { row: 1, rule, reason: expect.stringContaining(reason) },
      { row: 2, said: { kind: 'deal' } },
    ])
  })

  test('is accepted when it equals another, as two trades may', () => {
    expect(read([deal(), deal()]).entries).toHaveLength(2)
  })

  test('of another day than requested is refused', () => {
    const { entries } = read([deal({ DEAL_DATE: '09/03/2027' }), deal()], 'bulk/2027-03-10', '2027-03-10')
    expect(entries).toMatchObject([
      { rule: 'deal-day', reason: 'the deal is of 2027-03-09, those of 2027-03-10 were requested' },
      { said: { deal: { tradeDate: '2027-03-10' } } },
    ])
  })
})

describe('the answer', () => {
  test('of a day without deals has no rows', () => {
    expect(read([])).toEqual({ entries: [], rows: 0, unknownColumns: [] })
  })

  test('reports a new column', () => {
    expect(read([deal({ ISIN: 'INE999Z01015' })]).unknownColumns).toEqual(['ISIN'])
  })

  const { ScripName: _, ...nameless } = deal()
  test.each([
    ['an error page', '<!doctype html><html></html>', 'the answer is an HTML page'],
    ['nothing', '', 'the answer is empty'],
    ['half of it', JSON.stringify({ Table: [deal()] }).slice(0, 90), 'cut short'],
    ['no table', '{"Message":"No data"}', 'the answer has no Table; found Message'],
    ['an empty object', '{}', 'the answer has no Table; found nothing'],
    ['a bare list', '[]', 'should be a JSON object'],
    ['a table that is none', '{"Table":"none"}', 'Table should be a JSON list'],
    [
      'a renamed column',
      JSON.stringify({ Table: [{ ...nameless, SCRIP_NAME: 'A' }] }),
      'has no ScripName; found',
    ],
  ])('is unreadable when it is %s', (_name, body, message) => {
    expect(() => bseDeals.read(answer(body))).toThrow(Unreadable)
    expect(() => bseDeals.read(answer(body))).toThrow(message)
  })

  test('of a document that was never requested is an error of the caller', () => {
    expect(() => read([deal()], 'short')).toThrow('bse-deals has no document short')
  })
})
