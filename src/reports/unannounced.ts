import { type Instant, istDay } from '../market/calendar.ts'
import { isPrice } from '../market/facts/bounds.ts'
import { RANK, rankOf } from '../market/facts/publisher.ts'
import { gmpFault } from '../market/gmp/gmp.ts'
import { isTrustName, slugOfName } from '../market/issues/names.ts'
import { type Paise, rupeesFromPaise } from '../market/money.ts'
import { compareText } from '../market/text-order.ts'
import type { ReportedGmp, Source } from '../sources/source.ts'
import { type UnannouncedQuote, unannouncedQuotes } from '../store/collection/unannounced-quotes.ts'
import type { Db } from '../store/engines/db.ts'
import type { UnannouncedCompany } from './schemas/unannounced.ts'

/** A tracker's waiting quote of a company that it names. */
interface NamedQuote extends Pick<UnannouncedQuote, 'id' | 'firstSeen' | 'lastSeen'> {
  readonly source: string
  readonly name: string
  readonly said: ReportedGmp
}

/** The quotes of one company by one tracker. */
interface Company {
  readonly newest: NamedQuote
  firstSeen: Instant
}

/**
 * The companies that only trackers quote, now or as of a moment. Only these fields of the refused rows are published.
 */
export async function unannounced(
  db: Db,
  known: readonly Source[],
  asOf: Instant | null,
): Promise<UnannouncedCompany[]> {
  const trackers = new Map(
    known
      .filter(({ publisher }) => rankOf(publisher) > RANK.exchange)
      .map(({ id, publisher }) => [id, publisher]),
  )
  const quotes = (await unannouncedQuotes(db, asOf)).flatMap((row) =>
    namedQuote(row, trackers.get(row.source)),
  )
  return companiesIn(quotes.toSorted(newestFirst)).map(published).sort(inOrder)
}

/** None for a row of no known tracker, for one that has only the tracker's number, and for a trust. */
function namedQuote(
  { id, said: json, firstSeen, lastSeen }: UnannouncedQuote,
  source?: string,
): NamedQuote[] {
  const said: ReportedGmp = JSON.parse(json)
  const { name } = said.subject
  if (source === undefined || name === null || isTrustName(name)) return []
  return [{ id, source, name, said, firstSeen, lastSeen }]
}

const newestFirst = (a: NamedQuote, b: NamedQuote): number =>
  compareText(b.lastSeen, a.lastSeen) || compareText(b.said.observedAt, a.said.observedAt) || b.id - a.id

/** Rows of one tracker are about one company if they have its number of it or the same name, apart from spelling. */
function companiesIn(quotes: readonly NamedQuote[]): Company[] {
  const byKey = new Map<string, Company>()
  for (const quote of quotes) {
    const keys = keysOf(quote)
    const company = keys.map((key) => byKey.get(key)).find((found) => found !== undefined) ?? {
      newest: quote,
      firstSeen: quote.firstSeen,
    }
    if (quote.firstSeen < company.firstSeen) company.firstSeen = quote.firstSeen
    for (const key of keys) if (!byKey.has(key)) byKey.set(key, company)
  }
  return [...new Set(byKey.values())]
}

function keysOf({ source, name, said: { subject } }: NamedQuote): string[] {
  const slug = slugOfName(name)
  // A name without Latin letters has no slug of its own.
  const spelling = /[a-z0-9]/i.test(name) ? slug.replaceAll('-', '') : name
  return [
    ...(subject.upstreamId === null ? [] : [`${source} id ${subject.upstreamId}`]),
    `${source} name ${spelling}`,
  ]
}

const published = ({ newest: { source, name, said, lastSeen }, firstSeen }: Company): UnannouncedCompany => ({
  name,
  source,
  printed: said.printed,
  gmp: isPlausible(said.gmp, said.subject.priceMax) ? rupeesFromPaise(said.gmp) : null,
  openDate: said.subject.openDate,
  closeDate: said.subject.closeDate,
  firstDay: istDay(firstSeen),
  lastDay: istDay(lastSeen),
})

const isPlausible = (gmp: Paise, price: Paise | null): boolean =>
  price !== null && isPrice(price) && gmpFault(gmp, price) === null

const inOrder = (a: UnannouncedCompany, b: UnannouncedCompany): number =>
  compareText(b.lastDay, a.lastDay) || compareText(a.name, b.name) || compareText(a.source, b.source)
