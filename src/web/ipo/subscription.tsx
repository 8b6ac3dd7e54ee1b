import type { Day } from '../../market/calendar.ts'
import type { Board, Category } from '../../market/facts/fact.ts'
import type { IpoDetail } from '../../reports/schemas/ipos.ts'
import type { IpoSubscriptionDay } from '../../reports/schemas/offer.ts'
import { biddingDayText, uncapitalized } from '../../texts/format.ts'
import { categoryName } from '../charts/category-names.ts'
import { SubscriptionBars } from '../charts/subscription-bars.tsx'
import { CsvLink } from '../csv-link.tsx'
import { Count, DayAndTime, Missing, PlainDay, Times } from '../figures.tsx'
import { SectionHeading } from '../section-heading.tsx'
import { rightColumn, stackedColumn, Table, type TableColumn } from '../table.tsx'
import { type BidsOfDay, biddingDays, lastDayOfMultiples } from './bidding-days.ts'
import type { IpoPartProps } from './ipo-part.ts'

/** The newest multiples as bars, with the day of bidding they are from. */
export function Subscription({ report: { ipo, subsRead }, today }: Omit<IpoPartProps, 'clock'>) {
  const read = lastDayOfMultiples(ipo)
  return (
    <section class="sheet">
      <SectionHeading>Subscription</SectionHeading>
      {subsRead === null ? (
        <p class="quiet">{withoutMultiples(ipo)}</p>
      ) : (
        <>
          <p class="quiet small">
            {read && (
              <>
                <strong>{dayText(read, ipo)}</strong>.{' '}
              </>
            )}
            <DayAndTime at={subsRead.observedAt} today={today} /> IST,{' '}
            {subsRead.book === 'ALL' ? 'both exchanges' : `${subsRead.book} alone`}
          </p>
          <SubscriptionBars subs={ipo.subs} board={ipo.board} />
          <p class="quiet small">
            The upright mark is 1×: as many shares bid for as are on offer. Each step to the right is ten
            times as much.
          </p>
        </>
      )}
    </section>
  )
}

function withoutMultiples({ status, subsByDay }: IpoDetail): string {
  if (subsByDay.length > 0) return 'The exchange prints bids, but not how many times it is subscribed.'
  return status === 'UPCOMING' ? 'Bidding has not begun.' : 'No subscription figures are known.'
}

/** `Day 1 of 3, not final yet` */
const dayText = (day: BidsOfDay, ipo: Pick<IpoDetail, 'status'>): string =>
  `${biddingDayText(day)}, ${stateOf(day, ipo)}`

function stateOf({ isFinal }: BidsOfDay, { status }: Pick<IpoDetail, 'status'>): string {
  const isOver = status === 'CLOSED' || status === 'LISTED'
  return isFinal ? 'final' : isOver ? 'read before bidding ended' : 'not final yet'
}

/** The subscription at the end of each day, so that a figure of the first day never looks final. */
export function SubscriptionByDay({ report: { ipo }, today }: Omit<IpoPartProps, 'clock'>) {
  const days = biddingDays(ipo)
  const last = days.at(-1)
  if (!last) return null
  const categories = [...new Set(ipo.subsByDay.map(({ category }) => category))]
  return (
    <div class="by-days">
      <section>
        <SectionHeading note="times subscribed">Subscription day by day</SectionHeading>
        <Table
          look="by-day"
          wideLabel="Subscription by day and category"
          columns={[
            { heading: 'Who bids', cell: (category) => categoryName(category, ipo.board) },
            ...days.map((day) => dayColumn(day, day === last ? stateOf(day, ipo) : null, today)),
          ]}
          rows={categories}
          rowAttributes={(category) => ({ class: category === 'TOTAL' ? 'total' : undefined })}
        />
        {ipo.subsByDay.some(({ timesSub }) => timesSub === null) && (
          <p class="quiet small">{ONLY_BIDS}: the exchange published bids, but not how many times.</p>
        )}
        <CsvLink table="subscription" filter={{ slug: ipo.slug }} />
      </section>
      <BidCounts ipo={ipo} last={last} />
    </div>
  )
}

const ONLY_BIDS = 'only bids'

const dayColumn = (day: BidsOfDay, state: string | null, today: Day): TableColumn<Category> =>
  rightColumn(
    <>
      <PlainDay day={day.day} today={today} />
      <small>
        <span class="nowrap">{biddingDayText(day)}</span>
        {state !== null && `, ${state}`}
      </small>
    </>,
    (category) => {
      const entry = day.entries.get(category)
      return entry ? <Times value={entry.timesSub} or={ONLY_BIDS} /> : <Missing>not known</Missing>
    },
  )

const countColumns = (board: Board): TableColumn<IpoSubscriptionDay>[] => [
  { heading: 'Who bids', cell: ({ category }) => categoryName(category, board) },
  stackedColumn('Shares offered', ({ sharesOffered }) => <Count value={sharesOffered} />),
  stackedColumn('Shares bid for', ({ sharesBid }) => <Count value={sharesBid} />),
  stackedColumn('Applications', ({ applications }) => <Count value={applications} />),
]

const hasCounts = ({ sharesOffered, sharesBid, applications }: IpoSubscriptionDay): boolean =>
  [sharesOffered, sharesBid, applications].some((value) => value !== null)

/** Shares and applications of the newest day. A category without a multiple is never shown as 0×. */
function BidCounts({ ipo, last }: { ipo: IpoDetail; last: BidsOfDay }) {
  const rows = [...last.entries.values()].filter(hasCounts)
  if (rows.length === 0) return null
  return (
    <section>
      <SectionHeading note={uncapitalized(dayText(last, ipo))}>Bids in numbers</SectionHeading>
      <div class="sheet flush">
        <Table look="stack bids" columns={countColumns(ipo.board)} rows={rows} />
      </div>
    </section>
  )
}
