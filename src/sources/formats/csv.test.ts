import { expect, test } from 'vitest'
import { Unreadable } from '../source.ts'
import { headingKey, headingKeysOf, readCsv } from './csv.ts'

const LAYOUT = { required: ['Symbol', 'Price'], known: ['Remarks'], filler: /^no records/i }

const read = (body: string, more = {}) => readCsv(body, { ...LAYOUT, ...more })
const pricesOf = (body: string) => read(body).rows.map(({ text }) => text('price'))

test.each([
  ['plain', 'Symbol,Price,Remarks\nKAMAL,12.50,-\n'],
  ['with Windows line ends', 'Symbol,Price,Remarks\r\nKAMAL,12.50,-\r\n'],
  ['with a byte order mark', '\uFEFFSymbol,Price,Remarks\nKAMAL,12.50,-\n'],
  ['with a byte order mark that was encoded twice', 'ï»¿Symbol,Price,Remarks\nKAMAL,12.50,-\n'],
  ['with both marks', '\uFEFFï»¿Symbol,Price,Remarks\nKAMAL,12.50,-\n'],
  ['with a space after each comma', 'Symbol, Price, Remarks\nKAMAL, 12.50, -\n'],
  ['quoted, padded, and without a last line end', '"Symbol ","Price ","Remarks "\n"KAMAL","12.50","-"'],
  ['quoted with spaces outside the quotes', '"Symbol" , "Price" , "Remarks"\n"KAMAL" , "12.50" , "-"\n'],
  ['in another order', 'Remarks,Price,Symbol\n-,12.50,KAMAL\n'],
  ['in capitals, its words spaced', 'S Y M B O L,PRICE,REMARKS\nKAMAL,12.50,-\n'],
  ['with a comma at each line end', 'Symbol,Price,Remarks,\nKAMAL,12.50,-,\n'],
  ['with a comma at the end of rows only', 'Symbol,Price,Remarks\nKAMAL,12.50,-,\n'],
  ['with blank lines', 'Symbol,Price,Remarks\n\nKAMAL,12.50,-\n  \n'],
])('a file %s is parsed by its headings', (_name, body) => {
  const { rows, unknownColumns } = read(body)
  expect(rows.map(({ text }) => [text('symbol'), text('price'), text('remarks')])).toEqual([
    ['KAMAL', '12.50', '-'],
  ])
  expect(rows.map(({ misfit }) => misfit)).toEqual([null])
  expect(unknownColumns).toEqual([])
})

test('a row has its text and its line number, blank lines counted', () => {
  const { rows } = read('Symbol,Price\nKAMAL, 12.50\n\n"NEEL","1,250.00"\n')
  expect(rows.map(({ row, raw }) => [row, raw])).toEqual([
    [1, 'KAMAL, 12.50'],
    [3, '"NEEL","1,250.00"'],
  ])
})

