import { expect, test } from 'vitest'
import { isFurtherOffer, outcomeOfName, shortName, slugOfName } from '../../market/issues/names.ts'
import { categoryOfRow, isPartOfCategory } from '../exchanges/bids.ts'
import { issueNamed } from '../nse-issues/cells.ts'
import { periodFrom, stampFrom } from './dates.ts'
import { bandFrom, pricesFrom, rupeesFrom, withoutNote } from './numbers.ts'
import { boardNamedIn, nameWithoutBoard } from './tracker-cells.ts'

/** So long that any function of more than linear time does not finish. */
const LENGTH = 500_000
const SPACES = ' '.repeat(LENGTH)
const DOTS = '.'.repeat(LENGTH)
const FETCHED = '2031-03-12T14:30:00.000Z'
const NAME = `A${SPACES}B`

test.each<[string, () => unknown, unknown]>([
  ['outcomeOfName', () => outcomeOfName(NAME), { name: NAME, outcome: null }],
  ['outcomeOfName', () => outcomeOfName(`A -${SPACES}withdrawn`), { name: 'A', outcome: 'withdrawn' }],
  ['isFurtherOffer', () => isFurtherOffer(NAME), false],
  ['slugOfName', () => slugOfName(NAME), 'a-b'],
  ['slugOfName, marks in disorder', () => slugOfName(`A${'\u0315\u0300'.repeat(LENGTH / 2)}`), 'a'],
  ['shortName', () => shortName(`${NAME}${SPACES}Limited`), NAME],
  ['issueNamed', () => issueNamed(NAME, null), { name: NAME, outcome: null }],
  ['nameWithoutBoard', () => nameWithoutBoard(`${NAME}${' IPO'.repeat(LENGTH / 4)}`), NAME],
  ['boardNamedIn', () => boardNamedIn(`A SME${' IPO'.repeat(LENGTH / 4)}`), 'SME'],
  ['bandFrom', () => bandFrom(`95${SPACES}101`), { priceMin: null, priceMax: null }],
  ['pricesFrom', () => pricesFrom(`95${SPACES}-${SPACES}101`), [9500, 10100]],
  ['rupeesFrom', () => rupeesFrom(`${'of face value '.repeat(LENGTH / 10)}\n5`), null],
  ['periodFrom', () => periodFrom(`21 Aug 2026${SPACES}–${SPACES}25 Aug 2026`)?.closeDate, '2026-08-25'],
  [
    'periodFrom, a long note',
    () => periodFrom(`21 Aug 2026 to 25 Aug 2026 (${'extended '.repeat(LENGTH / 9)})`)?.closeDate,
    '2026-08-25',
  ],
  ['withoutNote', () => withoutNote(`95${SPACES}(Revised)`), '95'],
  ['withoutNote, without an end', () => withoutNote(`(${'revised '.repeat(LENGTH / 8)}`).length, LENGTH + 1],
  ['categoryOfRow', () => categoryOfRow(`1${DOTS}`, null), 'QIB'],
  ['categoryOfRow, dots within', () => categoryOfRow(`1${DOTS}1`, null), null],
  ['isPartOfCategory', () => isPartOfCategory(`1${DOTS}x`), false],
  ['stampFrom', () => stampFrom(`12-Mar-2031${SPACES}18:05`, FETCHED)?.observedAt, '2031-03-12'],
  ['stampFrom, no time', () => stampFrom(`18:05${SPACES}x${SPACES}y`, FETCHED), null],
])('%s parses a cell of any length', (_name, read, expected) => {
  expect(read()).toEqual(expected)
})
