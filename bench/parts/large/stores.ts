import type { MarketSize } from '../../data/market-size.ts'
import type { Bench } from '../../figure.ts'

export const SMALL: MarketSize = { ipos: 100, gmp: 10_000, deals: 1_000 }
/** Also the one of 500 IPOs. */
export const MIDDLE: MarketSize = { ipos: 500, gmp: 50_000, deals: 100_000 }
export const MANY_IPOS: MarketSize = { ipos: 5_000, gmp: 500_000, deals: 100_000 }
const LARGE: MarketSize = { ipos: 50_000, gmp: 5_000_000, deals: 10_000_000 }

/** Only the large one is scaled, and never below the one that it is held against. */
export const largeSize = ({ scale }: Pick<Bench, 'scale'>): MarketSize => ({
  ipos: Math.max(MIDDLE.ipos, Math.round(LARGE.ipos * scale)),
  gmp: Math.max(MIDDLE.gmp, Math.round(LARGE.gmp * scale)),
  deals: Math.max(MIDDLE.deals, Math.round(LARGE.deals * scale)),
})

const count = (value: number): string => value.toLocaleString('en-GB')

export const sizeWords = ({ ipos, gmp, deals }: MarketSize): string =>
  `${count(deals)} deals, ${count(ipos)} IPOs and ${count(gmp)} GMP reports`
