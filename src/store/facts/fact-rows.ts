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
type Values = Record<string, unknown>

const CITED = { source: 'source', printed: 'printed', url: 'url' } as const

/** The columns that hold a value of the fact as it is, and the key of that value. */
const COLUMNS: { readonly [T in FactTable]: { readonly [C in keyof StoreRow<T>]?: keyof FactOf[T] } } = {
  issue_facts: { source: 'source' },
  aliases: { name: 'name', source: 'source' },
  sames: { source: 'source' },
  gmp_reports: { observed: 'observedAt', gmp: 'gmp', reported: 'reportedAt', ...CITED },
  subscription_reports: {
    ...{ observed: 'observedAt', category: 'category', times: 'timesSub', book: 'book' },
    ...CITED,
  },
  listings: { listed_on: 'listedOn', price: 'listingPrice', exchange: 'exchange', ...CITED },
  deals: {
    ...{ exchange: 'exchange', kind: 'kind', trade_date: 'tradeDate', symbol: 'symbol' },
    ...{ security_name: 'securityName', client_name: 'clientName', deal_type: 'dealType' },
    ...{ quantity: 'quantity', price: 'price' },
    ...CITED,
  },
  retractions: { reason: 'reason', source: 'source' },
}

/** The same as pairs, since a store has millions of facts. */
const PAIRS = Object.fromEntries(
  Object.entries(COLUMNS).map(([table, columns]) => [table, Object.entries(columns)]),
) as Record<FactTable, [column: string, key: string][]>

/** The values of a fact that its columns hold in another form. */
const FROM_ROW: { [T in FactTable]: (row: JoinedRow<T>) => Partial<FactOf[T]> } = {
  issue_facts: ({ slug, said }) => ({ fact: 'ipo', slug, said: JSON.parse(said) }),
  aliases: ({ slug }) => ({ fact: 'alias', slug }),
  sames: ({ slug, same_slug }) => ({ fact: 'same', slug, as: same_slug }),
  gmp_reports: ({ slug }) => ({ fact: 'gmp', slug }),
  subscription_reports: ({ slug }) => ({ fact: 'subscription', slug }),
  listings: ({ slug }) => ({ fact: 'listing', slug }),
  deals: () => ({ fact: 'deal' }),
  retractions: ({ named }) => ({ fact: 'retraction', of: JSON.parse(named) }),
}

export function factFromRow<T extends FactTable>(table: T, row: JoinedRow<T>): Recorded<FactOf[T]> {
  const fact: Values = FROM_ROW[table](row)
  for (const [column, key] of PAIRS[table]) fact[key] = (row as Values)[column]
  fact.recorded = row.recorded
  fact.id = row.id
  return fact as unknown as Recorded<FactOf[T]>
}

const issueOf = ({ slug }: { readonly slug: string }, issueIdOf: IssueIdOf) => ({ issue: issueIdOf(slug) })

/** The columns that hold a value of the fact in another form. */
const TO_ROW: { [T in FactTable]: (fact: FactOf[T], issueIdOf: IssueIdOf) => Partial<NewRow<T>> } = {
  issue_facts: ({ slug, said }, issueIdOf) => ({ issue: issueIdOf(slug), said: JSON.stringify(said) }),
  aliases: issueOf,
  sames: ({ slug, as }, issueIdOf) => ({ issue: issueIdOf(slug), same_as: issueIdOf(as) }),
  gmp_reports: issueOf,
  subscription_reports: issueOf,
  listings: issueOf,
  deals: (deal) => ({ value: dealValue(deal), occurrence: 1 }),
  retractions: ({ of }, issueIdOf) => ({
    fact: of.fact,
    issue: typeof of.slug === 'string' ? issueIdOf(of.slug) : null,
    named: JSON.stringify(of),
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
  const row: Values = { id, round, recorded, fetch, ...TO_ROW[table](fact, issueIdOf) }
  for (const [column, key] of PAIRS[table]) row[column] = fact[key as keyof FactOf[T]]
  return row as NewRow<T>
}

/** The columns of a retraction that repeat what identifies a deal; all `null` where it names another fact. */
function dealColumns(of: FactName): Values {
  const { printed: _, url: __, ...columns } = { ...COLUMNS.deals, recorded: 'recordedAt' }
  return Object.fromEntries(
    Object.entries(columns).map(([column, key]) => [
      column.startsWith('deal_') ? column : `deal_${column}`,
      of.fact === 'deal' ? (of[key] ?? null) : null,
    ]),
  )
}
