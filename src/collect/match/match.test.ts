import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../market/calendar.ts'
import type { Subject } from '../../sources/source.ts'
import type { IssueFinder, KnownIssue } from './issue-finder.ts'
import { BSE, finderOf, issue, NSE, row, TRACKER } from './match.test-issues.ts'
import { type Match, matchSubject, ownKeys, type Reporter } from './match.ts'

const found = (slug: string) => ({ kind: 'found', slug })
const left = (kind: Match['kind'], ...candidates: string[]) => ({ kind, candidates })

type Situation = [
  what: string,
  row: Subject,
  reporter: Reporter,
  outcome: ReturnType<typeof found> | ReturnType<typeof left>,
]

function judge(issues: readonly KnownIssue[], situations: readonly Situation[]) {
  test.each(situations)('%s', (_what, subject, reporter, outcome) => {
    expect(matchSubject(finderOf(issues), subject, reporter)).toEqual(outcome)
    expect(matchSubject(finderOf(issues.toReversed()), subject, reporter)).toEqual(outcome)
  })
}

const marigold = issue('marigold-agro-industries', 'Marigold Agro Industries Limited', {
  symbols: { nse: 'MARIGOLD', bse: 'MARIAGRO' },
  isin: 'INE0AAA01011',
  bseCode: '549001',
  openDate: '2026-03-10',
  closeDate: '2026-03-12',
  priceMin: 14_000,
  priceMax: 15_000,
})

describe('by a key', () => {
  const onlyBse = issue('pebble-and-sand', 'Pebble & Sand Limited', {
    symbols: { bse: 'PEBBLE' },
    board: 'SME',
    openDate: '2026-03-11',
  })
  const operators = issue('quartz-lamps', 'Quartz Lamps Limited', { symbols: { operator: 'QUARTZ' } })

  judge(
    [marigold, onlyBse, operators],
    [
      ['the ISIN, whatever the name', row('MAIL', { isin: 'INE0AAA01011' }), TRACKER, found(marigold.slug)],
      ['the trading code of BSE', row(null, { bseCode: '549001' }), BSE, found(marigold.slug)],
      [
        'the symbol of the same exchange, whatever the name',
        row('Renamed Limited', { symbol: 'MARIGOLD' }),
        NSE,
        found(marigold.slug),
      ],
      [
        'the symbol of the same exchange without a name, as in a day file',
        row(null, { symbol: 'MARIGOLD' }),
        NSE,
        found(marigold.slug),
      ],
      [
        'the symbol of the other exchange beside a name that fits',
        row('Pebble and Sand', { symbol: 'PEBBLE' }),
        NSE,
        found(onlyBse.slug),
      ],
      [
        'the symbol of the other exchange beside a beginning of the name',
        row('Pebble', { symbol: 'PEBBLE' }),
        NSE,
        found(onlyBse.slug),
      ],
      [
        'the symbol of the other exchange beside another name is another security',
        row('Pebbleworth Mines Limited', { symbol: 'PEBBLE' }),
        NSE,
        left('unknown'),
      ],
      [
        'the symbol of the other exchange without a name is another security',
        row(null, { symbol: 'PEBBLE' }),
        NSE,
        left('unknown'),
      ],
      [
        'a symbol that the operator gave is good for either exchange',
        row(null, { symbol: 'QUARTZ' }),
        NSE,
        found(operators.slug),
      ],
      [
        'a tracker’s symbol beside a name that fits',
        row('Marigold Agro', { symbol: 'marigold' }),
        TRACKER,
        found(marigold.slug),
      ],
      [
        'a tracker’s symbol beside another name is not believed',
        row('Topaz Tools', { symbol: 'MARIGOLD' }),
        TRACKER,
        left('unknown'),
      ],
      [
        'another symbol of the same exchange is another issue, in spite of the name',
        row('Marigold Agro Industries Limited', { symbol: 'MARIGOLD2', openDate: '2026-03-10' }),
        NSE,
        left('unknown', marigold.slug),
      ],
      [
        'an unknown ISIN does not hinder the name',
        row('Marigold Agro Industries', { isin: 'INE0ZZZ01010' }),
        TRACKER,
        found(marigold.slug),
      ],
      [
        'a key of days just within half a year',
        row(null, { isin: 'INE0AAA01011', openDate: addDays('2026-03-10', 180) }),
        NSE,
        found(marigold.slug),
      ],
      [
        'a key of days beyond half a year is the next issue of the company',
        row(null, { isin: 'INE0AAA01011', openDate: addDays('2026-03-10', 181) }),
        NSE,
        left('unknown'),
      ],
      [
        'the closing day counts as well as the opening day',
        row(null, { isin: 'INE0AAA01011', closeDate: addDays('2026-03-12', 181) }),
        NSE,
        left('unknown'),
      ],
      ['no key and no name', row(null), TRACKER, left('unknown')],
    ],
  )
})

