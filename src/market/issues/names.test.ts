import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { freeSlug, isFurtherOffer, type NamedOutcome, outcomeOfName, shortName, slugOfName } from './names.ts'

describe('the slug of a name', () => {
  test.each([
    ['is lower case with hyphens', 'Lotus Kettles', 'lotus-kettles'],
    ['has no Limited', 'Lotus Kettles Limited', 'lotus-kettles'],
    ['has no LIMITED', 'LOTUS KETTLES LIMITED', 'lotus-kettles'],
    ['has no Ltd.', 'Lotus Kettles Ltd.', 'lotus-kettles'],
    ['has no Private Limited', 'Lotus Kettles Private Limited', 'lotus-kettles'],
    ['has no Pvt. Ltd.', 'Lotus Kettles Pvt. Ltd.', 'lotus-kettles'],
    ['has no Pvt.Ltd. without a space either', 'Lotus Kettles Pvt.Ltd.', 'lotus-kettles'],
    ['has no legal word in brackets', 'Lotus Kettles (Private) Limited', 'lotus-kettles'],
    ['keeps words that only begin like legal ones', 'Unlimited Privateer Ltdx', 'unlimited-privateer-ltdx'],
    ['keeps a country in brackets', 'Lotus Kettles (India) Limited', 'lotus-kettles-india'],
    ['has no withdrawal', 'Lotus Kettles Limited-Issue Withdrawn', 'lotus-kettles'],
    ['has no postponement', 'Lotus Kettles Limited-Issue postponed', 'lotus-kettles'],
    ['has no withdrawal window', 'Lotus Kettles Limited - Withdrawal Window', 'lotus-kettles'],
    ['has no special withdrawal option', 'Lotus Kettles Limited -Special Withdrawal Option', 'lotus-kettles'],
    ['has no outcome in brackets', 'Lotus Kettles Limited (Withdrawn)', 'lotus-kettles'],
    ['has no outcome after a long dash', 'Lotus Kettles Limited – Issue Postponed', 'lotus-kettles'],
    ['keeps a hyphen in the name', 'Reed In-Store Lamps Limited', 'reed-in-store-lamps'],
    ['replaces & by and', 'Reed & Lamps Limited', 'reed-and-lamps'],
    ['replaces & without spaces by and', 'R&L Lamps Limited', 'r-and-l-lamps'],
    ['has no diacritics', 'Crème Brûlée Foods Limited', 'creme-brulee-foods'],
    ['has plain letters for wide ones', 'Ｌｏｔｕｓ Kettles', 'lotus-kettles'],
    ['joins what a dot separates in initials', 'G.V. Lamps Limited', 'gv-lamps'],
    ['drops an apostrophe', "Pari's Kettles Limited", 'paris-kettles'],
    ['drops a curly apostrophe', 'Pari’s Kettles Limited', 'paris-kettles'],
    ['keeps digits', '3R Lamps 24 Limited', '3r-lamps-24'],
    ['has no hyphen at either end', '  "Lotus" Kettles!  ', 'lotus-kettles'],
  ])('%s', (_name, name, slug) => {
    expect(slugOfName(name)).toBe(slug)
  })

  test.each([
    ['of legal words only', 'Private Limited'],
    ['in another script', 'कमल केतली'],
    ['of signs alone', '—'],
  ])('is never empty, not even for a name %s', (_name, name) => {
    expect(slugOfName(name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  })

  test('consists of ASCII words and single hyphens for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(slugOfName(name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the outcome in a name', () => {
  test.each<[string, NamedOutcome | null]>([
    ['Lotus Kettles Limited', null],
    ['Lotus Kettles Limited-Issue Withdrawn', 'withdrawn'],
    ['Lotus Kettles Limited (Withdrawn)', 'withdrawn'],
    ['Lotus Kettles Limited - Issue Withdrawal', 'withdrawn'],
    ['Lotus Kettles Limited-Issue postponed', 'postponed'],
    ['Lotus Kettles Limited – Issue Postponed ', 'postponed'],
    ['Lotus Kettles Limited - Withdrawal Window', 'withdrawal-window'],
    ['Lotus Kettles Limited-Issue Withdrawal Window', 'withdrawal-window'],
    ['Lotus Kettles Limited -Special Withdrawal Option', 'withdrawal-window'],
    ['Lotus Kettles Limited - Withdrawal', 'withdrawal-window'],
    ['Lotus Kettles Limited Issue Withdrawn', 'withdrawn'],
    ['Lotus Kettles Limited-Issue withdrawn by company', 'withdrawn'],
    ['Lotus Kettles Limited - Issue Withdrawn by the Company.', 'withdrawn'],
    ['Lotus Kettles Limited - Issue Cancelled', 'withdrawn'],
    ['Lotus Kettles Limited (Issue Canceled)', 'withdrawn'],
    ['Lotus Kettles Limited — Issue Withdrawn', 'withdrawn'],
    ['Lotus Kettles Limited-Issue Deferred', 'postponed'],
    ['Lotus Kettles Limited Issue Postponed', 'postponed'],
    ['Lotus Kettles Limited-Issue Extended', null],
    ['Lotus Kettles Limited-Issue Suspended', 'unknown'],
    ['Lotus Kettles Limited - Issue under review', 'unknown'],
    ['Lotus Kettles Limited Issue Suspended', 'unknown'],
  ])('of %s', (name, outcome) => {
    expect(outcomeOfName(name)).toEqual({ name: 'Lotus Kettles Limited', outcome })
  })

  test.each([
    'Postponed Lamps Limited',
    'REED-LAMP Limited',
    'R-Lamp Biotech Limited',
    'Reed In-Store (India) Limited',
    'Kite-Issue Media Limited',
    'Kite - Issue Managers Limited',
    'Kite-Issue Media',
    'Kite Issue Managers Limited',
    'Limited Issue Prints Limited',
    'Limited Issue Prints Ltd.',
  ])('is none where it is part of the name itself: %s', (name) => {
    expect(outcomeOfName(name)).toEqual({ name, outcome: null })
  })
})

test.each<[string, boolean]>([
  ['Lotus Kettles Limited', false],
  ['Lotus Kettles Limited - FPO', true],
  ['Lotus Kettles Limited (FPO)', true],
  ['Lotus Kettles Limited FPO', true],
  ['Lotus Kettles Limited-FPO-Issue Withdrawn', true],
  ['Lotus Kettles Limited - Further Public Offer', true],
  ['Lotus Kettles Limited (Further Public Offering)', true],
  ['Lotus Kettles Limited-Follow-on Public Offer', true],
  ['Further Kettles Limited', false],
  ['Kettles for Further Public Offers Limited', false],
])('%s is a further offer: %s', (name, isFurther) => {
  expect(isFurtherOffer(name)).toBe(isFurther)
})

describe('gives each issue a slug of its own', () => {
  test.each<[string, string | null, string[], string]>([
    ['the first issue of a name has the plain slug', '2026-01-13', [], 'lotus-kettles'],
    ['issues of other names do not matter', '2026-01-13', ['lotus', 'lotus-kettles-2026'], 'lotus-kettles'],
    ['the second appends its opening year', '2026-01-13', ['lotus-kettles'], 'lotus-kettles-2026'],
    [
      'the third of that year appends -2',
      '2026-06-01',
      ['lotus-kettles', 'lotus-kettles-2026'],
      'lotus-kettles-2026-2',
    ],
    [
      'the fourth of that year appends -3',
      '2026-06-01',
      ['lotus-kettles', 'lotus-kettles-2026', 'lotus-kettles-2026-2'],
      'lotus-kettles-2026-3',
    ],
    [
      'another year is another slug',
      '2027-06-01',
      ['lotus-kettles', 'lotus-kettles-2026'],
      'lotus-kettles-2027',
    ],
    ['the second without an opening day appends -2', null, ['lotus-kettles'], 'lotus-kettles-2'],
    [
      'the third without an opening day appends -3',
      null,
      ['lotus-kettles', 'lotus-kettles-2'],
      'lotus-kettles-3',
    ],
  ])('%s', (_name, openDate, taken, slug) => {
    const isTaken = (candidate: string) => taken.includes(candidate)
    expect(freeSlug('Lotus Kettles Limited', openDate, isTaken)).toBe(slug)
  })

  test.each([
    ['at a word boundary', 'Lotus Kettles '.repeat(20), `${'lotus-kettles-'.repeat(7)}2026`],
    ['within a word that is too long', 'L'.repeat(300), `${'l'.repeat(100)}-2026`],
  ])('cuts a long name %s, so that a facts file accepts the slug', (_how, name, slug) => {
    const actual = freeSlug(name, '2026-01-13', (taken) => !taken.endsWith('2026'))
    expect(actual).toBe(slug)
    expect(actual.length).toBeLessThanOrEqual(120)
  })

  test('numbers further issues of one name', () => {
    const taken = new Set<string>()
    for (let n = 0; n < 40; n++) {
      const slug = freeSlug('Lotus Kettles Limited', n % 3 === 0 ? null : `202${n % 4}-01-13`, (s) =>
        taken.has(s),
      )
      expect(taken.has(slug)).toBe(false)
      taken.add(slug)
    }
    expect(taken.size).toBe(40)
  })
})

test.each([
  ['Acme Foods Limited', 'Acme Foods'],
  ['Acme Foods Ltd.', 'Acme Foods'],
  ['Acme Foods Private Limited', 'Acme Foods'],
  ['Acme Foods Pvt. Ltd', 'Acme Foods'],
  ['Acme Foods (India) Limited ', 'Acme Foods (India)'],
  ['Acme Limited Editions', 'Acme Limited Editions'],
  ['Unlimited', 'Unlimited'],
  ['Limited', 'Limited'],
])('shortens %s to %s', (name, short) => {
  expect(shortName(name)).toBe(short)
})
