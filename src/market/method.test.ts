import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { NO_HOLIDAYS } from '../../test/support/holidays.ts'
import { addDays, IST_OFFSET_MINUTES, isRealDay, istInstant } from './calendar.ts'
import {
  BLOCK_DEAL_MIN_CR,
  BLOCK_DEAL_MIN_CR_BEFORE,
  BLOCK_DEAL_RAISED,
  BULK_DEAL_ABOVE_PCT,
  croreOf,
} from './deals/deal.ts'
import { EXCHANGE_TABLE } from './exchanges.ts'
import { FIRST_DAY, LAST_DAY } from './facts/bounds.ts'
import {
  BOARDS,
  BOOKS,
  CATEGORIES,
  DEAL_KINDS,
  DEAL_TYPES,
  EXCHANGES,
  OPEN_ALONE,
  QUOTE_ALONE,
} from './facts/fact.ts'
import { Owners, PUBLISHERS, publisherOf } from './facts/publisher.ts'
import {
  DISPUTED_SHARE_OF_PREMIUM,
  FRESH_GMP_DAYS,
  type GmpReport,
  gmpDay,
  MIN_OWNERS_TO_DISPUTE,
} from './gmp/gmp.ts'
import {
  APPLICANT_CATEGORIES,
  EMPLOYEE_LIMIT,
  NII_SPLIT_SINCE,
  RETAIL_LIMIT,
  SMALL_NII_LIMIT,
  TWO_SME_LOTS_SINCE,
  UPI_LIMIT,
} from './issues/application.ts'
import { FIRST_LOAD_MS, NEWS_DAYS, NEWS_DAYS_UNLISTED } from './issues/changes.ts'
import { LOCK_IN_DAYS, SECOND_LOCK_IN_SINCE } from './issues/lock-ins.ts'
import { slugOfName } from './issues/names.ts'
import { ALLOTMENT_RESULT_IST } from './issues/registrars.ts'
import {
  BIDDING_ENDS_IST,
  BIDDING_OPENS_IST,
  SME_BIDDING_ENDS_IST,
  SME_EARLY_CLOSE_SINCE,
  STATUSES,
  T_PLUS_3_SINCE,
  TRADING_BEGINS_IST,
} from './issues/status.ts'
import { type IssueTerms, termsFrom } from './issues/terms.ts'
import {
  paiseFromRupees,
  percentOf,
  RUPEES_PER_CRORE,
  roundedToHundredths,
  rupeesFromPaise,
} from './money.ts'
import {
  CALIBRATION_BIN_POINTS,
  CALIBRATION_HIGHEST,
  CALIBRATION_LOWEST,
  EXPECTED_GAIN_SIZES,
} from './scores/accuracy.ts'
import { DAYS_BEFORE_CLOSE, nearestHorizon } from './scores/horizon.ts'
import { MIN_RANGE_LISTINGS, NAMED_RANGE_LISTINGS, rangeRanks } from './scores/range.ts'
import {
  BIN_POINTS,
  FEW_LISTINGS,
  HEADLINE_LISTINGS,
  OPEN_END_POINTS,
  QUOTE_DAYS_BEFORE_CLOSE,
  scoreOf,
  summaryOf,
} from './scores/scoreboard.ts'

const OWNERS = new Owners()

const page = readFileSync(new URL('../../docs/method.md', import.meta.url), 'utf8')