describe('by the source’s own key, once it was matched by other means', () => {
  const short = row('Marigold', { upstreamId: '4711', openDate: '2026-03-10' })

  function taught(...others: KnownIssue[]): IssueFinder {
    const index = finderOf([marigold, ...others])
    expect(matchSubject(index, short, TRACKER)).toEqual(found(marigold.slug))
    for (const key of ownKeys(short)) index.learn({ source: TRACKER.source, key, slug: marigold.slug })
    return index
  }

  test('its number, although it renamed the row', () => {
    const renamed = row('White Petal', { upstreamId: '4711' })
    expect(matchSubject(taught(), renamed, TRACKER)).toEqual(found(marigold.slug))
  })

  test('its short name, although the dates have changed since', () => {
    const moved = row('Marigold', { openDate: '2026-03-24', closeDate: '2026-03-26', priceMax: 14_500 })
    expect(matchSubject(taught(), moved, TRACKER)).toEqual(found(marigold.slug))
    expect(matchSubject(finderOf([marigold]), moved, TRACKER).kind).toBe('unconfirmed')
  })

  test('not its short name half a year later', () => {
    const next = row('Marigold', { openDate: '2026-09-24' })
    expect(matchSubject(taught(), next, TRACKER).kind).toBe('unknown')
  })

  test('not its short name when the days are those of another issue with that beginning', () => {
    const sister = issue('marigold-textiles', 'Marigold Textiles Limited', { openDate: '2026-03-24' })
    const other = row('Marigold', { openDate: '2026-03-24' })
    expect(matchSubject(taught(sister), other, TRACKER)).toEqual(
      left('ambiguous', marigold.slug, sister.slug),
    )
    expect(matchSubject(taught(sister), short, TRACKER)).toEqual(found(marigold.slug))
  })

  test('not for another source', () => {
    const elsewhere: Reporter = { source: 'ipoji', publisher: 'IPO Ji' }
    expect(matchSubject(taught(), row('White Petal', { upstreamId: '4711' }), elsewhere).kind).toBe('unknown')
    expect(matchSubject(taught(), row('Marigold'), elsewhere).kind).toBe('unconfirmed')
  })

  test('not a name that differs in its brackets', () => {
    const index = finderOf([marigold])
    for (const key of ownKeys(row('MAIL (India)')))
      index.learn({ source: TRACKER.source, key, slug: marigold.slug })
    expect(matchSubject(index, row('MAIL (India)'), TRACKER).kind).toBe('found')
    expect(matchSubject(index, row('MAIL (Nepal)'), TRACKER).kind).toBe('unknown')
  })
})

