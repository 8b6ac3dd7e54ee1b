import { istDay, msOf } from '../market/calendar.ts'
import { DEMO_PAGE_NOTICE, pageDisclaimerFor } from '../reports/disclaimer.ts'
import { type Freshness, freshness } from '../reports/freshness.ts'
import { versionKey } from '../reports/served-market.ts'
import type { SourceChoice } from '../reports/sources.ts'
import type { MarketQuery } from '../request/market-query.ts'
import type { Site } from './layout.tsx'

/** Rounds without new facts raise no version, so freshness is read again every minute. */
const REFRESH_MS = 60_000

/** The addresses among the settings that pages show. */
type SiteAddresses = Pick<Site, 'publicUrl' | 'alertsAddress' | 'copy'>

/** The layout's data, read at most once per minute and market version. */
export class SiteWatch {
  readonly #choice: SourceChoice
  readonly #addresses: SiteAddresses
  #last: Freshness | undefined
  #cached: { readonly key: string; readonly reading: Promise<Freshness> } | undefined

  constructor(choice: SourceChoice, addresses: SiteAddresses) {
    this.#choice = choice
    this.#addresses = addresses
  }

  get copy(): Site['copy'] {
    return this.#addresses.copy
  }

  async site(query: MarketQuery): Promise<Site> {
    // A page of a copy says when it changed itself; how fresh the whole is, its script reads from the state of the copy.
    if (this.copy) return this.bareSite(query)
    const isOutage = query.market.isUnavailable && this.#last
    return this.#around(query, isOutage || (await this.#read(query)))
  }

  async #read(query: MarketQuery): Promise<Freshness> {
    const { market, moment } = query
    const key = `${versionKey(market)} ${this.nextRefresh(query)}`
    const reading = this.#cached?.key === key ? this.#cached.reading : freshness(market, this.#choice, moment)
    this.#cached = { key, reading }
    try {
      this.#last = await reading
    } catch (error) {
      // A failed read is not cached, so the next request reads again.
      if (this.#cached.reading === reading) this.#cached = undefined
      // Without a store the page itself may still be cached, and then its last layout data is shown too.
      if (!this.#last) throw error
    }
    return this.#last
  }

  /** When the layout's data is read again, in milliseconds. */
  nextRefresh({ moment }: MarketQuery): number {
    return (Math.floor(msOf(moment.clock) / REFRESH_MS) + 1) * REFRESH_MS
  }

  /** The layout's data without freshness: for a past moment, or a page that must be shown even if the store cannot be read. */
  bareSite(query: MarketQuery): Site {
    return this.#around(query, null)
  }

  #around({ market, moment }: MarketQuery, current: Freshness | null): Site {
    return {
      disclaimer: pageDisclaimerFor(market),
      demoNotice: market.demo ? DEMO_PAGE_NOTICE : null,
      freshness: current,
      today: istDay(moment.clock),
      asOf: moment.asOf,
      ...this.#addresses,
    }
  }
}