test.each([
  ['inside', 'KAMAL "PINK" LTD'],
  ['at its beginning', '"KAMAL" LTD'],
  ['inside, with quotes around', '"KAMAL "PINK" LTD"'],
  ['inside, doubled, with quotes around', '"KAMAL ""PINK"" LTD"'],
])('a cell with quotes %s affects no other', (_name, cell) => {
  const { rows } = read(`Symbol,Price\n${cell},12.50\nNEEL,3\n`)
  expect(rows.map(({ text }) => text('symbol'))).toEqual([expect.stringMatching(/^"?KAMAL/), 'NEEL'])
  expect(rows.map(({ text }) => text('price'))).toEqual(['12.50', '3'])
})

test.each([
  ['with its commas', 'NO RECORDS,,'],
  ['bare', 'NO RECORDS'],
  ['bare and without a line end', 'NO RECORDS', ''],
])('a filler %s is neither a row nor a sign of a cut', (_name, filler, lineEnd = '\n') => {
  expect(read(`Symbol,Price,Remarks\n${filler}${lineEnd}`)).toEqual({ rows: [], unknownColumns: [] })
})

test.each(['Symbol,Price\n', '"Symbol","Price"'])(
  'headings without rows are a file without rows: %j',
  (body) => {
    expect(read(body).rows).toEqual([])
  },
)

test('unknown columns are reported', () => {
  expect(read('Symbol,Price,Lots ,Remarks\nKAMAL,12.50,3,-\n').unknownColumns).toEqual(['Lots'])
})

test.each([
  ['too few cells', 'KAMAL,12.50', 'the row has 2 cells, the heading 3'],
  ['too many cells', 'KAMAL,PINK,12.50,-', 'the row has 4 cells, the heading 3'],
])('a row with %s is a misfit, and the others are parsed', (_name, line, misfit) => {
  const { rows } = read(`Symbol,Price,Remarks\n${line}\nNEEL,3,-\n${line}\n`)
  expect(rows.map((row) => row.misfit)).toEqual([misfit, null, misfit])
})

test.each([
  ['empty', '', 'empty'],
  ['of blanks', ' \n\n', 'empty'],
  ['of a byte order mark', '\uFEFF', 'empty'],
  ['that is a page', '\n<!DOCTYPE html><html><body>Access denied</body></html>', 'an HTML page'],
  ['that is a page without doctype', '<head><title>Error</title></head>', 'an HTML page'],
  ['that is JSON', '{"data":[]}', 'no column Symbol, Price; found {"data":[]}'],
  ['with a renamed column', 'Symbol,Rate\nKAMAL,12.50\n', 'no column Price; found Symbol, Rate'],
  ['with a column twice', 'Symbol,Price,Price\nKAMAL,1,2\n', 'the column Price twice'],
  ['cut within the headings', 'Symbol,Pri', 'no column Price; found Symbol, Pri'],
  [
    'cut within a row',
    'Symbol,Price,Remarks\nKAMAL,12.50,-\nNEEL,3',
    'the last line has 2 cells, the heading 3',
  ],
  ['cut within the last cell of a row', 'Symbol,Price\nKAMAL,12.5', 'the last line has no line end'],
  ['cut within quotes', '"Symbol","Price"\n"KAMAL","12.', 'not complete CSV'],
  ['cut between quoted cells', '"Symbol","Price"\n"KAMAL"', 'the last line has 1 cells'],
])('an answer %s is unreadable, and the error says why', (_name, body, message) => {
  expect(() => read(body)).toThrow(Unreadable)
  expect(() => read(body)).toThrow(message)
})

test('wherever an unquoted file is cut within a line, it is unreadable', () => {
  const body = 'Symbol,Price,Remarks\nKAMAL,12.50,-\nNEEL,3.25,-\n'
  for (let end = 1; end < body.length; end++) {
    if (body[end - 1] === '\n') continue
    expect(() => read(body.slice(0, end)), body.slice(0, end)).toThrow(Unreadable)
  }
})

test('where the last line may lack its end, only missing cells show a cut', () => {
  const lenient = { mayLackLastLineEnd: true }
  expect(read('Symbol,Price\nKAMAL,12.5', lenient).rows).toHaveLength(1)
  expect(() => read('Symbol,Price\nKAMAL', lenient)).toThrow(Unreadable)
})

test('found headings are shown, but not a whole page of them', () => {
  expect(() => pricesOf('x'.repeat(5000))).toThrow(/found x{200}$/)
})

test.each([
  ['Buy/Sell', 'buy/sell'],
  ['Buy / Sell ', 'buy/sell'],
  [' Trade Price / Wght. Avg. Price ', 'tradeprice/wght.avg.price'],
])('the heading %j has the key %j', (heading, key) => {
  expect(headingKey(heading)).toBe(key)
})

test('the headings can be read alone', () => {
  expect(headingKeysOf('\uFEFF"Symbol ","Trade Price "\n"KAMAL","1"')).toEqual(['symbol', 'tradeprice'])
})

test('a cell is found by its heading however that is spaced, and is empty where there is no such column', () => {
  const [row] = read('"Symbol ","Pri ce"\n"KAMAL","1"').rows
  expect(['Symbol', 'Price ', 'Remarks'].map((heading) => row?.text(heading))).toEqual(['KAMAL', '1', null])
})

test('where cells must be exact, one too many is a misfit, even if it is empty', () => {
  const layout = { required: ['Name'], known: [], hasExactCells: true }
  const [row] = readCsv('Name,GMP,Price,Lot\nAcme,1,250,2000,\n', layout).rows
  expect(row?.misfit).toBe('the row has 5 cells, the heading 4')
})
