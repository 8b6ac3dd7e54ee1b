import { load } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { sharedIpoWith } from '../../../test/support/shared-ipo.ts'
import type { SharedIpo } from '../share/shared-ipo.ts'
import { ipoCardSvg } from './ipo-share-card.tsx'

/** The lines of text on a card. */
function linesOf(more: Partial<SharedIpo>): string[] {
  const $ = load(ipoCardSvg(sharedIpoWith(more), { today: '2026-12-30', isDemo: false }), { xml: true })
  return $('text')
    .map((_, text) => $(text).text())
    .get()
}

const GMP = { value: '₹45', day: '28 Dec 2026', sources: '17 sources', disputed: true, age: null }
const HIGHEST = '₹99,99,99,999.99'

describe('a card shows the whole of', () => {
  test.each<[string, Partial<SharedIpo>, string[]]>([
    [
      'the highest opening price',
      { listed: { on: '2026-12-29', price: HIGHEST, exchange: 'NSE' } },
      ['Opened on NSE', HIGHEST],
    ],
    [
      'the highest price band',
      { price: { label: 'Price band', text: `${HIGHEST}–${HIGHEST.slice(1)}` } },
      [`${HIGHEST}–`, HIGHEST.slice(1)],
    ],
    ['the highest price', { price: { label: 'Price', text: HIGHEST } }, [HIGHEST]],
    [
      'the widest range of quotes',
      { gmp: { ...GMP, value: `−${HIGHEST} to ${HIGHEST}` } },
      [`−${HIGHEST}`, `to ${HIGHEST}`, 'sources disagree, 28 Dec 2026, 17 sources'],
    ],
    [
      'the age of an old quote',
      { gmp: { ...GMP, age: '1,157 days old' } },
      ['sources disagree, 28 Dec 2026, 1,157 days old, 17 sources'],
    ],
    [
      'the last GMP of a listed issue',
      {
        gmp: { ...GMP, value: '₹147 to ₹249' },
        listed: { on: '2026-12-29', price: '₹131.50', exchange: 'NSE' },
      },
      ['Last GMP (unofficial) ₹147 to ₹249', 'sources disagree, 28 Dec 2026, 17 sources'],
    ],
    [
      'days of another year',
      {
        dates: [
          { label: 'Opens', day: '2026-12-30' },
          { label: 'Closes', day: '2027-01-01' },
          { label: 'Allotment due', day: '2027-01-04' },
          { label: 'Listing due', day: '2027-01-06' },
        ],
      },
      ['Wed 30 Dec', '1 Jan 2027', '4 Jan 2027', '6 Jan 2027'],
    ],
    [
      'the note of an overdue listing',
      {
        dates: [
          { label: 'Closed', day: '2026-09-21' },
          { label: 'Should have listed by', day: '2026-09-24', note: 'not confirmed here' },
        ],
      },
      ['Mon 21 Sep', 'Thu 24 Sep, not confirmed here'],
    ],
  ])('%s', (_name, more, lines) => {
    expect(linesOf(more)).toEqual(expect.arrayContaining(lines))
  })
})
