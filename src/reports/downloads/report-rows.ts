import type { Day } from '../../market/calendar.ts'
import { type Board, EXCHANGES } from '../../market/facts/fact.ts'
import { roundedToHundredths, rupeesFromPaise, rupeesOrNull } from '../../market/money.ts'
import { compareText } from '../../market/text-order.ts'
import type { Db } from '../../store/engines/db.ts'
import { gmpReports, subscriptionReports } from '../../store/facts/figure-reports.ts'
import type { View } from '../../store/view.ts'
import { findIssue, type NumberedHead, slugsOfHeads } from '../ipos/issues-in-view.ts'
import type { MarketData } from '../market-data.ts'
import { UNCHANGED_BY_CLOCK } from '../moment.ts'
import { FactEvidence } from '../schemas/evidence.ts'
import { GmpObservation } from '../schemas/ipos.ts'
import { IpoSubscriptionDay, SubscriptionEntry } from '../schemas/offer.ts'
import {
  column,
  columnsOf,
  type DownloadColumn,
  type DownloadRow,
  type DownloadRows,
  headsWhere,
  ISSUE_COLUMNS,
} from './download-rows.ts'

/** One issue may have a few reports or thousands, so the number of issues in a page follows from the page before. */
const FIRST_ISSUES = 10
const MOST_ISSUES = 200
const ROWS_PER_PAGE = 2000

export interface ReportFilter {
  readonly slug?: string
  readonly board?: readonly Board[]
  /** Days in India, both inclusive. */
  readonly from?: Day
  readonly to?: Day
}

export const GMP_ROW_COLUMNS: readonly DownloadColumn[] = [
  ...ISSUE_COLUMNS,
  ...columnsOf(GmpObservation, ['observedAt', 'gmp', 'source']),
  ...columnsOf(FactEvidence, ['owner']),
  ...columnsOf(GmpObservation, ['unofficial']),
  ...columnsOf(FactEvidence, ['reportedAt', 'recordedAt', 'printed', 'url']),
  column('printedLow', 'number', 'The low that the source prints beside its quote.'),
  column('printedHigh', 'number', 'The high that the source prints beside its quote.'),
  column(
    'subjectToSauda',
    'number',
    'The price of a whole application in rupees, where the source prints it.',
  ),
]

export const SUBSCRIPTION_ROW_COLUMNS: readonly DownloadColumn[] = [
  ...ISSUE_COLUMNS,
  ...columnsOf(SubscriptionEntry, ['observedAt', 'category']),
  ...columnsOf(IpoSubscriptionDay, ['timesSub']),
  column('book', 'text', `The order book: ALL, ${EXCHANGES.join(' or ')}.`),
  ...columnsOf(FactEvidence, ['source', 'recordedAt', 'printed', 'url']),
  ...columnsOf(SubscriptionEntry, ['sharesOffered', 'sharesBid', 'applications']),
]

/** Every report that is not retracted, issue by issue, including withdrawn ones. `undefined` when no issue has the slug. */
export const gmpRows = ({ db, owners }: MarketData, view: View, filter: ReportFilter) =>
  reportRows(db, view, filter, gmpReports, (report) => ({
    gmp: rupeesFromPaise(report.gmp),
    owner: owners.of(report.source),
    unofficial: true,
    printedLow: rupeesOrNull(report.printedLow),
    printedHigh: rupeesOrNull(report.printedHigh),
    subjectToSauda: rupeesOrNull(report.subjectToSauda),
  }))

/** Every reading that is not retracted, of every order book. */
export const subscriptionRows = ({ db }: MarketData, view: View, filter: ReportFilter) =>
  reportRows(db, view, filter, subscriptionReports, ({ timesSub }) => ({
    timesSub: timesSub === null ? null : roundedToHundredths(timesSub),
  }))

interface Report {
  readonly slug: string
  readonly observedAt: string
  readonly recorded: string
  readonly id: number
}

async function reportRows<R extends Report>(
  db: Db,
  view: View,
  filter: ReportFilter,
  read: (db: Db, view: View, slugs: readonly string[], days: ReportFilter) => Promise<R[]>,
  /** The fields that a report does not have in the form of the table. */
  fieldsOf: (report: R) => DownloadRow,
): Promise<DownloadRows | undefined> {
  const { slug, board } = filter
  // A merged slug selects the issue that its facts count for.
  const chosen = slug === undefined ? undefined : await findIssue(db, view, slug)
  if (slug !== undefined && !chosen) return undefined
  const heads = await headsWhere(
    db,
    view,
    (head) => (!chosen || head.slug === chosen.slug) && (!board || board.includes(head.board)),
  )
  heads.sort((a, b) => compareText(a.slug, b.slug))
  return { total: null, pages: pages(), span: UNCHANGED_BY_CLOCK }

  async function* pages(): AsyncGenerator<readonly DownloadRow[]> {
    let issues = FIRST_ISSUES
    for (let from = 0, some: readonly NumberedHead[]; from < heads.length; from += some.length) {
      some = heads.slice(from, from + issues)
      const slugs = await slugsOfHeads(db, view, some)
      const reports = await read(db, view, slugs.flat(), filter)
      issues = nextIssues(issues, reports.length)
      const found = Map.groupBy(reports, (report) => report.slug)
      yield some.flatMap(({ slug, name, board }, i) =>
        (slugs[i] ?? [])
          .flatMap((each) => found.get(each) ?? [])
          .sort((a, b) => compareText(a.observedAt, b.observedAt) || compareRecording(a, b))
          .map((report) => {
            const { recorded: recordedAt } = report
            return { ...(report as object), slug, name, board, recordedAt, ...fieldsOf(report) }
          }),
      )
    }
  }
}

/** At most twice as many as before, because the next issues may have more reports. */
const nextIssues = (issues: number, rows: number): number =>
  Math.max(1, Math.min(MOST_ISSUES, 2 * issues, Math.floor((issues * ROWS_PER_PAGE) / Math.max(1, rows))))

const compareRecording = (a: Report, b: Report): number => compareText(a.recorded, b.recorded) || a.id - b.id
