import type { Day, Instant } from '../market/calendar.ts'
import type { Category, DealKind, DealType, Exchange } from '../market/facts/fact.ts'
import type { Fields } from '../market/issues/changes.ts'
import type { MarketChange } from '../reports/changes/change.ts'
import type { ChangingIpo } from '../reports/changes/listed-states.ts'
import type { Position } from '../reports/changes/position.ts'
import type { SimilarIpos } from '../reports/scores/similar-ipos.ts'

/** An IPO as it was known when an alert fired. */
export interface AlertIpo extends ChangingIpo {
  /** When bidding ends. */
  readonly biddingEnds: Instant | null
  /** When the reading behind `lastSubX` was taken. */
  readonly lastSubAt: Instant | null
  /** How past IPOs with a similar GMP opened; `null` where that is not known, and once it has listed. */
  readonly similar: SimilarIpos | null
  /** The GMP when bidding closed; `null` while the closing day or the price is unknown, or without a quote. */
  readonly gmpAtClose: {
    readonly gmp: number
    /** In percent of the issue price. */
    readonly percent: number
    readonly day: Day
    readonly owners: number
    readonly disputed: boolean
  } | null
  /** The gain of the opening price over the issue price, percent. */
  readonly gainPercent: number | null
}

export interface AlertDeal {
  readonly symbol: string
  readonly securityName: string | null
  readonly clientName: string
  readonly exchange: Exchange
  readonly kind: DealKind
  readonly dealType: DealType
  readonly tradeDate: Day
  readonly quantity: number
  /** Rupees a share. */
  readonly price: number
  /** Rupees. */
  readonly value: number
}

/** A figure that an earlier message stated, and that was corrected since. */
export interface CorrectedFigure {
  /** The name of the field of the IPO. */
  readonly field: string
  readonly stated: unknown
  readonly now: unknown
}

/** What happened. `cause`: the change of the market behind it; `null` where the clock alone is the cause. */
export type AlertEvent =
  | {
      readonly on: 'opens' | 'closes' | 'allotment' | 'listsTomorrow'
      readonly ipo: AlertIpo
      /** The opening, closing, allotment or listing day. */
      readonly day: Day
      /** False for a day that is only due by the timetable. */
      readonly isAnnounced: boolean
      readonly cause: MarketChange | null
    }
  | {
      readonly on: 'listed' | 'new' | 'datesMoved' | 'withdrawn' | 'returned'
      readonly ipo: AlertIpo
      readonly cause: MarketChange
    }
  | {
      readonly on: 'gmp'
      readonly ipo: AlertIpo
      readonly unit: 'percent' | 'rupees'
      readonly level: number
      readonly direction: 'up' | 'down'
      /** The GMP before, in the same unit; `null` when there was none. */
      readonly was: number | null
      /** Its day and number of sources. */
      readonly wasQuoted: { readonly day: Day; readonly owners: number } | null
      readonly cause: MarketChange
    }
  | {
      readonly on: 'dispute'
      readonly ipo: AlertIpo
      readonly direction: 'begins' | 'ends'
      readonly cause: MarketChange
    }
  | {
      readonly on: 'subscription'
      readonly ipo: AlertIpo
      readonly category: Category
      /** The multiple of the rule, and the readings before and now. */
      readonly times: number
      readonly was: number | null
      readonly is: number
      /** When `is` was read. */
      readonly readAt: Instant
      readonly cause: MarketChange | null
    }
  | { readonly on: 'deal'; readonly deal: AlertDeal; readonly cause: MarketChange }
  | {
      readonly on: 'digest'
      readonly day: Day
      readonly opens: readonly AlertIpo[]
      readonly closes: readonly AlertIpo[]
      readonly allotment: readonly AlertIpo[]
      readonly lists: readonly AlertIpo[]
      /** The IPOs whose opening prices became known since the day before. */
      readonly results: readonly AlertIpo[]
    }
  | {
      readonly on: 'correction'
      readonly ipo: AlertIpo
      readonly figures: readonly CorrectedFigure[]
      readonly cause: MarketChange
    }

/** The words and data of an alert. Days are written out, because it may be read later. */
export interface AlertContent {
  /** One line. */
  readonly title: string
  /** The lines below it, without the link. */
  readonly lines: readonly string[]
  /** The page about it. */
  readonly link: string | null
  /** The same for programs, with the change that caused it. */
  readonly data: Readonly<Record<string, unknown>>
  /** By slug: the fields of each IPO that the text states, so that a later correction can be recognized. */
  readonly stated: Readonly<Record<string, Fields>>
}

/** A rule that fired: once for each key, whatever is restarted. */
export interface FiredAlert {
  /** Unique: the rule, the subject and the occasion. */
  readonly key: string
  /** The name of the rule; `digest` and `correction` for those. */
  readonly rule: string
  readonly on: AlertEvent['on']
  readonly channels: readonly string[]
  /** When it fired: the moment of a commit, or a moment that the clock passed. */
  readonly at: Instant
  readonly position: Position
  /** `null` for deals and digests. */
  readonly slug: string | null
  readonly content: AlertContent
}

/** What a message to a channel stated about an IPO. */
export interface StatedAlert {
  readonly channel: string
  readonly at: Instant
  readonly stated: Fields
}
