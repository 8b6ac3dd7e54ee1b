import type { Board } from '../../market/facts/fact.ts'
import type { AllotmentChance } from '../../market/issues/chances.ts'
import { count, counted } from '../format.ts'
import { phrase } from '../phrase.ts'
import { ipo } from './ipo.ts'

type Odds = Pick<AllotmentChance, 'category' | 'chance' | 'basis'>

/** Rounded up, so that no chance is shown as better than it is. */
const oneIn = (chance: number): string => `1 in ${count(Math.ceil(10_000 / Math.round(chance * 10_000)))}`

/** `at least 1 in 9`, `about 1 in 4`; `null` where it is not known, and where there is enough for everybody. */
const odds = ({ chance, basis }: Odds): string | null =>
  chance === null || chance === 0 || chance === 1
    ? null
    : `${basis === 'at-least' ? 'at least' : 'about'} ${oneIn(chance)}`

/** The chance of allotment. */
export const chances = {
  label: 'Chance of allotment',
  /** `Retail chance: at least 1 in 9`, for each category where it is known. */
  brief: (all: readonly Odds[], board: Board): string[] =>
    all.flatMap((one) => {
      const text = one.chance === 1 ? 'enough for one each' : odds(one)
      return text === null ? [] : [`${ipo.categoryShort(one.category, board)} chance: ${text}`]
    }),
  /** Whether bids may still come, are final, or were read before bidding ended. */
  byBids: {
    now: 'if bidding ended now',
    final: 'by the final bids',
    earlier: 'by bids read before bidding ended',
  },
  /** `at least 1 in 9 valid applications would get the smallest allotment (1 lot).` */
  outcome: <T>(one: Odds, lots: number, isOpen: boolean, sourced: (text: string) => T) => {
    const smallest = `smallest allotment (${counted(lots, 'lot')})`
    if (one.chance === 1) return phrase`${sourced(`enough for one ${smallest} each`)}.`
    return phrase`${sourced(odds(one) ?? '')} valid applications ${isOpen ? 'would get' : 'get'} the ${smallest}.`
  },
  notKnown: (hasAllotments: boolean): string =>
    hasAllotments
      ? 'not known: the bids on all its exchanges together were not received.'
      : 'not known: the exchange does not print the shares on offer to this group.',
  howDrawn:
    'Drawn by lot: nobody gets a second lot before everybody has one, so applying for more lots does not raise the chance. Rejected applications and unused shares of other groups can raise it.',
  method: 'How it is computed',
} as const
