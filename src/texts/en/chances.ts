import type { Board } from '../../market/facts/fact.ts'
import type { AllotmentChance, BidsStage } from '../../market/issues/chances.ts'
import { count, counted } from '../format.ts'
import { phrase } from '../phrase.ts'
import { ipo } from './ipo.ts'

type Odds = Pick<AllotmentChance, 'category' | 'chance' | 'basis'>

/**
 * `at least 1 in 9`, `about 1 in 4`, `about 81 in 100`: rounded so that no chance is shown as better than it is. `null` where
 * it is not known, or too small.
 */
function odds({ chance, basis }: Odds): string | null {
  if (chance === null || chance === 0) return null
  if (chance === 1) return 'enough'
  const parts = Math.round(chance * 10_000)
  const hundredths = Math.floor(parts / 100)
  const oneIn = `1 in ${count(Math.ceil(10_000 / parts))}`
  if (basis === 'at-least') return `at least ${oneIn}${chance > 0.5 ? ` (${hundredths}%)` : ''}`
  return `about ${chance > 0.5 ? `${hundredths} in 100` : oneIn}`
}

const BY_BIDS: Readonly<Record<BidsStage, string>> = {
  now: 'if bidding ended now',
  final: 'by the final bids',
  earlier: 'by bids read before bidding ended',
}

/** `Retail at least 1 in 9`, for each category where it is known. */
const brief = (all: readonly Odds[], board: Board): string[] =>
  all.flatMap((one) => {
    const text = odds(one)
    const each = one.chance === 1 ? ' for one smallest allotment each' : ''
    return text === null ? [] : [`${ipo.categoryShort(one.category, board)} ${text}${each}`]
  })

/** The chance of allotment. */
export const chances = {
  label: 'Chance of allotment',
  brief,
  /** Of the first category, in a list: `Chance now: Retail at least 1 in 9`; none by bids read before bidding ended. */
  inList: ([first]: readonly Odds[], board: Board, stage: BidsStage): string | null => {
    const [text] = first && stage !== 'earlier' ? brief([first], board) : []
    return text === undefined ? null : `${stage === 'now' ? 'Chance now' : 'Chance'}: ${text}`
  },
  /** `chance of allotment if bidding ended now: Retail at least 1 in 9`; none where it is not known. */
  line: (all: readonly Odds[], board: Board, stage: BidsStage): string[] => {
    const known = brief(all, board)
    return known.length === 0 ? [] : [`chance of allotment ${BY_BIDS[stage]}: ${known.join(', ')}`]
  },
  byBids: BY_BIDS,
  /** `at least 1 in 9 valid applications would get the smallest allotment (1 lot).` */
  outcome: <T>(one: Odds, lots: number, stage: BidsStage, sourced: (text: string) => T) => {
    const smallest = `smallest allotment (${counted(lots, 'lot')})`
    const figure = sourced(odds(one) ?? '')
    if (one.chance === 1) return phrase`${figure} for one ${smallest} each.`
    return phrase`${figure} valid applications ${stage === 'now' ? 'would get' : 'get'} the ${smallest}.`
  },
  notKnown: (hasAllotments: boolean): string =>
    hasAllotments
      ? 'not known: the bids on all its exchanges together were not received.'
      : 'not known: the exchange does not print the shares on offer to this group.',
  howDrawn:
    'Drawn by lot: nobody gets more before everybody in the draw has the smallest allotment. Applying for more lots does not raise the chance. Rejected applications and unused shares of other groups can raise it.',
  method: 'How it is computed',
} as const
