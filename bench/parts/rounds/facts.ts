import { seeded, wholeBetween } from '../../../src/demo/seeded.ts'
import { ask } from '../../run/answers.ts'
import { API } from '../../run/greymark.ts'

/** The IPOs of the first page. */
const ISSUES_A_ROUND = 60
const SOURCES = ['IPOWatch', 'InvestorGain', 'IPO Ji', 'IPO Premium'] as const
const DEALS_A_ROUND = 60

/** An IPO that the rounds report on, with a day on which its GMP counts. */
type Subject = { readonly slug: string; readonly closeDate: string }

/** The contents of a round, for the report. */
export const FACTS_TEXT = `${ISSUES_A_ROUND * SOURCES.length + DEALS_A_ROUND} facts: ${ISSUES_A_ROUND * SOURCES.length} GMP reports on the ${ISSUES_A_ROUND} IPOs of the first page, which change all four answers, and ${DEALS_A_ROUND} deals`

/** The IPOs that a server shows first. */
export async function subjectsOn(address: string): Promise<readonly Subject[]> {
  const { body } = await ask(address, { path: `${API}/ipos?limit=${ISSUES_A_ROUND}`, headers: {} })
  return (JSON.parse(body.toString()) as { ipos: Subject[] }).ipos
}

/** The rounds of facts on the IPOs that a server shows first, one after the other. */
export async function roundsOn(address: string): Promise<() => string> {
  const subjects = await subjectsOn(address)
  const random = seeded('landing rounds')
  return () => {
    const premiums = subjects.flatMap(({ slug, closeDate }) =>
      SOURCES.map((source) => ({
        ...{ fact: 'gmp', slug, observedAt: closeDate.slice(0, 10), source },
        gmp: wholeBetween(random, 1, 100_000),
      })),
    )
    const deals = Array.from({ length: DEALS_A_ROUND }, () => ({
      ...{ fact: 'deal', exchange: 'NSE', kind: 'BULK', tradeDate: '2025-06-30', symbol: 'LANDING' },
      ...{ securityName: 'Landing Limited', clientName: 'SOME FUND', dealType: 'BUY', source: 'nse' },
      quantity: wholeBetween(random, 1, 1_000_000_000),
      price: 100,
    }))
    return [...premiums, ...deals].map((fact) => `${JSON.stringify(fact)}\n`).join('')
  }
}
