import { describe, expect, test } from 'vitest'
import {
  deal,
  gmp,
  holiday,
  ipo,
  listing,
  retraction,
  same,
  subscription,
} from '../../../test/support/lines.ts'
import type { Line } from '../../../test/support/record.ts'
import { readLine } from './read-line.ts'
import { writeLine } from './write-line.ts'

const read = (line: Line | string) => readLine(typeof line === 'string' ? line : JSON.stringify(line), 7)

describe('a line of a facts file', () => {
  test('is parsed with rupees as paise and missing values as null', () => {
    expect(read(gmp('acme-foods', '2026-01-13', 45.5))).toEqual({
      fact: {
        fact: 'gmp',
        slug: 'acme-foods',
        observedAt: '2026-01-13',
        gmp: 4550,
        source: 'IPOWatch',
        reportedAt: null,
        printedLow: null,
        printedHigh: null,
        subjectToSauda: null,
        printed: null,
        url: null,
      },
      recordedAt: null,
      line: 7,
    })
  })

  test('of an issue distinguishes a term that was left out from one that was retracted', () => {
    const read1 = read(ipo('acme-foods', { priceMax: 100, isin: null }))
    expect(read1).toMatchObject({ fact: { said: { priceMax: 10_000, isin: null } } })
    expect(read1).not.toHaveProperty('fact.said.lotSize')
  })

  test.each([
    ['its name', ' Teak Registry '],
    ['an answer’s form', { name: 'Teak Registry', allotmentUrl: 'https://elsewhere.example/' }],
  ])('takes the registrar from %s', (_form, registrar) => {
    expect(read(ipo('acme-foods', { registrar }))).toMatchObject({
      fact: { said: { registrar: 'Teak Registry' } },
    })
  })

  test('has bids and applications without a multiple', () => {
    const counts = { timesSub: null, sharesBid: 0, applications: 12 }
    expect(
      read({ ...subscription('acme-foods', '2026-01-14T11:30:00Z', 'QIB', 1), ...counts }),
    ).toMatchObject({
      fact: { ...counts, sharesOffered: null },
    })
  })

  test('takes a holiday back with a null name, and writes it so', () => {
    const line = { ...holiday('2031-08-15', null), recordedAt: '2031-01-02T00:00:00.000Z' }
    const taken = read(line)
    expect(taken).toMatchObject({ fact: { fact: 'holiday', day: '2031-08-15', name: null } })
    if ('fact' in taken) expect(JSON.parse(writeLine(taken.fact, line.recordedAt))).toEqual(line)
  })

  test('of a subscription without a book is about both exchanges together', () => {
    expect(read(subscription('acme-foods', '2026-01-14T11:30:00Z', 'QIB', 3.2))).toMatchObject({
      fact: { book: 'ALL', observedAt: '2026-01-14T11:30:00.000Z' },
    })
  })

  test('is trimmed, since disclosed names often have spaces around them', () => {
    expect(read(deal('2026-01-21', { clientName: ' SOME  FUND ' }))).toMatchObject({
      fact: { clientName: 'SOME  FUND' },
    })
  })

  test('accepts a retraction of a line that was copied whole from an export', () => {
    const { fact, ...rest } = deal('2026-01-21')
    const copied = { fact, ...rest, url: 'https://exchange.example', recordedAt: '2026-01-21T14:00:00Z' }
    expect(read(retraction(copied))).toMatchObject({
      fact: { of: { fact: 'deal', price: 12_850, recordedAt: '2026-01-21T14:00:00.000Z' } },
    })
  })

  const whole: Line[] = [
    ipo('acme-foods', {
      symbol: 'ACME',
      isin: null,
      bseCode: '544999',
      exchanges: ['NSE', 'BSE'],
      issueType: 'book-built',
      faceValue: 10,
      priceMin: 95,
      priceMax: 100,
      issuePrice: 100,
      lotSize: 150,
      minLots: 1,
      issueSizeCr: 420.505,
      openDate: '2026-01-13',
      closeDate: '2026-01-16',
      allotmentDate: '2026-01-19',
      listingDate: '2026-01-21',
      withdrawn: false,
      postponed: null,
      registrar: 'Teak Registry',
      leadManagers: ['Acorn Capital', 'Birch Advisors'],
      documents: [{ kind: 'rhp', url: 'https://nsearchives.nseindia.com/content/ipo/RHP_ACME.zip' }],
      freshIssueShares: 1_500_000,
      offerForSaleCr: 100.5,
      employeeDiscount: 7.25,
      upiCutoffAt: '2026-01-16T11:30:00.000Z',
      reservedFor: ['EMP'],
      retailLimit: 200_000,
    }),
    gmp('acme-foods', '2026-01-13', -0.5, 'IPO Ji', {
      reportedAt: '2026-01-13T08:10:00.000Z',
      printedLow: -2,
      printedHigh: 1.5,
      subjectToSauda: 16_000,
      printed: '₹-0.50',
      url: 'https://tracker.example',
    }),
    subscription('acme-foods', '2026-01-14T11:30:00.000Z', 'TOTAL', 1.7901764891364034, { book: 'NSE' }),
    {
      ...subscription('acme-foods', '2026-01-14T11:30:00.000Z', 'RII', 2.5, { book: 'NSE' }),
      ...{ sharesOffered: 1000, sharesBid: 2500, applications: 12 },
    },
    listing('acme-foods', '2026-01-21', 131.5),
    listing('acme-foods', '2026-01-21', 131.5, {
      high: 140,
      low: 131,
      close: 138.05,
      volume: 900,
      deliveredPct: 61.2,
    }),
    holiday('2031-08-15', 'Kite Festival', { segment: 'clearing' }),
    deal('2026-01-21'),
    { fact: 'alias', slug: 'acme-foods', name: 'Acme Foods & Beverages', source: 'operator' },
    same('acme-foods-2026', 'acme-foods'),
    retraction({ fact: 'gmp', slug: 'acme-foods', observedAt: '2026-01-13', gmp: 30350, source: 'IPOWatch' }),
    retraction({
      fact: 'ipo',
      slug: 'acme-foods',
      name: 'Acme',
      board: 'SME',
      priceMax: 1.25,
      source: 'nse',
      recordedAt: '2026-01-10T00:00:00.000Z',
    }),
  ]
  test.each(whole.map((line) => [String(line.fact), line] as const))(
    'is written as it was read: %s',
    (_kind, line) => {
      const statement = read(line)
      if (!('fact' in statement)) throw new Error(statement.reason)
      const written = JSON.parse(writeLine(statement.fact, '2026-01-22T00:00:00.000Z'))
      expect(written).toEqual({ ...line, recordedAt: '2026-01-22T00:00:00.000Z' })
    },
  )
})

