import type { MarketSize } from '../../data/market-size.ts'
import { type Bench, type Effort, effort } from '../../figure.ts'

/** The only store of a smallest run, in which every requested page is still full. */
export const SMALLEST: MarketSize = { ipos: 120, gmp: 1_200, deals: 6_000 }

const size = (usual: MarketSize): Effort<MarketSize> => ({ usual, smallest: SMALLEST })
export const SMALL = size({ ipos: 100, gmp: 10_000, deals: 1_000 })
/** Also used as the store of 500 IPOs. */
export const MIDDLE = size({ ipos: 500, gmp: 50_000, deals: 100_000 })
export const MANY_IPOS = size({ ipos: 5_000, gmp: 500_000, deals: 100_000 })
const LARGE: MarketSize = { ipos: 50_000, gmp: 5_000_000, deals: 10_000_000 }

/** The size of the large store, the only one that is scaled, and never below the one it is compared with. */
export function largeSize(bench: Pick<Bench, 'scale' | 'isSmallest'>): MarketSize {
  const { usual: min } = MIDDLE
  const scaled = (key: keyof MarketSize) => Math.max(min[key], Math.round(LARGE[key] * bench.scale))
  return effort(bench, size({ ipos: scaled('ipos'), gmp: scaled('gmp'), deals: scaled('deals') }))
}

const count = (value: number): string => value.toLocaleString('en-GB')

export const sizeText = ({ ipos, gmp, deals }: MarketSize): string =>
  `${count(deals)} deals, ${count(ipos)} IPOs and ${count(gmp)} GMP reports`
