import { invariant } from '../../invariant.ts'
import type { Day } from '../../market/calendar.ts'
import { type Board, EXCHANGES } from '../../market/facts/fact.ts'
import { roundedToHundredths, rupeesFromPaise, rupeesOrNull } from '../../market/money.ts'
import { compareText } from '../../market/text-order.ts'
import type { Db } from '../../store/engines/db.ts'
import { gmpReports, subscriptionReports } from '../../store/facts/figure-reports.ts'
import type { View } from '../../store/view.ts'
import { findIssue, type NumberedHead, slugsOfHeads, visitIssues } from '../ipos/issues-in-view.ts'
import type { MarketData } from '../market-data.ts'
import { UNCHANGED_BY_CLOCK } from '../moment.ts'
import {
  type Column,
  column,
  type DownloadRow,
  type DownloadRows,
  ISSUE_COLUMNS,
  RECORDED_AT,
  rowBy,
  SOURCE,
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

/** The columns of where and when a report was read. */
const ORIGIN_COLUMNS: readonly Column[] = [
  RECORDED_AT,
  column('printed', 'text', 'The figure as it was printed.'),
  column('url', 'text', 'Where it was read.'),
]

export const GMP_ROW_COLUMNS: readonly Column[] = [
  ...ISSUE_COLUMNS,
  column('observedAt', 'day', 'The day that the report belongs to.'),
  column('gmp', 'number', 'The premium in rupees a share.'),
  SOURCE,
  column('owner', 'text', 'Who owns the source: sources of one owner count once.'),
  column('unofficial', 'boolean', 'Always true: the grey market is unofficial.'),
  column('reportedAt', 'moment', "The source's own time stamp, where it prints one."),
  ...ORIGIN_COLUMNS,
  column('printedLow', 'number', 'The low that the source prints beside its quote.'),
  column('printedHigh', 'number', 'The high that the source prints beside its quote.'),
  column(
    'subjectToSauda',
    'number',
    'The price of a whole application in rupees, where the source prints it.',
  ),
]

export const SUBSCRIPTION_ROW_COLUMNS: readonly Column[] = [
  ...ISSUE_COLUMNS,
  column('observedAt', 'moment', 'When the book was read.'),
  column('category', 'text', 'Investor category, such as QIB, NII, RII or TOTAL.'),
  column('timesSub', 'number', 'How many times the shares on offer were bid for.'),
  column('book', 'text', `The order book: ALL, ${EXCHANGES.join(' or ')}.`),
  SOURCE,
  ...ORIGIN_COLUMNS,
  column('sharesOffered', 'integer', 'Shares on offer to the category, as printed.'),
  column('sharesBid', 'integer', 'Shares bid for, as printed.'),
  column('applications', 'integer', 'Number of applications, as printed.'),
]

/** Every report that is not retracted, issue by issue, including withdrawn ones. `undefined` when no issue has the slug. */
export const gmpRows = ({ db, owners }: MarketData, view: View, filter: ReportFilter) =>
  reportRows(db, view, filter, GMP_ROW_COLUMNS, gmpReports, (report) => ({
    gmp: rupeesFromPaise(report.gmp),
    owner: owners.of(report.source),
    unofficial: true,
    printedLow: rupeesOrNull(report.printedLow),
    printedHigh: rupeesOrNull(report.printedHigh),
    subjectToSauda: rupeesOrNull(report.subjectToSauda),
  }))

/** Every reading that is not retracted, of every order book. */
export const subscriptionRows = (db: Db, view: View, filter: ReportFilter) =>
  reportRows(db, view, filter, SUBSCRIPTION_ROW_COLUMNS, subscriptionReports, ({ timesSub }) => ({
    timesSub: timesSub === null ? null : roundedToHundredths(timesSub),
  }))

interface Report {
  readonly slug: string
  readonly observedAt: string
  readonly recorded: string
  readonly id: number
}

type Read<R> = (
  db: Db,
  view: View,
  slugs: readonly string[],
  days: Pick<ReportFilter, 'from' | 'to'>,
) => Promise<R[]>

async function reportRows<R extends Report>(
  db: Db,
  view: View,
  filter: ReportFilter,
  columns: readonly Column[],
  read: Read<R>,
  /** The fields that a report does not have in the form of the table. */
  fieldsOf: (report: R) => DownloadRow,
): Promise<DownloadRows | undefined> {
  const rowOf = rowBy(columns)
  const heads = await matchingHeads(db, view, filter)
  return heads && { total: null, pages: pages(), span: UNCHANGED_BY_CLOCK }

  async function* pages(): AsyncGenerator<readonly DownloadRow[]> {
    let issues = FIRST_ISSUES
    for (let from = 0, some: readonly NumberedHead[]; from < (heads?.length ?? 0); from += some.length) {
      some = heads?.slice(from, from + issues) ?? []
      const slugs = await slugsOfHeads(db, view, some)
      const reports = await read(db, view, [...slugs.values()].flat(), filter)
      issues = nextIssues(issues, reports.length)
      const found = Map.groupBy(reports, ({ slug }) => slug)
      yield some.flatMap((head) =>
        invariant(slugs.get(head.number), `the slugs of ${head.slug}`)
          .flatMap((slug) => found.get(slug) ?? [])
          .sort((a, b) => compareText(a.observedAt, b.observedAt) || compareRecording(a, b))
          .map((report) => {
            const { slug, name, board } = head
            return rowOf({ ...report, slug, name, board, recordedAt: report.recorded, ...fieldsOf(report) })
          }),
      )
    }
  }
}

/** At most twice as many as before, because the next issues may have more reports. */
const nextIssues = (issues: number, rows: number): number =>
  Math.max(1, Math.min(MOST_ISSUES, 2 * issues, Math.floor((issues * ROWS_PER_PAGE) / Math.max(1, rows))))

const compareRecording = (a: Report, b: Report): number => compareText(a.recorded, b.recorded) || a.id - b.id

/** Sorted by slug. A merged slug selects the issue that its facts count for. */
async function matchingHeads(
  db: Db,
  view: View,
  { slug, board }: ReportFilter,
): Promise<NumberedHead[] | undefined> {
  const found = slug === undefined ? undefined : await findIssue(db, view, slug)
  if (slug !== undefined && !found) return undefined
  const heads: NumberedHead[] = []
  await visitIssues(db, view, (head) => {
    if ((!found || head.slug === found.slug) && (!board || board.includes(head.board))) heads.push(head)
  })
  return heads.sort((a, b) => compareText(a.slug, b.slug))
}
