import { expect, test } from 'vitest'
import { dayFromDMY } from '../parsing/dates.ts'
import { parseRow, Row } from '../parsing/row.ts'
import { dealIn } from './deals.ts'

const PRINTED = {
  tradeDate: '09/03/2025',
  symbol: 'KAMALTEX',
  securityName: 'Kamal Textiles Limited',
  clientName: 'NEEL  FUND LIKITED',
  dealType: 'BUY',
  quantity: '1200',
  price: '12.50',
}
type PrintedDeal = typeof PRINTED

const headings = {
  tradeDate: 'tradeDate',
  symbol: 'symbol',
  securityName: 'securityName',
  clientName: 'clientName',
  dealType: 'dealType',
  quantity: 'quantity',
  price: 'price',
}

function entryOf(changed: Partial<PrintedDeal>) {
  const deal: Record<string, string> = { ...PRINTED, ...changed }
  const layout = { exchange: 'BSE', headings, dayFrom: dayFromDMY } as const
  const row = new Row({ row: 4, raw: 'the row whole', text: (heading) => deal[heading] ?? null })
  return parseRow(row, () => [dealIn(row, 'BLOCK', layout)])[0]
}

test('a row becomes a deal, its names as disclosed except for the spaces around them', () => {
  const padded = {
    symbol: ' KAMALTEX',
    securityName: 'Kamal Textiles Limited ',
    clientName: ' NEEL  FUND LIKITED ',
  }
  expect(entryOf(padded)).toEqual({
    row: 4,
    raw: 'the row whole',
    said: {
      kind: 'deal',
      deal: {
        exchange: 'BSE',
        kind: 'BLOCK',
        tradeDate: '2025-03-09',
        symbol: 'KAMALTEX',
        securityName: 'Kamal Textiles Limited',
        clientName: 'NEEL  FUND LIKITED',
        dealType: 'BUY',
        quantity: 1200,
        price: 1250,
      },
    },
  })
})

test.each<[Partial<PrintedDeal>, object]>([
  [{ dealType: 'B' }, { dealType: 'BUY' }],
  [{ dealType: 'P' }, { dealType: 'BUY' }],
  [{ dealType: ' Sell ' }, { dealType: 'SELL' }],
  [{ dealType: 'S' }, { dealType: 'SELL' }],
  [{ quantity: '1,23,45,67,890' }, { quantity: 1_234_567_890 }],
  [{ quantity: '1200000.0' }, { quantity: 1_200_000 }],
  [{ price: '6,100' }, { price: 610_000 }],
  [{ price: '1265.0' }, { price: 126_500 }],
  [{ price: '0.05' }, { price: 5 }],
  [{ symbol: 'NEEL&CO-RE1' }, { symbol: 'NEEL&CO-RE1' }],
])('%j is parsed as %j', (printed, deal) => {
  expect(entryOf(printed)).toMatchObject({ said: { deal } })
})

test.each<[string, Partial<PrintedDeal>, RegExp]>([
  ['deal-date', { tradeDate: '31-FEB-2025' }, /^tradeDate must be a real day .*; got "31-FEB-2025"$/],
  ['deal-symbol', { symbol: '' }, /^symbol must be text .*; got ""$/],
  ['deal-security', { securityName: ' ' }, /^securityName must be text .*; got " "$/],
  ['deal-client', { clientName: '' }, /^clientName must be text .*; got ""$/],
  ['deal-client', { clientName: 'NEEL\nFUND' }, /without control characters; got "NEEL\\nFUND"$/],
  ['deal-side', { dealType: 'HOLD' }, /^dealType must be one of BUY, SELL; got "HOLD"$/],
  ['deal-side', { dealType: 'constructor' }, /got "constructor"$/],
  ['deal-quantity', { quantity: '-' }, /^quantity must be a whole number from 1; got "-"$/],
  ['deal-quantity', { quantity: '0' }, /got "0"$/],
  ['deal-quantity', { quantity: '12.5' }, /got "12.5"$/],
  ['deal-quantity', { quantity: '-100' }, /got "-100"$/],
  ['deal-price', { price: '' }, /^price must be rupees above 0 .*; got ""$/],
  ['deal-price', { price: '0.00' }, /got "0.00"$/],
  ['deal-price', { price: '12.505' }, /got "12.505"$/],
  ['deal-value', { quantity: '9000000000', price: '999999.99' }, /beyond any real deal$/],
])('%s: %j is refused', (rule, printed, reason) => {
  const badRow = { row: 4, raw: 'the row whole', rule, reason: expect.stringMatching(reason) }
  expect(entryOf(printed)).toEqual(badRow)
})
