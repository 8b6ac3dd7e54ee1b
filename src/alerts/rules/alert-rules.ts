import type { Board, Category } from '../../market/facts/fact.ts'
import type { ChannelSettings } from '../channels/channel.ts'

/** A time of day in India, such as `09:00`. */
export type TimeOfDay = string

/** What makes a rule fire, with its parameters. */
export type Trigger =
  /** At a time of the opening day, of the day on which the allotment is due, or of the day before the listing. */
  | { readonly on: 'opens' | 'allotment' | 'listsTomorrow'; readonly at: TimeOfDay }
  /** So many hours before bidding ends. */
  | { readonly on: 'closes'; readonly hoursBefore: number }
  | { readonly on: 'listed' | 'new' | 'datesMoved' | 'withdrawn' }
  | {
      readonly on: 'gmp'
      /** `percent` of the price, or `rupees` a share. */
      readonly unit: 'percent' | 'rupees'
      readonly level: number
      readonly direction: 'up' | 'down' | 'either'
    }
  | { readonly on: 'dispute'; readonly direction: 'begins' | 'ends' | 'either' }
  /** The subscription of a category reaches a multiple. */
  | { readonly on: 'subscription'; readonly category: Category; readonly times: number }
  | {
      readonly on: 'deal'
      /** In upper case; `null` for any. */
      readonly symbols: readonly string[] | null
      /** A part of the client's name, in upper case; `null` for any. */
      readonly client: string | null
      /** Rupees. */
      readonly minValue: number
    }

export type TriggerName = Trigger['on']

/** Both ends are included; `null` where there is no bound. */
export interface NumberRange {
  readonly min: number | null
  readonly max: number | null
}

/** What must hold of an IPO at the moment of the trigger. `null`: anything. An unknown figure meets no range. */
export interface RuleConditions {
  readonly board: Board | null
  readonly ipos: readonly string[] | null
  /** The smallest application, rupees. */
  readonly minAmount: NumberRange | null
  /** The latest GMP in percent of the price, and in rupees. */
  readonly gmpPercent: NumberRange | null
  readonly gmp: NumberRange | null
  /** The number of independent owners behind the latest GMP. */
  readonly sources: NumberRange | null
  readonly disputed: boolean | null
}

export interface AlertRule {
  readonly name: string
  readonly trigger: Trigger
  readonly where: RuleConditions
  readonly channels: readonly string[]
}

/** From one time of day to another, in India; it may pass midnight. */
export interface QuietHours {
  readonly from: TimeOfDay
  readonly to: TimeOfDay
}

export interface ChannelPolicy {
  readonly quietHours: QuietHours | null
  /** The most messages a day in India; `null` for no limit. */
  readonly maxPerDay: number | null
}

export interface ChannelRules extends ChannelPolicy {
  readonly settings: ChannelSettings
}

/** The operator's file of alerts, checked, with its secrets filled in. */
export interface AlertRules {
  readonly channels: ReadonlyMap<string, ChannelRules>
  readonly rules: readonly AlertRule[]
  readonly digest: { readonly at: TimeOfDay; readonly channels: readonly string[] } | null
}

/** The environment of the service, in which the secrets are. */
export type Variables = Readonly<Record<string, string | undefined>>
