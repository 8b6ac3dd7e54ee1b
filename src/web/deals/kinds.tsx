import type { DealKind, DealType } from '../../market/facts/fact.ts'
import { counted } from '../../texts/format.ts'

const KINDS: Readonly<Record<DealKind, string>> = { BULK: 'Bulk', BLOCK: 'Block' }
const SIDES: Readonly<Record<DealType, string>> = { BUY: 'Bought', SELL: 'Sold' }

export const kindName = (kind: DealKind): string => KINDS[kind]
export const sideName = (side: DealType): string => SIDES[side]

export const KindTag = ({ kind }: { kind: DealKind }) => (
  <span class={kind === 'BLOCK' ? 'tag block' : 'tag'}>{KINDS[kind]}</span>
)

export const Side = ({ side }: { side: DealType }) => (
  <span class={side === 'BUY' ? 'bought' : 'sold'}>{SIDES[side]}</span>
)

/** `2 trades are in both lists and are counted once` */
export const inBothLists = (n: number): string =>
  `${counted(n, 'trade')} ${n === 1 ? 'is' : 'are'} in both lists and ${n === 1 ? 'is' : 'are'} counted once`