describe('a line is refused, with the expected form,', () => {
  test.each<[string, Line | string, RegExp]>([
    ['when it is no JSON', '{"fact":', /^not JSON/],
    ['when it is no object', '[1]', /must be a JSON object/],
    ['when it is null', 'null', /must be a JSON object/],
    ['without a kind', {}, /"fact" must be one of ipo, gmp, .*; got nothing/],
    ['of a kind that nobody knows', { fact: 'rumour' }, /got "rumour"/],
    ['of a kind that only JavaScript knows', { fact: 'constructor' }, /"fact" must be one of/],
    ['with a key missing', { fact: 'same', slug: 'a', source: 'operator' }, /"as" is missing/],
    [
      'with an unknown key',
      gmp('a', '2026-01-13', 4, 'x', { gpm: 4 }),
      /unknown key "gpm"; known are fact, slug/,
    ],
    [
      'with a key of the prototype',
      '{"fact":"same","slug":"a","as":"b","source":"x","__proto__":1}',
      /unknown key "__proto__"/,
    ],
    ['with a slug that is no address', gmp('Acme Foods', '2026-01-13', 4), /"slug" must be lower-case/],
    ['with an impossible day', gmp('a', '2026-02-30', 4), /"observedAt" must be a real day/],
    [
      'with a moment where a day belongs',
      gmp('a', '2026-01-13T00:00:00Z', 4),
      /"observedAt" must be a real day/,
    ],
    [
      'with a day where a moment belongs',
      subscription('a', '2026-01-13', 'QIB', 1),
      /"observedAt" must be a date-time/,
    ],
    [
      'with local time',
      gmp('a', '2026-01-13', 4, 'x', { reportedAt: '2026-01-13T08:10:00+05:30' }),
      /"reportedAt" must be a date-time in UTC/,
    ],
    ['with three decimals', gmp('a', '2026-01-13', 4.125), /at most 2 decimals.*got 4.125/],
    ['with a number as text', { ...gmp('a', '2026-01-13', 4), gmp: '45' }, /got "45"/],
    ['with no number at all', { ...gmp('a', '2026-01-13', 4), gmp: null }, /"gmp" must be rupees/],
    ['with a price of 0', listing('a', '2026-01-13', 0), /"listingPrice" must be rupees above 0/],
    ['with a lot of half a share', ipo('a', { lotSize: 0.5 }), /"lotSize" must be a whole number/],
    ['with a lot of nothing', ipo('a', { lotSize: 0 }), /"lotSize"/],
    ['with an unknown board', ipo('a', { board: 'MAIN' }), /"board" must be one of MAINBOARD, SME/],
    ['with a board taken back', ipo('a', { board: null }), /"board" must be one of/],
    [
      'with an exchange twice',
      ipo('a', { exchanges: ['NSE', 'NSE'] }),
      /"exchanges" must be a list of NSE, BSE/,
    ],
    ['with no exchange in the list', ipo('a', { exchanges: [] }), /"exchanges"/],
    [
      'with an anchor category',
      subscription('a', '2026-01-13T00:00:00Z', 'ANCHOR', 1),
      /"category" must be one of QIB/,
    ],
    [
      'with a negative multiple',
      subscription('a', '2026-01-13T00:00:00Z', 'QIB', -1),
      /"timesSub" must be a number of times from 0/,
    ],
    [
      'with neither a multiple nor bids',
      { ...subscription('a', '2026-01-13T00:00:00Z', 'QIB', 1), timesSub: null },
      /"timesSub" may be null only beside/,
    ],
    [
      'with a document on another host',
      ipo('a', { documents: [{ kind: 'rhp', url: 'https://nseindia.com.example/rhp.zip' }] }),
      /"documents" must be .*an https address of an exchange/,
    ],
    [
      'with a document that is not fetched securely',
      ipo('a', { documents: [{ kind: 'rhp', url: 'http://www.nseindia.com/rhp.zip' }] }),
      /"documents" must be/,
    ],
    [
      'with an unknown kind of document',
      ipo('a', { documents: [{ kind: 'drhp', url: 'https://www.nseindia.com/x' }] }),
      /rhp/,
    ],
    ['with a registrar that is no name', ipo('a', { registrar: 7 }), /"registrar" must be the name/],
    [
      'with no lead manager in the list',
      ipo('a', { leadManagers: [] }),
      /"leadManagers" must be a list of names/,
    ],
    [
      'with a holiday of another segment',
      holiday('2031-08-15', 'X', { segment: 'bank' }),
      /"segment" must be one of trading, clearing/,
    ],
    [
      'with more delivered than traded',
      listing('a', '2026-01-13', 5, { deliveredPct: 101 }),
      /"deliveredPct" must be a percentage/,
    ],
    ['with an empty name', ipo('a', { name: '  ' }), /"name" must be text/],
    ['with a line break in a name', ipo('a', { name: 'Acme\nFoods' }), /control characters/],
    ['with a NUL', ipo('a', { name: 'Acme\u0000' }), /control characters/],
    [
      'with half a character',
      '{"fact":"alias","slug":"a","name":"\\ud800","source":"x"}',
      /"name" must be text/,
    ],
    [
      'with a side that is none',
      deal('2026-01-21', { dealType: 'B' }),
      /"dealType" must be one of BUY, SELL/,
    ],
    ['with part of a share', deal('2026-01-21', { quantity: 1.5 }), /"quantity" must be a whole number/],
    [
      'with a value beyond any deal',
      deal('2026-01-21', { quantity: 9e15, price: 1e6 }),
      /beyond any real deal/,
    ],
    [
      'with a recordedAt that is a day',
      gmp('a', '2026-01-13', 4, 'x', { recordedAt: '2026-01-13' }),
      /"recordedAt" must be a date-time/,
    ],
    [
      'when it retracts nothing',
      { fact: 'retraction', of: {}, reason: 'x', source: 'operator' },
      /^of: "fact" must be one of/,
    ],
    ['when it retracts a retraction', retraction(retraction({})), /^of: "fact" must be one of ipo/],
    [
      'when it names only half a fact',
      retraction({ fact: 'gmp', slug: 'a' }),
      /^of: "observedAt" is missing/,
    ],
  ])('%s', (_name, line, reason) => {
    expect(read(line)).toEqual({ line: 7, reason: expect.stringMatching(reason) })
  })

  test('naming all faults at once', () => {
    const reason = Reflect.get(read({ fact: 'gmp', slug: 'A', gmp: 'x', extra: 1, source: 'x' }), 'reason')
    expect(reason).toMatch(/"observedAt" is missing.*unknown key "extra".*"slug" must.*"gmp" must/)
  })
})
