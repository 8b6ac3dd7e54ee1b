import type { Instant } from '../../market/calendar.ts'
import { dealValue } from '../../market/deals/deal.ts'
import type {
  AliasFact,
  DealFact,
  FactName,
  GmpFact,
  HolidayFact,
  IpoFact,
  ListingFact,
  Recorded,
  RetractionFact,
  SameFact,
  SubscriptionFact,
} from '../../market/facts/fact.ts'
import type { FactTable, NewRow, StoreRow } from '../tables.ts'

/** Which fact each table holds. */
export interface FactOf {
  issue_facts: IpoFact
  aliases: AliasFact
  sames: SameFact
  gmp_reports: GmpFact
  subscription_reports: SubscriptionFact
  listings: ListingFact
  holidays: HolidayFact
  deals: DealFact
  retractions: RetractionFact
}

/** A row as it is read: with the slug of its issue and, for a `same` fact, the slug of the other issue. */
export type JoinedRow<T extends FactTable> = Omit<StoreRow<T>, 'fetch' | 'issue' | 'same_as'> & {
  id: number
  round: number
  recorded: Instant
  slug: string
  same_slug: string
}

type Stamp = { id: number; round: number; recorded: Instant; fetch: number | null }
type IssueIdOf = (slug: string) => number

const FROM_ROW: { [T in FactTable]: (row: JoinedRow<T>) => FactOf[T] } = {
  issue_facts: ({ slug, said, source }) => ({ fact: 'ipo', slug, said: JSON.parse(said), source }),
  aliases: ({ slug, name, source }) => ({ fact: 'alias', slug, name, source }),
  sames: ({ slug, same_slug, source }) => ({ fact: 'same', slug, as: same_slug, source }),
  gmp_reports: (row) => ({
    fact: 'gmp',
    slug: row.slug,
    observedAt: row.observed,
    gmp: row.gmp,
    source: row.source,
    reportedAt: row.reported,
    printedLow: row.printed_low,
    printedHigh: row.printed_high,
    subjectToSauda: row.sauda,
    printed: row.printed,
    url: row.url,
  }),
  subscription_reports: (row) => ({
    fact: 'subscription',
    slug: row.slug,
    observedAt: row.observed,
    category: row.category,
    timesSub: row.times,
    sharesOffered: row.shares_offered,
    sharesBid: row.shares_bid,
    applications: row.applications,
    book: row.book,
    source: row.source,
    printed: row.printed,
    url: row.url,
  }),
  listings: (row) => ({
    fact: 'listing',
    slug: row.slug,
    listedOn: row.listed_on,
    listingPrice: row.price,
    exchange: row.exchange,
    high: row.high,
    low: row.low,
    close: row.close,
    volume: row.volume,
    deliveredPct: row.delivered_pct,
    source: row.source,
    printed: row.printed,
    url: row.url,
  }),
  holidays: ({ exchange, segment, day, name, source }) => ({
    fact: 'holiday',
    exchange,
    segment,
    day,
    name,
    source,
  }),
  deals: (row) => ({
    fact: 'deal',
    exchange: row.exchange,
    kind: row.kind,
    tradeDate: row.trade_date,
    symbol: row.symbol,
    securityName: row.security_name,
    clientName: row.client_name,
    dealType: row.deal_type,
    quantity: row.quantity,
    price: row.price,
    source: row.source,
    printed: row.printed,
    url: row.url,
  }),
  retractions: ({ named, reason, source }) => ({ fact: 'retraction', of: JSON.parse(named), reason, source }),
}

export function factFromRow<T extends FactTable>(table: T, row: JoinedRow<T>): Recorded<FactOf[T]> {
  return { ...FROM_ROW[table](row), recorded: row.recorded, id: row.id }
}

const TO_ROW: {
  [T in FactTable]: (fact: FactOf[T], issueIdOf: IssueIdOf) => Omit<NewRow<T>, keyof Stamp | 'source'>
} = {
  issue_facts: ({ slug, said }, issueIdOf) => ({ issue: issueIdOf(slug), said: JSON.stringify(said) }),
  aliases: ({ slug, name }, issueIdOf) => ({ issue: issueIdOf(slug), name }),
  sames: ({ slug, as }, issueIdOf) => ({ issue: issueIdOf(slug), same_as: issueIdOf(as) }),
  gmp_reports: (fact, issueIdOf) => ({
    issue: issueIdOf(fact.slug),
    observed: fact.observedAt,
    gmp: fact.gmp,
    reported: fact.reportedAt,
    printed_low: fact.printedLow,
    printed_high: fact.printedHigh,
    sauda: fact.subjectToSauda,
    printed: fact.printed,
    url: fact.url,
  }),
  subscription_reports: (fact, issueIdOf) => ({
    issue: issueIdOf(fact.slug),
    observed: fact.observedAt,
    category: fact.category,
    times: fact.timesSub,
    shares_offered: fact.sharesOffered,
    shares_bid: fact.sharesBid,
    applications: fact.applications,
    book: fact.book,
    printed: fact.printed,
    url: fact.url,
  }),
  listings: (fact, issueIdOf) => ({
    issue: issueIdOf(fact.slug),
    listed_on: fact.listedOn,
    price: fact.listingPrice,
    exchange: fact.exchange,
    high: fact.high,
    low: fact.low,
    close: fact.close,
    volume: fact.volume,
    delivered_pct: fact.deliveredPct,
    printed: fact.printed,
    url: fact.url,
  }),
  holidays: ({ exchange, segment, day, name }) => ({ exchange, segment, day, name }),
  deals: (deal) => ({
    exchange: deal.exchange,
    kind: deal.kind,
    trade_date: deal.tradeDate,
    symbol: deal.symbol,
    security_name: deal.securityName,
    client_name: deal.clientName,
    deal_type: deal.dealType,
    quantity: deal.quantity,
    price: deal.price,
    value: dealValue(deal),
    occurrence: 1,
    printed: deal.printed,
    url: deal.url,
  }),
  retractions: ({ of, reason }, issueIdOf) => ({
    fact: of.fact,
    issue: typeof of.slug === 'string' ? issueIdOf(of.slug) : null,
    named: JSON.stringify(of),
    reason,
    ...dealColumns(of),
  }),
}

export function rowFromFact<T extends FactTable>(
  table: T,
  fact: FactOf[T],
  stamp: Stamp,
  issueIdOf: IssueIdOf,
): NewRow<T> {
  const { id, round, recorded, fetch } = stamp
  const row = { id, round, recorded, fetch, source: fact.source, ...TO_ROW[table](fact, issueIdOf) }
  return row as unknown as NewRow<T>
}

type DealColumns = Pick<NewRow<'retractions'>, Extract<keyof NewRow<'retractions'>, `deal_${string}`>>

function dealColumns(of: FactName): DealColumns {
  const deal: Partial<DealFact> = of.fact === 'deal' ? (of as Partial<DealFact>) : {}
  return {
    deal_exchange: deal.exchange ?? null,
    deal_kind: deal.kind ?? null,
    deal_trade_date: deal.tradeDate ?? null,
    deal_symbol: deal.symbol ?? null,
    deal_security_name: deal.securityName ?? null,
    deal_client_name: deal.clientName ?? null,
    deal_type: deal.dealType ?? null,
    deal_quantity: deal.quantity ?? null,
    deal_price: deal.price ?? null,
    deal_source: deal.source ?? null,
    deal_recorded: of.fact === 'deal' ? (of.recordedAt ?? null) : null,
  }
}
