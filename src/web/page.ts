import type { ComponentChildren } from 'preact'
import { type Day, istDay } from '../market/calendar.ts'
import type { ClockSpan } from '../reports/moment.ts'
import type { MarketQuery } from '../request/market-query.ts'

/** What the frame around a page needs to know of it. */
export interface Page {
  /** Without the name of the service. */
  readonly title: string
  /** One sentence for search engines and previews. */
  readonly description: string
  /** Its one address, with the parameters that make it another page. */
  readonly path: string
  /** Where the same data is as JSON; left out for plain text. */
  readonly json?: string
  readonly content: ComponentChildren
  /** Between which moments the clock leaves it as it is. */
  readonly span: ClockSpan
}

/** What a visitor asked for. */
export interface PageRequest<Values> {
  readonly asked: MarketQuery
  /** The day in India. */
  readonly today: Day
  /** The parameters of the address, read and checked. */
  readonly values: Values
}

export const pageRequestOf = <Values>(asked: MarketQuery, values: Values): PageRequest<Values> => ({
  asked,
  today: istDay(asked.moment.clock),
  values,
})
