import { writeFileSync } from 'node:fs'
import { type Bench, effort } from '../../figure.ts'
import { DEAL_NAMES, OPEN_IPOS, openSlug } from './open-market.ts'

const CHANNELS = 10
const SECRET_VARIABLE = 'HOOK_SECRET'
/** How many rules each trigger has among a thousand. */
const RULES = {
  gmpPercent: 200,
  gmpRupees: 200,
  subscription: 120,
  deal: 120,
  opens: 60,
  closes: 60,
  allotment: 60,
  listsTomorrow: 60,
  dispute: 30,
  new: 30,
  datesMoved: 30,
  withdrawn: 15,
  listed: 15,
}
type Kind = keyof typeof RULES
const RULES_OF_SMALLEST = 10

const DIRECTIONS = ['up', 'down', 'either'] as const
/** A different time of day for each of these rules, from 00:00. */
const timeOf = (n: number): string => {
  const minute = (n * 7) % 1440
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0')
  return `${two(minute / 60)}:${two(minute % 60)}`
}

/** The trigger of the n-th rule of a kind, each with another level, time or name. */
const TRIGGERS: { readonly [K in Kind]: (n: number) => object | string } = {
  gmpPercent: (n) => ({ gmp: { percent: 1 + n, direction: DIRECTIONS[n % 3] } }),
  gmpRupees: (n) => ({ gmp: { rupees: 5 + 5 * n, direction: DIRECTIONS[n % 3] } }),
  subscription: (n) => ({ subscription: { category: n % 2 ? 'TOTAL' : 'RII', times: 0.2 * (n + 1) } }),
  deal: (n) =>
    n % 4
      ? { deal: { symbol: [`TRADED${1 + n}`, `TRADED${DEAL_NAMES - n}`] } }
      : { deal: { client: `Fund ${1 + n} Capital`, value: 1_000_000 } },
  opens: (n) => ({ opens: { at: timeOf(n) } }),
  closes: (n) => ({ closes: { hoursBefore: 0.25 * (n + 1) } }),
  allotment: (n) => ({ allotment: { at: timeOf(n + 60) } }),
  listsTomorrow: (n) => ({ listsTomorrow: { at: timeOf(n + 120) } }),
  dispute: (n) => ({ dispute: { direction: (['begins', 'ends', 'either'] as const)[n % 3] } }),
  new: () => 'new',
  datesMoved: () => 'datesMoved',
  withdrawn: () => 'withdrawn',
  listed: () => 'listed',
}

/** Conditions in turn; most rules have some. */
const CONDITIONS = [
  undefined,
  { board: 'MAINBOARD' },
  { sources: { min: 2 } },
  { gmpPercent: { min: 5 }, disputed: false },
  { minAmount: { max: 15_000 } },
  { board: 'SME', gmp: { min: 10, max: 1000 } },
  { ipos: Array.from({ length: OPEN_IPOS / 2 }, (_, n) => openSlug(2 * n)) },
] as const

export interface RulesFile {
  readonly file: string
  /** The environment of a server that uses it. */
  readonly env: Readonly<Record<string, string>>
  readonly rules: number
  readonly channels: number
}

/** Writes a file of 1,000 rules of all triggers, whose channels are webhooks to one receiver. */
export function writeRules(bench: Pick<Bench, 'isSmallest'>, file: string, receiver: string): RulesFile {
  const kinds = Object.keys(RULES) as Kind[]
  const isTaken = (n: number) =>
    n < effort(bench, { usual: Number.POSITIVE_INFINITY, smallest: RULES_OF_SMALLEST })
  const rules = kinds.flatMap((kind) =>
    Array.from({ length: RULES[kind] }, (_, n) => n)
      .filter(isTaken)
      .map((n) => {
        const where = kind === 'deal' ? undefined : CONDITIONS[n % CONDITIONS.length]
        const channels = [n, ...(n % 10 === 0 ? [n + 1] : [])].map((each) => `channel ${each % CHANNELS}`)
        return { name: `${kind} ${n}`, on: TRIGGERS[kind](n), ...(where && { where }), channels }
      }),
  )
  const channels = Object.fromEntries(
    Array.from({ length: CHANNELS }, (_, n) => [
      `channel ${n}`,
      { type: 'webhook', url: `${receiver}/${n}`, secret: { env: SECRET_VARIABLE } },
    ]),
  )
  const digest = { at: '08:00', channels: ['channel 0'] }
  writeFileSync(file, JSON.stringify({ channels, rules, digest }))
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  return { file, env: { ALERTS: file, [SECRET_VARIABLE]: secret }, rules: rules.length, channels: CHANNELS }
}