describe('by the name', () => {
  const switchgears = issue('qv-switchgears', 'Q.V. Switchgears Limited')
  const pestle = issue('pestle-and-mortar', 'Pestle & Mortar Limited')
  const india = issue('heron-tools-india', 'Heron Tools (India) Limited', { priceMax: 9_000 })
  const asset = issue('lotus-asset-management', 'Lotus Asset Management Limited')
  const aliased = issue('ninebrains-garage', 'Ninebrains Garage Limited', { aliases: ['Sproutt'] })
  const byName = (slug: string) => found(slug)

  judge(
    [marigold, switchgears, pestle, india, asset, aliased],
    [
      ['exactly', row('Marigold Agro Industries Limited'), TRACKER, byName(marigold.slug)],
      ['in capitals', row('MARIGOLD AGRO INDUSTRIES LIMITED'), NSE, byName(marigold.slug)],
      ['with another legal word', row('Marigold Agro Industries Ltd.'), TRACKER, byName(marigold.slug)],
      [
        'with the board appended',
        row('Marigold Agro Industries (MAINBOARD)'),
        TRACKER,
        byName(marigold.slug),
      ],
      ['with dots and without spaces', row('Q.V.Switchgears Ltd'), TRACKER, byName(switchgears.slug)],
      ['with "and" for &', row('Pestle and Mortar'), TRACKER, byName(pestle.slug)],
      [
        'without its brackets, and the price',
        row('Heron Tools', { priceMax: 9_000 }),
        TRACKER,
        found(india.slug),
      ],
      ['without its brackets alone', row('Heron Tools'), TRACKER, left('unconfirmed', india.slug)],
      [
        'without its brackets, of another board',
        row('Heron Tools', { priceMax: 9_000, board: 'SME' }),
        TRACKER,
        left('unknown', india.slug),
      ],
      ['with its bracketed word unbracketed', row('Heron Tools India'), TRACKER, byName(india.slug)],
      ['with a word of it in brackets', row('Lotus Asset (Management)'), TRACKER, byName(asset.slug)],
      [
        'with an abbreviation in brackets, and nothing else',
        row('Pestle & Mortar (PML)'),
        TRACKER,
        left('unconfirmed', pestle.slug),
      ],
      [
        'with another word in brackets it is another name',
        row('Heron Tools (Punjab)'),
        TRACKER,
        left('unconfirmed', india.slug),
      ],
      [
        'with another word in brackets, yet confirmed',
        row('Heron Tools (HTL)', { priceMax: 9_000 }),
        TRACKER,
        found(india.slug),
      ],
      ['by an alias', row('Sproutt IPO'), TRACKER, byName(aliased.slug)],
      [
        'by an unknown brand name: candidates of the same days',
        row('Petalz', { openDate: '2026-03-10' }),
        TRACKER,
        left('unknown', marigold.slug),
      ],
      ['by a brand name without days: none', row('Petalz', { priceMax: 15_000 }), TRACKER, left('unknown')],
      [
        'other than any, with the same first word: a candidate',
        row('Marigold Steel'),
        TRACKER,
        left('unknown', marigold.slug),
      ],
      [
        'although the board is another: trackers mistake it',
        row('Marigold Agro Industries', { board: 'SME' }),
        TRACKER,
        byName(marigold.slug),
      ],
      [
        'of days just near enough',
        row('Marigold Agro Industries', { openDate: addDays('2026-03-10', 45) }),
        TRACKER,
        byName(marigold.slug),
      ],
      [
        'of days too far away',
        row('Marigold Agro Industries', { openDate: addDays('2026-03-10', 46) }),
        TRACKER,
        left('unknown'),
      ],
    ],
  )
})

