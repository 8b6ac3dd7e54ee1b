import { chance, pick, type Random, seeded, wholeBetween } from '../../src/demo/seeded.ts'
import { addDays, instantFromMs, msOf } from '../../src/market/calendar.ts'
import { CATEGORIES } from '../../src/market/facts/fact.ts'
import { deal, gmp, ipo, listing, retraction, same, subscription } from './lines.ts'
import type { Line } from './record.ts'

const FIRST_DAY = '2024-01-01'
const LAST_DAY = 700
const ISSUES = 260
const TRACKERS = [
  'InvestorGain',
  'Chittorgarh',
  'IPOWatch',
  'IPO Ji',
  'Lantern Desk',
  'कमल डेस्क',
  "O'Hara; --",
]

/** Names that break careless quoting, sorting, trimming, case folding or escaping. */
const HOSTILE = [
  `Robert'); drop table deals; --`,
  `"Quoted" \\ 'and' \`ticked\``,
  '<script>alert(1)</script> & Sons',
  '$1 ? :name @p {0} %s',
  ' leading and trailing ',
  'ÄÖÜ äöü ß ẞ ı İ ſ',
  'e\u0301clair \u00e9clair',
  'zero\u200bwidth \u202eoverride\u202c \ufeffmark',
  'separators\u2028and\u2029such',
  '🧨🪔 दीपावली 煙花 ﷽',
  'null',
  '\\N',
  '\\x00',
  '-0',
  '2024-01-01T00:00:00.000Z',
  'x'.repeat(500),
] as const
/** Sizes and multiples whose decimal form a careless conversion changes. */
const FRACTIONS = [0.1, 0.30000000000000004, 1e-7, 1 / 3, 420.123456789, 999999999.9999999, 5e-324, 12.345]

export interface ManyFacts {
  /** With their times of recording, in no order. */
  readonly dated: readonly Line[]
  /** Files without times, to be imported one after the other. */
  readonly undated: readonly (readonly Line[])[]
}

/** An invented market in which sources correct, contradict and retract themselves and each other. */
export function manyFacts(count: number): ManyFacts {
  const random = seeded('many facts')
  const issues = Array.from({ length: ISSUES }, (_, i) => ({
    slug: `issue-${i}`,
    opens: wholeBetween(random, 10, LAST_DAY - 30),
  }))
  const dated: Line[] = issues.flatMap((issue, i) => lifeOf(random, issue, i))
  const undated = [0, 1, 2].map((file) => undatedLines(random, issues, file))
  const rest = count - dated.length - undated.flat().length
  const retractable = dated.filter(({ fact }) => fact === 'listing' || fact === 'alias')
  for (let i = 0; i < rest; i++) {
    const line = chance(random, 0.03)
      ? retractionOf(random, pick(random, retractable))
      : anyLine(random, issues)
    dated.push(line)
    if (line.fact !== 'retraction') retractable.push(line)
  }
  return { dated, undated }
}

type Issue = { readonly slug: string; readonly opens: number }

const day = (n: number): string => addDays(FIRST_DAY, n)

/** A moment on a day or soon after; one of few, so that many are equal. */
const momentAfter = (random: Random, n: number): string =>
  instantFromMs(msOf(`${day(n + 1)}T00:00:00.000Z`) + wholeBetween(random, 0, 20) * 3 * 3_600_000)

