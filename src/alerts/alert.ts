import type { Day, Instant } from '../market/calendar.ts'
import type { Category } from '../market/facts/fact.ts'
import type { AllotmentChance } from '../market/issues/chances.ts'
import type { Fields } from '../market/issues/changes.ts'
import type { MarketChange } from '../reports/changes/change.ts'
import type { ChangingIpo } from '../reports/changes/listed-states.ts'
import type { Position } from '../reports/changes/position.ts'
import type { SimilarIpos } from '../reports/scores/similar-ipos.ts'
import type { AlertedDeal, AlertedLockIn, CorrectedFigure, GmpAtClose } from './messages/alert-body.ts'

/** An IPO as it was known when an alert fired. */
export interface AlertIpo extends ChangingIpo {
  /** When bidding ends. */
  readonly biddingEnds: Instant | null
  /** When the reading behind `lastSubX` was taken. */
  readonly lastSubAt: Instant | null
  /** The chances of allotment by the newest bids. */
  readonly chances: readonly AllotmentChance[]
  /** How past IPOs with a similar GMP opened; `null` where that is not known, and once it has listed. */
  readonly similar: SimilarIpos | null
  /** The GMP when bidding closed; `null` while the closing day or the price is unknown, or without a quote. */
  readonly gmpAtClose: GmpAtClose | null
  /** The gain of the opening price over the issue price, percent. */
  readonly listingGainPct: number | null
}

/** What happened. `cause`: the change of the market behind it; `null` where the clock alone is the cause. */
export type AlertEvent =
  | {
      readonly on: 'opens' | 'closes' | 'allotment' | 'listsTomorrow'
      readonly ipo: AlertIpo
      /** The opening, closing, allotment or listing day. */
      readonly day: Day
      /** False for a day that is only due by the timetable. */
      readonly announced: boolean
      readonly cause: MarketChange | null
    }
  | {
      readonly on: 'lock-in-ends'
      readonly ipo: AlertIpo
      /** The day on which it ends. */
      readonly day: Day
      /** False where the day of allotment is only due by the timetable. */
      readonly announced: boolean
      readonly lockIn: AlertedLockIn
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
  | { readonly on: 'deal'; readonly deal: AlertedDeal; readonly cause: MarketChange }
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

/** The events with one of these names. */
export type EventOn<Name extends AlertEvent['on']> = Extract<AlertEvent, { readonly on: Name }>

/** The words and data of an alert. Days are written out, because it may be read later. */
export interface AlertContent {
  /** What goes before the title, such as `DEMO: `. */
  readonly mark: string
  /** One line. */
  readonly title: string
  /** The lines below it, without the link and what holds for a whole message. */
  readonly lines: readonly string[]
  /** Whether the title or a line states a GMP; whether that still holds where only the title is shown. */
  readonly statesGmp: boolean
  readonly titleStatesGmp: boolean
  /** The page about it. */
  readonly link: string | null
  /** What a tap on a notification opens: a link of the lines, or the page. */
  readonly firstLink: string | null
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
  readonly event: AlertEvent['on']
  readonly channels: readonly string[]
  /** When it fired: the moment of a commit, or a moment that the clock passed. */
  readonly at: Instant
  readonly position: Position
  /** `null` for deals and digests. */
  readonly slug: string | null
  readonly content: AlertContent
}

/** An alert that waits for the message to one of its channels. */
export interface HeldAlert extends Pick<FiredAlert, 'key' | 'rule' | 'at' | 'content'> {
  readonly event: string
}

/** The alerts of a message, when it is due and why they come together. */
export interface PlannedMessage<A> {
  readonly createdAt: Instant
  /** In their order. */
  readonly alerts: readonly A[]
  /** Several of one moment, held back, or of a time without a running process; `null` for one that is not missed. */
  readonly why: 'several' | 'held' | 'missed' | null
  /** What held them back; `null` where that differs, or nothing did. */
  readonly heldBy: 'quiet hours' | 'daily maximum' | null
  /** True when no other message may be sent on this day. */
  readonly isLastOfDay: boolean
}

/** A message to one channel, as the outbox records it. */
export interface AlertMessage {
  /** Stable: a repeated delivery has the same id. Letters, digits and _ only, such as msg_3f…; at most 60 characters. */
  readonly id: string
  readonly createdAt: Instant
  /** One line of plain text, for subjects and notifications. */
  readonly title: string
  /** Plain text, lines separated by \n, without the title; may hold https links. At most about 3,500 characters. */
  readonly text: string
  /** What a tap on a notification opens. */
  readonly firstLink: string | null
  /** The same content for programs: the body of a webhook. */
  readonly body: Readonly<Record<string, unknown>>
}

/** What a message to a channel stated about an IPO. */
export interface StatedAlert {
  readonly channel: string
  readonly at: Instant
  readonly stated: Fields
}