describe('by the beginning of the name', () => {
  const craft = issue('metalcraft-ventures', 'Metalcraft Ventures Limited', {
    board: 'SME',
    openDate: '2026-03-10',
    closeDate: '2026-03-12',
    priceMax: 10_000,
  })
  const crafts = issue('metalcrafts-plasma-systems', 'Metalcrafts Plasma Systems Limited', {
    board: 'SME',
    openDate: '2026-03-11',
    closeDate: '2026-03-13',
    priceMax: 10_000,
  })
  const topaz = issue('topaz-tools', 'Topaz Tools Limited', { openDate: '2026-03-10' })
  const fixed = issue('garnet-tools', 'Garnet Tools Limited', { priceMax: 5_200, issuePrice: 5_000 })
  const begun = (slug: string) => found(slug)

  judge(
    [craft, crafts, topaz, fixed],
    [
      ['and the opening day', row('Metalcraft', { openDate: '2026-03-10' }), TRACKER, begun(craft.slug)],
      ['and the closing day', row('Metalcraft', { closeDate: '2026-03-12' }), TRACKER, begun(craft.slug)],
      ['and the upper price', row('Metalcraft', { priceMax: 10_000 }), TRACKER, begun(craft.slug)],
      ['and the issue price', row('Garnet', { priceMax: 5_000 }), TRACKER, begun(fixed.slug)],
      [
        'and the price, on other days',
        row('Metalcrafts', { priceMax: 10_000, openDate: '2026-04-02', closeDate: '2026-04-06' }),
        TRACKER,
        left('unconfirmed', crafts.slug),
      ],
      [
        'and the upper price after the issue price is fixed',
        row('Garnet', { priceMax: 5_200 }),
        TRACKER,
        begun(fixed.slug),
      ],
      [
        'longer than ours, and the opening day',
        row('Garnet Tools and Dies of Surat', { priceMax: 5_000 }),
        TRACKER,
        begun(fixed.slug),
      ],
      ['with nothing to confirm it', row('Metalcraft'), TRACKER, left('unconfirmed', craft.slug)],
      [
        'with other days and price',
        row('Metalcraft', { openDate: '2026-03-17', priceMax: 9_000 }),
        TRACKER,
        left('unconfirmed', craft.slug),
      ],
      [
        'with other days, of an exchange, which knows them: a new issue',
        row('Metalcraft', { openDate: '2026-03-17', priceMax: 9_000 }),
        NSE,
        left('unknown', craft.slug),
      ],
      [
        'without days, of an exchange: it may be the same',
        row('Metalcraft Ventures and Sons'),
        NSE,
        left('unconfirmed', craft.slug),
      ],
      [
        'up to within a word is none, in spite of days and price',
        row('Metalcrafted Wares', { openDate: '2026-03-10', priceMax: 10_000 }),
        TRACKER,
        left('unknown', craft.slug),
      ],
      [
        'one letter more is the other company',
        row('Metalcrafts', { priceMax: 10_000 }),
        TRACKER,
        begun(crafts.slug),
      ],
      [
        'too short to tell, in spite of the day',
        row('Topaz', { openDate: '2026-03-10' }),
        TRACKER,
        left('unknown', craft.slug, topaz.slug),
      ],
      [
        'of another board',
        row('Metalcraft', { openDate: '2026-03-10', board: 'MAINBOARD' }),
        TRACKER,
        left('unknown', craft.slug, topaz.slug),
      ],
      [
        'of the right board',
        row('Metalcraft', { openDate: '2026-03-10', board: 'SME' }),
        TRACKER,
        begun(craft.slug),
      ],
    ],
  )

  describe('that several issues share', () => {
    const mala = issue('shri-gokul-mala', 'Shri Gokul Mala Limited', {
      openDate: '2026-03-10',
      priceMax: 10_000,
    })
    const steels = issue('shri-gokul-steels', 'Shri Gokul Steels Limited', {
      openDate: '2026-03-16',
      priceMax: 7_000,
    })
    const textiles = issue('shri-gokul-textiles', 'Shri Gokul Textiles Limited', { openDate: '2026-03-16' })

    judge(
      [mala, steels, textiles],
      [
        [
          'one of which opens that day',
          row('Shri Gokul', { openDate: '2026-03-10' }),
          TRACKER,
          begun(mala.slug),
        ],
        [
          'two of which open that day',
          row('Shri Gokul', { openDate: '2026-03-16' }),
          TRACKER,
          left('ambiguous', steels.slug, textiles.slug),
        ],
        [
          'one of which has that price: too little, since another’s is not known yet',
          row('Shri Gokul', { priceMax: 10_000 }),
          TRACKER,
          left('unconfirmed', mala.slug, steels.slug, textiles.slug),
        ],
        [
          'none of which is confirmed',
          row('Shri Gokul'),
          TRACKER,
          left('unconfirmed', mala.slug, steels.slug, textiles.slug),
        ],
        ['but whose whole name is one’s own', row('Shri Gokul Steels'), TRACKER, found(steels.slug)],
      ],
    )
  })
})

describe('two issues of one company', () => {
  const first = issue('kestrel-dairy', 'Kestrel Dairy Limited', {
    symbols: { nse: 'KESTREL' },
    isin: 'INE0BBB01010',
    openDate: '2026-01-05',
    closeDate: '2026-01-07',
    priceMax: 20_000,
  })
  const second = issue('kestrel-dairy-2026', 'Kestrel Dairy Limited', {
    symbols: { nse: 'KESTREL' },
    isin: 'INE0BBB01010',
    openDate: '2026-08-10',
    closeDate: '2026-08-12',
    priceMax: 24_000,
  })

  judge(
    [first, second],
    [
      ['the days of the first', row('Kestrel Dairy', { openDate: '2026-01-05' }), TRACKER, found(first.slug)],
      [
        'the days of the second',
        row('Kestrel Dairy', { openDate: '2026-08-10' }),
        TRACKER,
        found(second.slug),
      ],
      ['days near the second', row('Kestrel Dairy', { openDate: '2026-08-03' }), TRACKER, found(second.slug)],
      ['the price of the second', row('Kestrel Dairy', { priceMax: 24_000 }), TRACKER, found(second.slug)],
      [
        'the symbol and the days',
        row('Kestrel Dairy', { symbol: 'KESTREL', openDate: '2026-08-10' }),
        NSE,
        found(second.slug),
      ],
      ['the symbol alone', row(null, { symbol: 'KESTREL' }), NSE, left('ambiguous', first.slug, second.slug)],
      [
        'the ISIN alone',
        row(null, { isin: 'INE0BBB01010' }),
        BSE,
        left('ambiguous', first.slug, second.slug),
      ],
      ['nothing but the name', row('Kestrel Dairy'), TRACKER, left('ambiguous', first.slug, second.slug)],
    ],
  )
})

