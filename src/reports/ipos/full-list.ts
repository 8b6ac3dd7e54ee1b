import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import type { FullIpo } from '../schemas/ipos.ts'
import { derivedDetails } from './derived-details.ts'
import { disputeSummary } from './dispute.ts'
import { offerTerms, publishedTerms } from './ipo.ts'
import { type IpoCursor, type IpoFilter, type IpoList, ipoListPage, latestReports } from './ipo-list.ts'
import { figuresOf, ipoSummary, lastGmpDay } from './ipo-summary.ts'
import { type Issue, issuesOf } from './issues-in-view.ts'
import { holidaysKnown } from './market-calendar.ts'

/** How much a list shows of each IPO. */
export const DETAILS = ['summary', 'full'] as const

export interface DetailFilter {
  readonly detail?: (typeof DETAILS)[number]
}

type FullIpoList = Omit<IpoList, 'ipos'> & { readonly ipos: FullIpo[] }

/** The tracked IPOs that match, after a cursor, each with all that its own answer has except histories and quotes. */
export async function fullIpoList(
  market: MarketData,
  moment: Moment,
  filter: IpoFilter,
  after: IpoCursor | null,
  limit: number,
): Promise<FullIpoList> {
  const { page, ...list } = await ipoListPage(market.db, moment, filter, after, limit)
  return { ipos: await fullIpos(market, moment, await issuesOf(market.db, moment, page)), ...list }
}

/** These issues, each with all that its own answer has except histories and quotes. */
export async function fullIpos(
  market: MarketData,
  moment: Moment,
  issues: readonly Issue[],
): Promise<FullIpo[]> {
  const reportsOf = await latestReports(market, moment, issues)
  const holidaysFor = await holidaysKnown(market, moment)
  const ipos: FullIpo[] = []
  for (const issue of issues) {
    const reports = reportsOf(issue)
    const quoted = lastGmpDay(issue, reports.gmp, market.owners)
    ipos.push({
      ...ipoSummary(issue, figuresOf(issue, reports, market.owners), moment.clock),
      ...publishedTerms(issue),
      dispute: quoted ? disputeSummary(quoted) : null,
      ...offerTerms(issue),
      ...(await derivedDetails(market, moment, issue, { quoted, holidaysFor })),
    })
  }
  return ipos
}
