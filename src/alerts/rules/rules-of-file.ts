import { invariant } from '../../invariant.ts'
import { asciiUpper } from '../../market/text-order.ts'
import type { ChannelSettings } from '../channels/channel.ts'
import { withoutSlashes } from './addresses.ts'
import type { AlertRules, NumberRange, RuleConditions, Trigger, Variables } from './alert-rules.ts'
import { type FileChannel, NTFY_SERVER, TELEGRAM_SERVER } from './channel-schema.ts'
import { type AlertsFile, DIGEST_AT, type FileConditions } from './file-schema.ts'
import { categoryNamed } from './text-rules.ts'
import { DEFAULTS, type FileTrigger } from './trigger-schema.ts'

/** The rules of a valid file, with the values of variables, and with the defaults for what it leaves out. */
export const rulesOf = (file: AlertsFile, variables: Variables): AlertRules => ({
  channels: new Map(
    Object.entries(file.channels).map(([name, channel]) => {
      const { quietHours = file.quietHours ?? null, maxPerDay = file.maxPerDay ?? null } = channel
      return [name, { settings: settingsOf(channel, variables), quietHours, maxPerDay }]
    }),
  ),
  rules: (file.rules ?? []).map(({ name, on, where = {}, channels }) => ({
    name,
    trigger: triggerOf(on),
    where: conditionsOf(where),
    channels,
  })),
  digest: file.digest ? { at: DIGEST_AT, ...file.digest } : null,
})

function settingsOf(channel: FileChannel, variables: Variables): ChannelSettings {
  const text = (value: string | { env: string }): string =>
    typeof value === 'string' ? value : (variables[value.env] ?? '')
  const textOrNull = (value: string | { env: string } | undefined) =>
    value === undefined ? null : text(value)
  const { type } = channel
  switch (type) {
    case 'webhook':
      return { type, url: text(channel.url), secret: text(channel.secret) }
    case 'telegram':
      return {
        type,
        token: text(channel.token),
        chat: typeof channel.chat === 'number' ? String(channel.chat) : text(channel.chat),
        server: withoutSlashes(text(channel.server ?? TELEGRAM_SERVER)),
      }
    case 'email':
      return {
        type,
        server: withoutSlashes(text(channel.server)),
        user: textOrNull(channel.user),
        password: textOrNull(channel.password),
        from: text(channel.from),
        // Two variables may hold the same address.
        to: [...new Set(listOf(channel.to).map(text))],
      }
    case 'ntfy':
      return {
        type,
        topic: text(channel.topic),
        server: withoutSlashes(text(channel.server ?? NTFY_SERVER)),
        token: textOrNull(channel.token),
      }
    case 'slack':
    case 'discord':
      return { type, url: text(channel.url) }
  }
}

function triggerOf(trigger: FileTrigger): Trigger {
  if (typeof trigger === 'string') return triggerOf({ [trigger]: {} })
  const { opens, closes, allotment, listsTomorrow, gmp, dispute, subscription, deal, ...plain } = trigger
  if (opens) return { on: 'opens', at: DEFAULTS.opens, ...opens }
  if (allotment) return { on: 'allotment', at: DEFAULTS.allotment, ...allotment }
  if (listsTomorrow) return { on: 'listsTomorrow', at: DEFAULTS.listsTomorrow, ...listsTomorrow }
  if (closes) {
    const { hoursBefore = DEFAULTS.hoursBefore } = closes
    // Whole minutes, so that the moment is a whole number of milliseconds.
    return { on: 'closes', hoursBefore: Math.round(hoursBefore * 60) / 60 }
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
  if (deal)
    return {
      on: 'deal',
      symbols: deal.symbol === undefined ? null : listOf(deal.symbol).map(asciiUpper),
      client: deal.client === undefined ? null : asciiUpper(deal.client),
      minValue: deal.value ?? DEFAULTS.dealValue,
    }
  const [on] = Object.keys(plain) as (keyof typeof plain)[]
  return { on: invariant(on, 'the name of a trigger') }
}

const conditionsOf = ({
  board,
  ipos,
  minAmount,
  gmpPercent,
  gmp,
  sources,
  disputed,
}: FileConditions): RuleConditions => ({
  board: board ?? null,
  ipos: ipos === undefined ? null : listOf(ipos),
  minAmount: rangeOf(minAmount),
  gmpPercent: rangeOf(gmpPercent),
  gmp: rangeOf(gmp),
  sources: rangeOf(sources),
  disputed: disputed ?? null,
})

const listOf = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])
const rangeOf = (range: { min?: number; max?: number } | undefined): NumberRange | null =>
  range === undefined ? null : { min: null, max: null, ...range }