describe('a withdrawn issue', () => {
  const calledOff = issue('osprey-foods', 'Osprey Foods Limited', {
    symbols: { nse: 'OSPREY' },
    isin: 'INE0CCC01019',
    openDate: '2026-03-02',
    closeDate: '2026-03-04',
    priceMax: 12_000,
    postponed: true,
    offMarket: true,
  })
  const again = issue('osprey-foods-2026', 'Osprey Foods Limited', {
    symbols: { nse: 'OSPREYFOOD' },
    openDate: '2026-03-23',
    closeDate: '2026-03-25',
    priceMax: 12_000,
  })
  const old = { openDate: '2026-03-02', priceMax: 12_000 }
  const fresh = { openDate: '2026-03-23', closeDate: '2026-03-25', priceMax: 12_000 }

  describe('while no exchange has announced it again', () => {
    judge(
      [calledOff],
      [
        ['a tracker’s row of the old days', row('Osprey Foods', old), TRACKER, found(calledOff.slug)],
        ['a tracker’s row without days', row('Osprey Foods'), TRACKER, found(calledOff.slug)],
        [
          'a tracker’s row of new days waits, at the same price too',
          row('Osprey Foods', fresh),
          TRACKER,
          left('unconfirmed', calledOff.slug),
        ],
        [
          'a tracker’s row of new days waits, with the ISIN too',
          row('Osprey Foods', { ...fresh, isin: 'INE0CCC01019' }),
          TRACKER,
          left('unconfirmed', calledOff.slug),
        ],
        [
          'the exchange’s new days under the old symbol are its own',
          row('Osprey Foods', { ...fresh, symbol: 'OSPREY' }),
          NSE,
          found(calledOff.slug),
        ],
        [
          'the exchange’s new symbol is a new issue',
          row('Osprey Foods', { ...fresh, symbol: 'OSPREYFOOD' }),
          NSE,
          left('unknown', calledOff.slug),
        ],
      ],
    )
  })

  describe('and announced again under a new symbol', () => {
    judge(
      [calledOff, again],
      [
        ['a tracker’s row of the old days', row('Osprey Foods', old), TRACKER, found(calledOff.slug)],
        ['a tracker’s row of the new days', row('Osprey Foods', fresh), TRACKER, found(again.slug)],
        ['a tracker’s row without days', row('Osprey Foods'), TRACKER, found(again.slug)],
        [
          'a tracker’s row with the common price alone',
          row('Osprey Foods', { priceMax: 12_000 }),
          TRACKER,
          found(again.slug),
        ],
        ['the old symbol', row('Osprey Foods Limited', { symbol: 'OSPREY' }), NSE, found(calledOff.slug)],
        ['the new symbol', row('Osprey Foods Limited', { symbol: 'OSPREYFOOD' }), NSE, found(again.slug)],
      ],
    )
  })
})

describe('a history that has only the source’s own number', () => {
  const first = issue('osprey-foods', 'Osprey Foods Limited', { openDate: '2026-03-02' })
  const calledOff = issue('osprey-foods', 'Osprey Foods Limited', { openDate: '2026-03-02', offMarket: true })
  const again = issue('osprey-foods-2026', 'Osprey Foods Limited', { openDate: '2026-03-23' })
  const history = row(null, { upstreamId: '88', priceMax: 12_000 })

  test.each<[string, KnownIssue[], ReturnType<typeof found> | ReturnType<typeof left>]>([
    ['is its issue’s', [first], found(first.slug)],
    ['waits once the issue was called off', [calledOff], left('ambiguous', calledOff.slug)],
    [
      'waits when the number serves the next attempt as well',
      [calledOff, again],
      left('ambiguous', calledOff.slug, again.slug),
    ],
  ])('%s', (_name, issues, outcome) => {
    const keys = issues.map(({ slug }) => ({ source: TRACKER.source, key: 'id 88', slug }))
    expect(matchSubject(finderOf(issues, keys), history, TRACKER)).toEqual(outcome)
  })

  test('a row of that number with the days of the next attempt belongs to the next attempt', () => {
    const keys = [calledOff, again].map(({ slug }) => ({ source: TRACKER.source, key: 'id 88', slug }))
    const dated = row('Osprey', { upstreamId: '88', openDate: '2026-03-23' })
    expect(matchSubject(finderOf([calledOff, again], keys), dated, TRACKER)).toEqual(found(again.slug))
  })
})