/** The text under a heading, up to the next heading. */
function section(heading: string): string {
  const [, body] = page.split(new RegExp(`^#+ ${heading.replace(/[()]/g, '\\$&')}$`, 'm'))
  if (body === undefined) throw new Error(`the page has no heading "${heading}"`)
  return body.split(/^#+ /m)[0] ?? ''
}

/** The cells of the only table under a heading, without its header row. */
function tableUnder(heading: string): string[][] {
  const lines = section(heading)
    .split('\n')
    .filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

/** The capture groups of a sentence that the page must contain exactly once. */
function printed(sentence: RegExp): string[] {
  const matches = [...page.matchAll(new RegExp(sentence, 'g'))]
  if (matches.length !== 1) throw new Error(`the page has ${sentence} ${matches.length} times, not once`)
  return matches.flatMap(([, ...groups]) => groups)
}

const code = (cell: string | undefined) => cell?.match(/^`(.+)`$/)?.[1]
const codesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name)

function paise(rupees: string | undefined): number {
  const amount = paiseFromRupees(Number(rupees))
  if (rupees === undefined || amount === undefined) throw new Error(`not a rupee amount: ${rupees}`)
  return amount
}

const decimalsOf = (figure: number) => String(figure).split('.')[1]?.length ?? 0

describe('the sources table', () => {
  const rows = tableUnder('What we collect, and from whom')

  test.each(rows.map(([source, owner, rank]) => [code(source) ?? '', owner ?? '', Number(rank)] as const))(
    'gives %s owner %s and rank %i, as in the code',
    (name, owner, rank) => {
      expect(publisherOf(name, OWNERS)).toEqual({ name, owner, rank })
    },
  )

  test('names every built-in source and no other', () => {
    expect(rows.map(([source]) => code(source))).toEqual(PUBLISHERS.map(({ name }) => name))
  })

  test('gives other names the rank in the code', () => {
    const [rank] = printed(/Any other name is a tracker of rank (\d+) that is its own owner/)
    const stranger = 'Lantern Desk'
    expect(publisherOf(stranger, OWNERS)).toEqual({ name: stranger, owner: stranger, rank: Number(rank) })
  })
})

describe('days and times of day', () => {
  test('gives India’s offset from UTC as in the code', () => {
    const [hours, minutes] = printed(/India is (\d+) hours (\d+) minutes ahead of UTC/)
    expect(Number(hours) * 60 + Number(minutes)).toBe(IST_OFFSET_MINUTES)
  })

  test.each<[string, RegExp, string[]]>([
    ['when bidding opens', /before (\S+) of the opening day/, [BIDDING_OPENS_IST]],
    ['when bidding ends', /until bidding ends on the closing day, at (\d+:\d+);/, [BIDDING_ENDS_IST]],
    [
      'when bidding for an SME issue ends, and since when',
      /SME issue that opens on or after (\d+-\d+-\d+), at (\d+:\d+);/,
      [SME_EARLY_CLOSE_SINCE, SME_BIDDING_ENDS_IST],
    ],
    ['when trading begins', /from (\S+) of the listing day/, [TRADING_BEGINS_IST]],
    ['when an allotment may be known', /final at (\S+) of the allotment day/, [ALLOTMENT_RESULT_IST]],
    [
      'when lock-ins end',
      /ends (\d+) days after the allotment, that of the other half after (\d+) days/,
      LOCK_IN_DAYS.map(String),
    ],
    ['when a GMP is old', /its day lies more than (\d+) days back/, [String(FRESH_GMP_DAYS)]],
  ])('%s', (_name, sentence, expected) => {
    expect(printed(sentence)).toEqual(expected)
  })

  test('prints no other time of day', () => {
    const times = [...page.matchAll(/\b\d{1,2}:\d{2}\b/g)].map(([time]) => time)
    const bidding = [BIDDING_OPENS_IST, BIDDING_ENDS_IST, SME_BIDDING_ENDS_IST]
    expect(times).toEqual([...bidding, TRADING_BEGINS_IST, ALLOTMENT_RESULT_IST])
  })

  test('prints no other day except those of changed rules', () => {
    const rules = page.slice(0, page.indexOf('## Changes of the rules'))
    expect(rules.match(/\d{4}-\d{2}-\d{2}/g)).toEqual([
      EXCHANGE_TABLE.NSE.smeCeiling.from,
      EXCHANGE_TABLE.BSE.smeCeiling.from,
      EXCHANGE_TABLE.NSE.smeFloor.from,
      EXCHANGE_TABLE.BSE.smeFloor.from,
      SME_EARLY_CLOSE_SINCE,
      T_PLUS_3_SINCE,
      SECOND_LOCK_IN_SINCE,
      TWO_SME_LOTS_SINCE,
      NII_SPLIT_SINCE,
    ])
  })
})

test('gives the bins of errors and the minimum of listings as in the code', () => {
  const [few] = printed(/shown from (\d+) listings on/)
  const [bin, end] = printed(/bins of (\d+) points with open ends at (\d+)/)
  const [counts] = printed(/Below (\d+) listings the pages show no percentage/)
  const [inRupees] = printed(/With fewer than (\d+) of them there is no error in rupees/)
  expect([few, counts, inRupees, bin, end].map(Number)).toEqual([
    FEW_LISTINGS,
    HEADLINE_LISTINGS,
    HEADLINE_LISTINGS,
    BIN_POINTS,
    OPEN_END_POINTS,
  ])
})

describe('lists values in the order of the code', () => {
  const bookList = section('Subscription')
    .split('\n')
    .filter((line) => /^\d+\. /.test(line))

  test.each<[string, (string | undefined)[], readonly string[]]>([
    ['statuses', tableUnder('Status').map(([status]) => code(status)), STATUSES],
    ['categories', tableUnder('Subscription').map(([category]) => code(category)), CATEGORIES],
    [
      'categories of applicants',
      tableUnder('Who may apply for how much').map(([category]) => code(category)),
      APPLICANT_CATEGORIES,
    ],
    ['books', bookList.flatMap(codesIn), BOOKS],
    [
      'exchanges for the listing price',
      printed(/The price on `(\w+)` counts before the price on `(\w+)`/),
      EXCHANGES,
    ],
    ['exchanges of deals', printed(/it was disclosed by `(\w+)` or `(\w+)`\./), EXCHANGES],
    ['sides of a deal', printed(/A deal is a `(\w+)` or a `(\w+)`,/), DEAL_TYPES],
    ['kinds of deals', printed(/its kind is `(\w+)` or `(\w+)`,/), DEAL_KINDS],
    ['boards', printed(/The board of an issue is `(\w+)` or `(\w+)`\./), BOARDS],
  ])('%s', (_name, values, expected) => {
    expect(values).toEqual(expected)
  })
})

test('gives the limits of applications as in the code', () => {
  const limits = Object.fromEntries(
    tableUnder('Who may apply for how much').map(([category, mainboard = '']) => [
      code(category),
      mainboard.match(/₹([\d,]+)/)?.[1]?.replaceAll(',', ''),
    ]),
  )
  expect([limits.RII, limits.SNII, limits.BNII, limits.EMP].map(paise)).toEqual([
    RETAIL_LIMIT,
    SMALL_NII_LIMIT,
    SMALL_NII_LIMIT,
    EMPLOYEE_LIMIT,
  ])
  const [upi = ''] = printed(/UPI can be used for bids up to ₹([\d,]+)\./)
  expect(paise(upi.replaceAll(',', ''))).toBe(UPI_LIMIT)
})

test('gives the sizes of deals as in the code', () => {
  const [pct] = printed(/more than ([\d.]+)% of a company's shares in a day/)
  const [min, before, month] = printed(/worth at least ₹(\d+) crore, or ₹(\d+) crore before (\w+ \d+)\./)
  expect([pct, min, before].map(Number)).toEqual([
    BULK_DEAL_ABOVE_PCT,
    BLOCK_DEAL_MIN_CR,
    BLOCK_DEAL_MIN_CR_BEFORE,
  ])
  expect(Date.parse(`1 ${month} UTC`)).toBe(Date.parse(BLOCK_DEAL_RAISED))
})

describe('the rule of dispute', () => {
  const SHARES: Record<string, number> = { half: 0.5, 'a third': 1 / 3, 'a quarter': 0.25 }

  test('gives the number of owners and the share of the premium as in the code', () => {
    const [owners, share = ''] = printed(
      /true when (\d+) or more owners reported .* the spread is more than (.+) of the premium/,
    )
    expect(Number(owners)).toBe(MIN_OWNERS_TO_DISPUTE)
    expect(SHARES[share]).toBe(DISPUTED_SHARE_OF_PREMIUM)
  })

  const examples = tableUnder('Dispute')

  test('has examples', () => {
    expect(examples.length).toBeGreaterThan(0)
  })

  test.each(examples)(
    'has the example %s: median %s, spread %s, disputed: %s',
    (words, median, spread, disputed) => {
      const reports = (words ?? '').split(', ').map((gmp, index) => quote(paise(gmp), `Desk ${index}`))
      const day = gmpDay('2026-01-16', reports, OWNERS, NO_HOLIDAYS)
      expect(day?.owners).toBe(reports.length)
      expect([day?.median, day?.spread, day?.disputed ? 'yes' : 'no']).toEqual([
        paise(median),
        paise(spread),
        disputed,
      ])
    },
  )
})

describe('rounding', () => {
  test('gives the decimals of rupees, percentages, crore and multiples as in the code', () => {
    const [decimals] = printed(/Rupees, percentages, crore and multiples have (\d+) decimals/)
    const figures = [
      rupeesFromPaise(12_345),
      percentOf(1, 3),
      roundedToHundredths(1 / 3),
      summaryOf([1, 1, 2].map((errorPp) => ({ errorPp, directionHit: errorPp === 1 }))).avgAbsErrorPp ?? 0,
    ]
    expect(figures.map(decimalsOf)).toEqual(figures.map(() => Number(decimals)))
  })

  test('gives the decimals of the value of a deal as in the code', () => {
    const [decimals] = printed(/The value of a deal in crore has (\d+) decimals/)
    expect(decimalsOf(croreOf(123_456_789_012))).toBe(Number(decimals))
  })

  test('gives the rupees of a crore as in the code', () => {
    const [rupees = ''] = printed(/One crore is ([\d,]+) rupees/)
    expect(Number(rupees.replaceAll(',', ''))).toBe(RUPEES_PER_CRORE)
    expect(croreOf(RUPEES_PER_CRORE * 100)).toBe(1)
  })

  const examples = tableUnder('Percentages and rounding')

  test('has examples', () => {
    expect(examples.length).toBeGreaterThan(0)
  })

  test.each(examples)('%s is published as %s', (exact, published) => {
    expect(roundedToHundredths(Number(exact))).toBe(Number(published))
  })
})

describe('the scoreboard', () => {
  test('gives the days of quotes before the close as in the code', () => {
    const [days] = printed(/from (\d+) days before the closing day to the closing day itself/)
    expect(Number(days)).toBe(QUOTE_DAYS_BEFORE_CLOSE)
  })

  const examples = tableUnder('Scoreboard')

  test('has examples', () => {
    expect(examples.length).toBeGreaterThan(0)
  })

  test.each(examples)(
    'has the example of %s with a GMP of %s that listed at %s',
    (issuePrice, gmp, listingPrice, implied, actual, error, hit) => {
      const listing = { ...RECORDED, ...CITED, ...LISTED, listingPrice: paise(listingPrice) }
      const score = scoreOf(
        closedAt(paise(issuePrice)),
        listing,
        [quote(paise(gmp), 'Lantern Desk')],
        OWNERS,
        NO_HOLIDAYS,
      )
      expect(score).toMatchObject({
        impliedPct: Number(implied),
        actualPct: Number(actual),
        errorPp: Number(error),
        directionHit: hit === 'yes',
      })
    },
  )
})

describe('accuracy', () => {
  test('gives the horizons as in the code', () => {
    const days = printed(/`close-(\d)`, `close-(\d)` and `close-(\d)` are (\d), (\d) and (\d) days before it/)
    expect(days.map(Number)).toEqual([1, 3, 7, 1, 3, 7])
    expect(Object.values(DAYS_BEFORE_CLOSE).toSorted()).toEqual([0, 1, 3, 7])
  })

  test('gives the days of quotes as in the code', () => {
    const days = printed(/from (\d+) days before the day of the moment on; at `last`, from (\d+) days before/)
    expect(days.map(Number)).toEqual([QUOTE_DAYS_BEFORE_CLOSE, QUOTE_DAYS_BEFORE_CLOSE])
  })

  test('gives the ranges of expected gain as in the code', () => {
    const ends = printed(
      /size of the implied gain \(below (\d+), from (\d+), from (\d+), from (\d+), from (\d+) percent/,
    )
    const [below, ...from] = ends.map(Number)
    expect(EXPECTED_GAIN_SIZES.map((size) => size.from)).toEqual([null, ...from])
    expect(EXPECTED_GAIN_SIZES.map((size) => size.to)).toEqual([below, ...from.slice(1), null])
  })

  test('gives the minimum of listings as in the code', () => {
    expect(printed(/A group of fewer than (\d+) listings is marked `isFew`/).map(Number)).toEqual([
      FEW_LISTINGS,
    ])
    expect(printed(/a source with fewer than (\d+) listings has none/).map(Number)).toEqual([FEW_LISTINGS])
  })

  test('gives the bins of calibration as in the code', () => {
    const bins = printed(/in bins of (\d+) points from (-\d+) to (\d+) percent/)
    expect(bins.map(Number)).toEqual([CALIBRATION_BIN_POINTS, CALIBRATION_LOWEST, CALIBRATION_HIGHEST])
  })

  test('gives the horizon of an open issue as in the code', () => {
    const days = printed(/2 to (\d) days before `close-3`, (\d) to (\d) days before `close-7`/).map(Number)
    const [most = 0, least = 0, last = 0] = days
    const before = (left: number) =>
      nearestHorizon(istInstant(addDays('2026-01-16', -left), '12:00'), istInstant('2026-01-16', '17:00'))
    expect([0, 1, 2, most, least, last, last + 1].map(before)).toEqual([
      'close',
      'close-1',
      'close-3',
      'close-3',
      'close-7',
      'close-7',
      null,
    ])
  })
})

describe('the range around the GMP', () => {
  test('gives the minimum of listings as in the code', () => {
    const [least] = printed(/if there are at least (\d+); else those of the whole board/)
    const [none] = printed(/With fewer than (\d+) of the board there is no range/)
    expect([least, none].map(Number)).toEqual(Array(2).fill(MIN_RANGE_LISTINGS))
    expect(printed(/write this number only from (\d+) `listings` on/).map(Number)).toEqual([
      NAMED_RANGE_LISTINGS,
    ])
  })

  test.each([50, 77, 99, 100, 1234])('gives the ranks of %i misses as in the code', (n) => {
    const [low, high] = printed(/those of rank ⌊(0\.\d)\(n\+1\)⌋ and ⌈(0\.\d)\(n\+1\)⌉/).map(Number)
    expect(rangeRanks(n)).toEqual({
      low: Math.floor(((low ?? 0) * 10 * (n + 1)) / 10),
      high: Math.ceil(((high ?? 0) * 10 * (n + 1)) / 10),
    })
  })
})

describe('the address of an issue', () => {
  test('drops the legal words that the page names', () => {
    const [words = ''] = printed(/The legal words (.+) are left out/)
    const legalWords = words.split(/, | and /)
    expect(legalWords).toEqual(['Limited', 'Ltd', 'Private', 'Pvt'])
    for (const word of legalWords) expect(slugOfName(`Lotus Kettles ${word}`)).toBe('lotus-kettles')
  })

  test('drops the outcomes that the page names', () => {
    const outcomes = printed(/such as "(.+)" or "(.+)"\./)
    for (const outcome of outcomes)
      expect(slugOfName(`Lotus Kettles Limited-${outcome}`)).toBe('lotus-kettles')
  })

  test('replaces & as the page says', () => {
    const [word] = printed(/"&" becomes "(\w+)"/)
    expect(slugOfName('Lotus & Reed')).toBe(`lotus-${word}-reed`)
  })
})

test('gives the years of the market as in the code', () => {
  const [first, last] = printed(/days lie in the years (\d{4}) to (\d{4})/)
  expect([FIRST_DAY, LAST_DAY]).toEqual([`${first}-01-01`, `${last}-12-31`])
})

test('gives the limits of news as in the code', () => {
  const [hours, days, unlisted] = printed(
    /for (\d+) hour\. .* more than (\d+) days after its listing day \((\d+) days after its closing day/,
  )
  expect([Number(hours) * 3_600_000, Number(days), Number(unlisted)]).toEqual([
    FIRST_LOAD_MS,
    NEWS_DAYS,
    NEWS_DAYS_UNLISTED,
  ])
})

describe('changes of the rules', () => {
  const entries = section('Changes of the rules').trim().split('\n')

  test('are dated, newest first, and each says what changed', () => {
    const days = entries.map((entry) => entry.match(/^- (\S+): .+\.$/)?.[1] ?? '')
    expect(days.every(isRealDay)).toBe(true)
    expect(days).toEqual(days.toSorted().reverse())
  })

  test('begin with the first version', () => {
    expect(entries.at(-1)).toBe('- 2026-11-15: first version.')
  })
})

const RECORDED = { recorded: '2026-01-10T04:30:00.000Z', id: 1 }
const CITED = { printed: null, url: null }
const LISTED = {
  fact: 'listing',
  ...OPEN_ALONE,
  slug: 'lotus-kettles',
  listedOn: '2026-01-21',
  exchange: 'NSE',
  source: 'nse',
} as const

function quote(gmp: number, source: string): GmpReport {
  const said = {
    fact: 'gmp',
    slug: 'lotus-kettles',
    observedAt: '2026-01-16',
    reportedAt: null,
    ...QUOTE_ALONE,
  } as const
  return { ...said, ...CITED, ...RECORDED, gmp, source }
}

function closedAt(issuePrice: number): IssueTerms {
  const said = {
    name: 'Lotus Kettles Limited',
    board: 'MAINBOARD',
    issuePrice,
    closeDate: '2026-01-16',
  } as const
  const terms = termsFrom([{ fact: 'ipo', slug: 'lotus-kettles', said, source: 'nse', ...RECORDED }])
  if (!terms) throw new Error('the issue has no terms')
  return terms
}
