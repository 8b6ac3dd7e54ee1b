import { istDay, msOf } from '../market/calendar.ts'
import { DEMO_NOTICE, pageDisclaimerFor } from '../reports/disclaimer.ts'
import { type Freshness, freshness } from '../reports/freshness.ts'
import { versionKey } from '../reports/served-market.ts'
import type { SourceChoice } from '../reports/sources.ts'
import type { MarketQuery } from '../request/market-query.ts'
import type { Site } from './layout.tsx'

/** Rounds without news raise no version, so that this is looked at again every minute. */
const LOOK_EVERY_MS = 60_000

/** What stands around every page, read at most once a minute and market version. */
export class SiteWatch {
  readonly #choice: SourceChoice
  readonly #publicUrl: string
  #last: Freshness | undefined
  #looked: { readonly key: string; readonly freshness: Promise<Freshness> } | undefined

  constructor(choice: SourceChoice, publicUrl: string) {
    this.#choice = choice
    this.#publicUrl = publicUrl
  }

  async site(asked: MarketQuery): Promise<Site> {
    if (asked.market.isUnavailable && this.#last) return this.#around(asked, this.#last)
    const key = `${versionKey(asked.market)} ${this.nextLook(asked)}`
    const looked = this.#looked?.key === key ? this.#looked : this.#look(key, asked)
    this.#last = await looked.freshness.catch((error) => this.#lastOr(error))
    return this.#around(asked, this.#last)
  }

  /** Until when what stands around a page is not looked at again, in milliseconds. */
  nextLook({ moment }: MarketQuery): number {
    return (Math.floor(msOf(moment.clock) / LOOK_EVERY_MS) + 1) * LOOK_EVERY_MS
  }

  /** Around a page that must be shown even if the store cannot be read. */
  bareSite(asked: MarketQuery): Site {
    return this.#around(asked, null)
  }

  /** Without a store the page itself may still be in memory, and what stood around it belongs to it. */
  #lastOr(error: unknown): Freshness {
    if (this.#last) return this.#last
    throw error
  }

  #look(key: string, { market, moment }: MarketQuery) {
    const looked = { key, freshness: freshness(market, this.#choice, moment) }
    this.#looked = looked
    // A look that failed is not kept: the next visitor looks again.
    looked.freshness.catch(() => {
      if (this.#looked === looked) this.#looked = undefined
    })
    return looked
  }

  #around({ market, moment }: MarketQuery, heard: Freshness | null): Site {
    return {
      disclaimer: pageDisclaimerFor(market),
      demoNotice: market.demo ? DEMO_NOTICE : null,
      freshness: heard,
      today: istDay(moment.clock),
      publicUrl: this.#publicUrl,
    }
  }
}