test('an issue is found by its current terms, not only by its earlier ones', () => {
  const index = finderOf([issue('acorn-mills', 'Acorn Mills Limited')])
  index.put(
    issue('acorn-mills', 'Acorn Mills Limited', { symbols: { nse: 'ACORN' }, openDate: '2026-03-10' }),
  )
  expect(matchSubject(index, row(null, { symbol: 'ACORN' }), NSE)).toEqual(found('acorn-mills'))
  expect([...index.all()]).toHaveLength(1)
})

test('the number of candidates is limited', () => {
  const many = ['e', 'd', 'c', 'b', 'a'].map((slug) =>
    issue(slug, 'Kestrel Dairy Limited', { openDate: '2026-03-10' }),
  )
  expect(matchSubject(finderOf(many), row('Kestrel Dairy'), TRACKER)).toEqual(
    left('ambiguous', 'a', 'b', 'c'),
  )
})

describe('among any other issues', () => {
  const WORDS = [
    'Marigold',
    'Agro',
    'Metalcraft',
    'Metalcrafts',
    'Shri',
    'Gokul',
    'Steels',
    '(India)',
    '& Sons',
  ]
  const name = fc
    .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 })
    .map((words) => words.join(' '))
  const day = fc.constantFrom('2026-01-05', '2026-03-10', '2026-03-17', '2026-09-01')
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
  const known = fc.record({
    name,
    openDate: maybe(day),
    priceMax: maybe(fc.constantFrom(10_000, 12_000)),
    isin: maybe(fc.constantFrom('INE0AAA01011', 'INE0BBB01010')),
    offMarket: fc.boolean(),
    board: fc.constantFrom('MAINBOARD' as const, 'SME' as const),
  })
  const symbolOf = (i: number) => `SYMBOL${i}`
  const issuesFrom = (all: readonly { name: string }[]) =>
    all.map((one, i) => issue(`issue-${i}`, one.name, { ...one, symbols: { nse: symbolOf(i) } }))

  test('a match does not depend on the order in which the issues were added', () => {
    const subject = fc.record({
      name: maybe(name),
      openDate: maybe(day),
      priceMax: maybe(fc.constantFrom(10_000, 12_000)),
      isin: maybe(fc.constantFrom('INE0AAA01011', 'INE0BBB01010')),
      symbol: maybe(fc.constantFrom(symbolOf(0), symbolOf(1))),
    })
    fc.assert(
      fc.property(
        fc.array(known, { maxLength: 6 }),
        subject,
        fc.constantFrom(NSE, BSE, TRACKER),
        (all, subjectOf, reporter) => {
          const issues = issuesFrom(all)
          const match = matchSubject(finderOf(issues), row(subjectOf.name, subjectOf), reporter)
          expect(
            matchSubject(finderOf(issues.toReversed()), row(subjectOf.name, subjectOf), reporter),
          ).toEqual(match)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('a row with the name, symbol and days of an issue finds it', () => {
    fc.assert(
      fc.property(fc.array(known, { minLength: 1, maxLength: 6 }), fc.nat(), (all, pick) => {
        const issues = issuesFrom(all)
        const i = pick % issues.length
        const { terms, slug = '' } = issues[i] ?? {}
        const subjectOf = { symbol: symbolOf(i), openDate: terms?.openDate ?? null }
        expect(matchSubject(finderOf(issues), row(terms?.name ?? null, subjectOf), NSE)).toEqual(found(slug))
      }),
      { numRuns: 500 },
    )
  })

  test('any issue found by name has a name of the same beginning', () => {
    const bare = name.map((words) => words.replaceAll('(India)', 'India'))
    fc.assert(
      fc.property(fc.array(known, { maxLength: 6 }), bare, maybe(day), (all, subjectOf, openDate) => {
        const plain = all.map((one) => ({ ...one, name: one.name.replaceAll('(India)', 'India') }))
        const index = finderOf(issuesFrom(plain))
        const match = matchSubject(index, row(subjectOf, { openDate }), TRACKER)
        if (match.kind !== 'found') return
        const [mine = '', its = ''] = [subjectOf, index.find(match.slug)?.terms.name]
        expect(its.startsWith(mine) || mine.startsWith(its)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
