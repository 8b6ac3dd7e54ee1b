import { expect, test } from 'vitest'
import { Unreadable } from '../source.ts'
import { readBseDealsCsv } from './bse-deals.ts'

const HEADING = 'Deal Date,Security Code,Security Name,Client Name,Deal Type *,Quantity,Price **'
const csv = (...rows: string[]) => [HEADING, ...rows, ''].join('\n')

test('a row is a deal of the list that the caller names', () => {
  const body = csv('10/03/2027,599001,ZEPHYRTEA,"MARIGOLD, LILY AND SONS ",S,"12,00,000",41.05')
  expect(readBseDealsCsv(body, 'BLOCK')).toMatchObject({
    entries: [
      {
        row: 1,
        said: {
          kind: 'deal',
          deal: {
            exchange: 'BSE',
            kind: 'BLOCK',
            tradeDate: '2027-03-10',
            symbol: 'ZEPHYRTEA',
            securityName: 'ZEPHYRTEA',
            clientName: 'MARIGOLD, LILY AND SONS',
            dealType: 'SELL',
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

test('the days of a file may differ and be written with dashes', () => {
  const body = csv(
    '10/03/2027,599001,ZEPHYRTEA,MARIGOLD TRUST,B,80000,41.05',
    '09-03-2027,599001,ZEPHYRTEA,MARIGOLD TRUST,B,80000,41.05',
  )
  expect(readBseDealsCsv(body, 'BULK').entries).toMatchObject([
    { said: { deal: { tradeDate: '2027-03-10' } } },
    { said: { deal: { tradeDate: '2027-03-09' } } },
  ])
})

test('the columns are found by their headings, after a byte order mark and with padding', () => {
  const body =
    '\uFEFF"Price **","Quantity ","Deal Type *","Client Name","Security Name","Deal Date "\n' +
    '"41.05","80000","B","MARIGOLD TRUST","ZEPHYRTEA","10/03/2027"'
  expect(readBseDealsCsv(body, 'BULK').entries).toMatchObject([
    { said: { deal: { symbol: 'ZEPHYRTEA', price: 4105, quantity: 80_000 } } },
  ])
})

test('a row with missing cells is no deal, and the others are accepted', () => {
  const body = csv('10/03/2027,599001,ZEP', '10/03/2027,599001,ZEPHYRTEA,MARIGOLD TRUST,B,80000,41.05')
  expect(readBseDealsCsv(body, 'BULK').entries).toMatchObject([
    { row: 1, raw: '10/03/2027,599001,ZEP', rule: 'row-cells', reason: 'the row has 3 cells, the heading 7' },
    { row: 2, said: { kind: 'deal' } },
  ])
})

test('a bad cell is reported by its rule', () => {
  const body = csv('2027-03-10,599001,ZEPHYRTEA,MARIGOLD TRUST,B,80000,41.05')
  expect(readBseDealsCsv(body, 'BULK').entries).toMatchObject([{ row: 1, rule: 'deal-date' }])
})

test('a file of headings alone is a day without deals', () => {
  expect(readBseDealsCsv(csv(), 'BULK')).toEqual({ entries: [], rows: 0, unknownColumns: [] })
})

test.each([
  ['an error page', '<html><body>Denied</body></html>', 'an HTML page'],
  ['nothing', '', 'empty'],
  ['cut short', `${HEADING}\n10/03/2027,599001,ZEP`, 'the file was cut short'],
  ['of another layout', 'Date,Symbol\n10/03/2027,ZEPHYRTEA', 'has no column Deal Date, Security Name'],
])('a file that is %s is unreadable', (_name, body, message) => {
  expect(() => readBseDealsCsv(body, 'BULK')).toThrow(Unreadable)
  expect(() => readBseDealsCsv(body, 'BULK')).toThrow(message)
})
