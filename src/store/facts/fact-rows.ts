import type { Instant } from '../../market/calendar.ts'
import { dealValue } from '../../market/deals/deal.ts'
import type {
  AliasFact,
  DealFact,
  FactName,
  GmpFact,
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
  deals: DealFact
  retractions: RetractionFact
}

/** A row as it is read: with the slug of its issue and, for a `same` fact, the slug of the other issue. */
export type JoinedRow<T extends FactTable> = StoreRow<T> & {
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
  gmp_reports: ({ slug, observed, gmp, source, reported, printed, url }) => ({
    fact: 'gmp',
    slug,
    observedAt: observed,
    gmp,
    source,
    reportedAt: reported,
    printed,
    url,
  }),
  subscription_reports: ({ slug, observed, category, times, book, source, printed, url }) => ({
    fact: 'subscription',
    slug,
    observedAt: observed,
    category,
    timesSub: times,
    book,
    source,
    printed,
    url,
  }),
  listings: ({ slug, listed_on, price, exchange, source, printed, url }) => ({
    fact: 'listing',
    slug,
    listedOn: listed_on,
    listingPrice: price,
    exchange,
    source,
    printed,
    url,
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
  gmp_reports: ({ slug, observedAt, gmp, reportedAt, printed, url }, issueIdOf) => ({
    issue: issueIdOf(slug),
    observed: observedAt,
    gmp,
    reported: reportedAt,
    printed,
    url,
  }),
  subscription_reports: ({ slug, observedAt, category, timesSub, book, printed, url }, issueIdOf) => ({
    issue: issueIdOf(slug),
    observed: observedAt,
    category,
    times: timesSub,
    book,
    printed,
    url,
  }),
  listings: ({ slug, listedOn, listingPrice, exchange, printed, url }, issueIdOf) => ({
    issue: issueIdOf(slug),
    listed_on: listedOn,
    price: listingPrice,
    exchange,
    printed,
    url,
  }),
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