function lifeOf(random: Random, { slug, opens }: Issue, i: number): Line[] {
  const price = wholeBetween(random, 20, 900)
  const hostile = HOSTILE[i % HOSTILE.length] as string
  const terms = {
    board: i % 3 === 0 ? 'SME' : 'MAINBOARD',
    symbol: i % 5 === 0 ? null : hostile.slice(0, 60) + i,
    issueSizeCr: FRACTIONS[i % FRACTIONS.length],
    priceMin: price - 5,
    priceMax: price,
    openDate: day(opens),
    closeDate: day(opens + 2),
    listingDate: day(opens + 7),
    recordedAt: momentAfter(random, opens - 10),
  }
  const lines = [
    ipo(slug, { ...terms, name: hostile }),
    ipo(slug, {
      source: pick(random, ['bse', 'operator', 'IPOWatch']),
      name: `${hostile.slice(0, 400)} ${i} Limited`,
      issuePrice: chance(random, 0.5) ? price : null,
      withdrawn: chance(random, 0.05),
      recordedAt: momentAfter(random, opens + 3),
    }),
    {
      fact: 'alias',
      slug,
      name: `${hostile.slice(0, 400)} ${i}`,
      source: 'operator',
      recordedAt: momentAfter(random, opens),
    },
    listing(slug, day(opens + 7), price + wholeBetween(random, -15, 200) + 0.5, {
      exchange: pick(random, ['NSE', 'BSE']),
      recordedAt: momentAfter(random, opens + 7),
    }),
  ]
  if (i % 20 === 19) lines.push(same(slug, `issue-${i - 1}`, { recordedAt: momentAfter(random, opens + 9) }))
  return lines
}

function anyLine(random: Random, issues: readonly Issue[]): Line {
  const roll = random()
  const { slug, opens } = pick(random, issues)
  const n = opens + wholeBetween(random, -5, 7)
  const recordedAt = momentAfter(random, n)
  if (roll < 0.6)
    return gmp(slug, day(n), wholeBetween(random, -400, 4000) / 4, pick(random, TRACKERS), {
      recordedAt,
      ...(chance(random, 0.3) && {
        printed: pick(random, HOSTILE),
        url: 'https://tracker.example/?q=%00&a=1',
      }),
      ...(chance(random, 0.2) && { reportedAt: `${day(n)}T0${wholeBetween(random, 0, 9)}:10:00.000Z` }),
    })
  if (roll < 0.75)
    return subscription(slug, `${day(n)}T11:30:00.000Z`, pick(random, CATEGORIES), pick(random, FRACTIONS), {
      recordedAt,
      book: pick(random, ['ALL', 'NSE', 'BSE']),
    })
  return { ...anyDeal(random, n), recordedAt }
}

function anyDeal(random: Random, n: number): Line {
  return deal(day(n), {
    exchange: pick(random, ['NSE', 'BSE']),
    kind: pick(random, ['BULK', 'BLOCK']),
    symbol: pick(random, ['ACME', 'Acme', 'acme', 'ÄCME', 'ZETA&CO', `A'B"C`]),
    clientName: pick(random, HOSTILE),
    securityName: pick(random, HOSTILE),
    dealType: pick(random, ['BUY', 'SELL']),
    quantity: chance(random, 0.01) ? 90_071_992_547 : wholeBetween(random, 1, 50) * 100,
    price: (wholeBetween(random, 1, 40) * 255) / 100,
  })
}

/** Retracts one recording of a fact, or all so far. */
function retractionOf(random: Random, line: Line): Line {
  const { recordedAt, printed: _, url: __, ...named } = line
  const of = chance(random, 0.5) ? { ...named, recordedAt } : named
  const later = instantFromMs(msOf(recordedAt as string) + wholeBetween(random, 1, 400) * 3_600_000)
  return retraction(of, { reason: pick(random, HOSTILE), recordedAt: later })
}

/** One file without times: one statement per subject, which replaces that of the previous file. */
function undatedLines(random: Random, issues: readonly Issue[], file: number): Line[] {
  const terms = issues
    .filter((_, i) => i % 7 === file)
    .map(({ slug }, i) =>
      ipo(slug, { source: 'operator', name: `Renamed ${i} in file ${file}`, lotSize: 10 + file }),
    )
  const quotes = issues.map(({ slug, opens }) => gmp(slug, day(opens), 12.25 + file, 'InvestorGain'))
  const deals = Array.from({ length: 1000 }, () => anyDeal(random, LAST_DAY + file))
  return [...terms, ...quotes, ...deals]
}
