import { invariant } from '../../invariant.ts'
import type { Category } from '../../market/facts/fact.ts'
import { asciiUpper } from '../../market/text-order.ts'
import {
  type ChannelSettings,
  channelSettings,
  type FileChannel,
  type Variables,
} from '../channels/channel-settings.ts'
import { type AlertsFile, DIGEST_AT, type FileConditions } from './file-schema.ts'
import { categoryNamed } from './text-rules.ts'
import { DEFAULTS, type FileTrigger } from './trigger-schema.ts'

/** What makes a rule fire. Stores have hashes of its JSON, so that a renamed key would make every rule new. */
export type Trigger =
  | { readonly on: 'opens' | 'allotment' | 'listsTomorrow'; readonly at: string }
  | { readonly on: 'closes'; readonly hoursBefore: number }
  | { readonly on: 'lock-in-ends'; readonly daysBefore: number; readonly at: string }
  | { readonly on: 'listed' | 'new' | 'datesMoved' | 'withdrawn' }
  | {
      readonly on: 'gmp'
      readonly unit: 'percent' | 'rupees'
      readonly level: number
      readonly direction: 'up' | 'down' | 'either'
    }
  | { readonly on: 'dispute'; readonly direction: 'begins' | 'ends' | 'either' }
  | { readonly on: 'subscription'; readonly category: Category; readonly times: number }
  | {
      readonly on: 'deal'
      /** In upper case, like the client. */
      readonly symbols: readonly string[] | undefined
      readonly client: string | undefined
      readonly minValue: number
    }

/** The triggers with one of these names. */
export type TriggerOn<Name extends Trigger['on']> = Extract<Trigger, { readonly on: Name }>

export interface RuleConditions extends Readonly<Omit<FileConditions, 'ipos'>> {
  readonly ipos?: readonly string[]
}

export interface AlertRule {
  readonly name: string
  readonly trigger: Trigger
  readonly where: RuleConditions
  readonly channels: readonly string[]
}

/** `null` for none. */
export type ChannelPolicy = Readonly<Required<Pick<FileChannel, 'quietHours' | 'maxPerDay'>>>
export type QuietHours = NonNullable<ChannelPolicy['quietHours']>

export interface ChannelRules extends ChannelPolicy {
  readonly settings: ChannelSettings
}

/** The operator's file of alerts, checked, with its defaults and the values of variables. */
export interface AlertRules {
  readonly channels: ReadonlyMap<string, ChannelRules>
  readonly rules: readonly AlertRule[]
  readonly digest: { readonly at: string; readonly channels: readonly string[] } | null
}

export const rulesOf = (file: AlertsFile, variables: Variables): AlertRules => ({
  channels: new Map(
    Object.entries(file.channels).map(([name, channel]) => {
      const { quietHours = file.quietHours ?? null, maxPerDay = file.maxPerDay ?? null } = channel
      return [name, { settings: channelSettings(channel, variables), quietHours, maxPerDay }]
    }),
  ),
  rules: (file.rules ?? []).map(({ name, on, where: { ipos, ...where } = {}, channels }) => ({
    name,
    trigger: triggerOf(on),
    where: ipos === undefined ? where : { ...where, ipos: [ipos].flat() },
    channels,
  })),
  digest: file.digest ? { at: DIGEST_AT, ...file.digest } : null,
})

function triggerOf(trigger: FileTrigger): Trigger {
  if (typeof trigger === 'string') return triggerOf({ [trigger]: {} })
  const { opens, closes, allotment, listsTomorrow, gmp, dispute, subscription, deal, ...others } = trigger
  const { 'lock-in-ends': lockInEnds, ...plain } = others
  if (opens) return { on: 'opens', at: DEFAULTS.opens, ...opens }
  if (allotment) return { on: 'allotment', at: DEFAULTS.allotment, ...allotment }
  if (listsTomorrow) return { on: 'listsTomorrow', at: DEFAULTS.listsTomorrow, ...listsTomorrow }
  if (closes) {
    const { hoursBefore = DEFAULTS.hoursBefore } = closes
    // Whole minutes, so that the moment is a whole number of milliseconds.
    return { on: 'closes', hoursBefore: Math.round(hoursBefore * 60) / 60 }
  }
  if (lockInEnds) {
    const { daysBefore = DEFAULTS.daysBefore, at = DEFAULTS.lockInEnds } = lockInEnds
    return { on: 'lock-in-ends', daysBefore, at }
  }
  if (gmp) {
    const { percent, rupees = 0, direction = DEFAULTS.direction } = gmp
    return percent === undefined
      ? { on: 'gmp', unit: 'rupees', level: rupees, direction }
      : { on: 'gmp', unit: 'percent', level: percent, direction }
  }
  if (dispute) return { on: 'dispute', direction: DEFAULTS.direction, ...dispute }
  if (subscription) {
    const { category = DEFAULTS.category, times } = subscription
    return { on: 'subscription', category: categoryNamed(category) ?? DEFAULTS.category, times }
  }
  if (deal) {
    const { symbol, client, value = DEFAULTS.dealValue } = deal
    const symbols = symbol === undefined ? undefined : [symbol].flat().map(asciiUpper)
    return { on: 'deal', symbols, client: client && asciiUpper(client), minValue: value }
  }
  const [on] = Object.keys(plain) as (keyof typeof plain)[]
  return { on: invariant(on, 'the name of a trigger') }
}

/** From the beginning, which is quiet, to the end, which is not; the hours may pass midnight. */
export const isQuietAt = ({ from, to }: QuietHours, at: string): boolean =>
  from < to ? at >= from && at < to : at >= from || at < to
