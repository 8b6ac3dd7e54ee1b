import type { ComponentChildren } from 'preact'
import type { Day, Instant } from '../market/calendar.ts'
import type { ClockSpan } from '../reports/moment.ts'
import type { MarketQuery } from '../request/market-query.ts'
import type { PageCard } from './cards/page-card.tsx'
import type { StructuredData } from './share/structured-data.tsx'

/** What the layout needs to know about a page. */
export interface Page {
  /** Without the name of the service. */
  readonly title: string
  /** One sentence for search engines and previews. */
  readonly description: string
  /** The canonical address, with the parameters that change the page. */
  readonly path: string
  /** The address of the same data as JSON; missing for plain text. */
  readonly json?: string
  /** Search engines should not index the page. */
  readonly noindex?: true
  /** The address that leads to the page as of now; missing where a page has no past. */
  readonly momentPath?: string
  /** The picture beside a link to it; the card of today by default, and none for `null`. */
  readonly card?: PageCard | null
  /** What it is, for search engines. */
  readonly structuredData?: StructuredData
  readonly content: ComponentChildren
  /** The span of the clock within which the page does not change, its countdowns aside. */
  readonly span: ClockSpan
  /** The moments to which it counts down. A page of a static copy has no countdowns. */
  readonly countsTo?: readonly (Instant | null)[]
}

/** A visitor's request. */
export interface PageRequest<Values> {
  readonly query: MarketQuery
  /** The day in India. */
  readonly today: Day
  /** The parsed and checked parameters of the address. */
  readonly values: Values
}

export type IpoPageRequest = PageRequest<{ readonly slug?: unknown }>
