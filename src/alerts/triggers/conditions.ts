import type { AlertIpo } from '../alert.ts'
import type { NumberRange, RuleConditions } from '../rules/alert-rules.ts'

type JudgedIpo = Pick<
  AlertIpo,
  'slug' | 'board' | 'minAmount' | 'lastGmp' | 'lastGmpPct' | 'lastGmpOwners' | 'gmpDisputed'
>

/** Whether an IPO meets the conditions of a rule. An unknown figure lies in no range. */
export const meetsConditions = (where: RuleConditions, ipo: JudgedIpo): boolean =>
  (where.board === null || where.board === ipo.board) &&
  (where.ipos?.includes(ipo.slug) ?? true) &&
  isWithin(where.minAmount, ipo.minAmount) &&
  isWithin(where.gmpPercent, ipo.lastGmpPct) &&
  isWithin(where.gmp, ipo.lastGmp) &&
  isWithin(where.sources, ipo.lastGmpOwners) &&
  (where.disputed === null || where.disputed === ipo.gmpDisputed)

const isWithin = (range: NumberRange | null, value: number | null): boolean =>
  range === null ||
  (value !== null && value >= (range.min ?? Number.NEGATIVE_INFINITY) && value <= (range.max ?? Infinity))
