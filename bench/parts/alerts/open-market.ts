import { seeded, wholeBetween } from '../../../src/demo/seeded.ts'
import { addDays, type Instant, istDay } from '../../../src/market/calendar.ts'

/** IPOs of this week, on which each round reports: alerts are about news, and the IPOs of the store are years old. */
export const OPEN_IPOS = 60
const SOURCES = ['IPOWatch', 'InvestorGain', 'IPO Ji', 'IPO Premium'] as const
const SUBSCRIBED_A_ROUND = 20
const DEALS_A_ROUND = 40
export const FACTS_A_ROUND = OPEN_IPOS * SOURCES.length + SUBSCRIBED_A_ROUND + DEALS_A_ROUND
/** The number of symbols and of clients whose deals are disclosed. */
export const DEAL_NAMES = 5000
/** Trading days on which the deals of a round may lie; with two exchanges and two kinds, a list has some hundred. */
const DEAL_DAYS = 5
/** By how much the GMP of an IPO rises from one round to the next, in percent of the price. */
const RISE_PERCENT = 0.5

export const openSlug = (n: number): string => `open-ipo-${n}`

const priceOf = (n: number): number => 200 + 20 * (n % 20)
const lines = (facts: readonly object[]): string => facts.map((fact) => `${JSON.stringify(fact)}\n`).join('')

/** The terms of IPOs that open, close or await their listing around a moment. */
export function openIpos(now: Instant): string {
  const today = istDay(now)
  return lines(
    Array.from({ length: OPEN_IPOS }, (_, n) => {
      const opens = (n % 7) - 4
      return {
        ...{ fact: 'ipo', slug: openSlug(n), name: `Open ${n} Limited`, board: n % 2 ? 'SME' : 'MAINBOARD' },
        ...{ symbol: `OPEN${n}`, exchanges: ['NSE'], priceMin: priceOf(n) - 10, priceMax: priceOf(n) },
        ...{ lotSize: 30 + n, openDate: addDays(today, opens), closeDate: addDays(today, opens + 3) },
        source: 'nse',
      }
    }),
  )
}

/**
 * The rounds of facts on those IPOs, one after the other. All GMPs rise slowly, so that each round crosses some levels
 * for the first time on its day; at times a source disagrees.
 */
export function openRounds(now: () => Instant): () => string {
  const random = seeded('rounds of open IPOs')
  let round = 0
  return () => {
    const moment = now()
    const today = istDay(moment)
    round++
    const gmp = Array.from({ length: OPEN_IPOS }, (_, n) => {
      const percent = (n % 40) + RISE_PERCENT * round
      return SOURCES.map((source, i) => {
        const factor = i === 0 && (n + round) % 30 === 0 ? 2 : 0.99 + 0.02 * random()
        const rupees = Math.round((priceOf(n) * percent * factor) / 100)
        return { fact: 'gmp', slug: openSlug(n), observedAt: today, gmp: rupees, source }
      })
    })
    const subscription = Array.from({ length: SUBSCRIBED_A_ROUND }, (_, n) => ({
      ...{ fact: 'subscription', slug: openSlug(n * 3), observedAt: moment, category: 'TOTAL' },
      ...{ timesSub: round / 10 + n / 100, source: 'nse' },
    }))
    const deals = Array.from({ length: DEALS_A_ROUND }, () => {
      const name = wholeBetween(random, 1, DEAL_NAMES)
      return {
        ...{ fact: 'deal', exchange: round % 2 ? 'NSE' : 'BSE', kind: round % 4 < 2 ? 'BULK' : 'BLOCK' },
        ...{ tradeDate: addDays(today, -(round % DEAL_DAYS)), symbol: `TRADED${name}` },
        ...{ securityName: `Traded ${name} Limited`, clientName: `FUND ${name} CAPITAL`, dealType: 'BUY' },
        ...{ quantity: wholeBetween(random, 1, 10_000_000), price: 100, source: round % 2 ? 'nse' : 'bse' },
      }
    })
    return lines([...gmp.flat(), ...subscription, ...deals])
  }
}
