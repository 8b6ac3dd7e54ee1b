import { pick, type Random, wholeBetween } from '../../src/demo/seeded.ts'

const among = (lines: string): string[] => lines.trim().split(/\|\n?/)

/** Texts of cells that no regular upstream prints. */
const TEXTS: readonly string[] = [
  ...among(`
-485|0|-0|0.00|-0.01|1e309|-1e309|NaN|Infinity|-Infinity|1e21|9007199254740993|Rs.0 to Rs.574|
Rs.-95 to Rs.100|Rs. -10 per Equity Share|₹-|₹--|₹0|−5|(485)|4,85|1,23|0x10|१२|１２|1 000|1e2|
99999999999999999999|999999999|1000000000.01|12.345|/-485|14-JAN-1926|01-JAN-0001|31-DEC-9999|31-FEB-2031|
00-00-0000|1926-01-14|9999-12-31T23:59:59Z|0001-01-01|13/01/1926|31/02/2031|12/31/9999|Jan 14, 1926|
29-FEB-2031|32-MAR-2031|2031-03-12|12-Mar 25:61|3/31/9999 23:59:59|1/1/0001 00:00:00|-1 hours ago|
21-Aug-2026 to 25-Aug-1926|__proto__|constructor|toString|hasOwnProperty|null|undefined|true|[object Object]|
{}|[]|-|--|—|NA|N.A.|NO RECORDS|ï»¿|"|""|"a","b|,|,,,,,,|'; drop table issues; --|<b>40</b>|
</td></tr></table>|<script>1</script>|<table><tr><td>1</td></tr></table>|<!--|&#0;|&#8377;|&lt;b&gt;|
&#xD83E;|&nbsp;|<|<a href="|<td>|</html>|<![CDATA[|$&|$1|%00|../../x`),
  '',
  ' ',
  '\u0000',
  '\u0000\u0001',
  '\ud83e',
  '\udd84x',
  '\u202e485\u202c',
  '\u200f-485',
  '\ufeff',
  '\r\n',
  '\n',
  '\t',
  '\\',
]

const REPEATED = [
  '<b>',
  '</b>',
  '<br>',
  '<table><tr><td>',
  ' ',
  '.',
  '9',
  '-',
  '(',
  'to ',
  '\u0000',
  '₹',
  '"',
  ',',
  'IPO ',
]
const LONGEST = 3_000

/** A hostile cell: one of the above, or a short text repeated many times. */
export const hostileText = (random: Random): string =>
  random() < 0.9
    ? pick(random, TEXTS)
    : `${pick(random, TEXTS)}${pick(random, REPEATED).repeat(wholeBetween(random, 50, LONGEST))}${pick(random, TEXTS)}`

/** Values of another type than the reader expects. */
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, -485, 1e308, 5e-324, 1.5, 2 ** 53, ''],
  ...[[], {}, [[]], [null], { data: null }, [{}]],
]
const DEEPEST = 1_000

/** A hostile JSON value. */
export function hostileValue(random: Random): unknown {
  const kind = random()
  if (kind < 0.6) return hostileText(random)
  if (kind < 0.95) return pick(random, VALUES)
  let deep: unknown = 1
  for (let i = wholeBetween(random, 2, DEEPEST); i > 0; i--) deep = kind < 0.975 ? [deep] : { a: deep }
  return deep
}
