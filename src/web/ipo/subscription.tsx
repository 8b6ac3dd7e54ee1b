import { scaleLog } from 'd3-scale'
import type { Day } from '../../market/calendar.ts'
import type { Board, Category } from '../../market/facts/fact.ts'
import type { IpoView } from '../../reports/ipos/ipo-view.ts'
import type { BidsOfDay } from '../../reports/ipos/subscription.ts'
import { en } from '../../texts/en.ts'
import { biddingDayText } from '../../texts/format.ts'
import { percent, place } from '../charts/chart.tsx'
import { CsvLink } from '../csv-link.tsx'
import { Sourced } from '../evidence/sourced.tsx'
import { Count, DayAndTime, Missing, PlainDay, Times } from '../figures.tsx'
import { Fold, Section } from '../kit/parts.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { MaybeTerm } from '../kit/term.tsx'
import { Chances } from './chances.tsx'

/** How many times each group has subscribed, now and day by day. */
export function SubscriptionSection({ view }: { view: IpoView }) {
  const { subscription, board, today } = view
  const { newest, read, last, days } = subscription
  const rows = [...newest, ...withoutMultiple(view.subscription)]
  return (
    <Section
      id="subscription"
      title={en.ipoPage.tabs.subscription}
      {...(last && { note: en.ipoPage.ofDay(last, finality(last, view)) })}
    >
      {rows.length === 0 ? (
        <p class="quiet">
          {view.state === 'upcoming' ? en.ipoPage.biddingNotBegun : en.ipoPage.noSubscription}
        </p>
      ) : (
        <Table
          label={en.ipoPage.tabs.subscription}
          columns={columnsFor(rows, board)}
          rows={rows}
          attributes={({ category }) => ({ class: rowClass(category) })}
        />
      )}
      <p class="quiet small">
        {read ? (
          <>
            <DayAndTime at={read.observedAt} today={today} /> IST,{' '}
            {en.ipoPage.book(read.book, view.terms.exchanges)}. {en.ipoPage.scaleNote}
          </>
        ) : (
          rows.length > 0 && en.ipoPage.bidsWithoutTimes
        )}
      </p>
      {view.state === 'listed' && <Chances view={view} />}
      {days.length > 1 && (
        <Fold title={en.ipoPage.dayByDay}>
          <ByDay days={days} board={board} today={today} />
        </Fold>
      )}
      {rows.length > 0 && <CsvLink table="subscription" filter={{ slug: view.slug }} />}
    </Section>
  )
}

/** The newest bids of groups of which no multiple is published. */
const withoutMultiple = ({ newest, days }: IpoView['subscription']): Entry[] =>
  [...(days.at(-1)?.entries.values() ?? [])].filter(
    ({ category }) => !newest.some((one) => one.category === category),
  )

type LastBids = NonNullable<IpoView['subscription']['last']>

/** A figure of the first day must never look final, and neither must a contradictory one. */
function finality({ isFinal, isContradictory }: LastBids, { state }: IpoView): string {
  if (isFinal) return en.ipo.final
  if (isContradictory) return en.ipoPage.totalTooLow
  return state === 'open' || state === 'upcoming' ? en.ipoPage.notFinal : en.ipoPage.readEarlier
}

/** A group's newest figures. */
type Entry = Pick<
  IpoView['subscription']['entries'][number],
  'category' | 'timesSub' | 'sharesOffered' | 'sharesBid' | 'applications'
>

/** Columns without any figure are left out. */
function columnsFor(rows: readonly Entry[], board: Board): Column<Entry>[] {
  const isKnown = (key: 'timesSub' | 'sharesOffered' | 'sharesBid' | 'applications') =>
    rows.some((row) => row[key] !== null)
  const counts = (['sharesOffered', 'sharesBid', 'applications'] as const).filter(isKnown)
  return [
    {
      key: 'who',
      label: en.ipoPage.whoBids,
      cell: ({ category }) => (
        <MaybeTerm of={en.ipo.categoryTerm(category, board)}>{en.ipo.category(category, board)}</MaybeTerm>
      ),
    },
    ...(isKnown('timesSub') ? TIMES : []),
    ...counts.map(
      (key): Column<Entry> => ({
        key,
        label: en.ipoPage[key],
        cell: (row) => row[key] !== null && <Count value={row[key]} />,
        isFigure: true,
        narrow: 'fact',
        narrowLabel: en.ipoPage[key].toLowerCase(),
      }),
    ),
  ]
}

const TIMES: readonly Column<Entry>[] = [
  {
    key: 'times',
    label: en.ipo.subscribed,
    cell: ({ timesSub }, i) => (
      <Sourced of={`subs[${i}].timesSub`}>
        <Times value={timesSub} or={en.ipoPage.timesNotPublished} />
      </Sourced>
    ),
    isFigure: true,
    narrow: 'aside',
  },
  {
    key: 'bar',
    label: <span class="unseen">{en.ipoPage.times}</span>,
    cell: ({ timesSub }) => <Bar times={timesSub} />,
    narrow: 'line',
  },
]

const rowClass = (category: Category): string | undefined =>
  category === 'TOTAL' ? 'strong' : category === 'BNII' || category === 'SNII' ? 'part' : undefined

const HEIGHT = 12
const MARKS = [1, 10, 100, 1000] as const
/** The same scale on every page, so that bars of two issues compare; it covers all multiples seen in India so far. */
const track = scaleLog([0.1, 3000], [0, 100]).clamp(true)
/** The smallest visible width, for any group with bids. */
const SLIVER = 1

/** The length of a bar in percent of the track. */
export const reach = (times: number): number => (times <= 0 ? 0 : place(Math.max(SLIVER, track(times))))

/** A multiple on a logarithmic track, with a mark at 1×. */
const Bar = ({ times }: { times: number | null }) =>
  times === null ? null : (
    <svg class="times-bar" width="100%" height={HEIGHT} aria-hidden="true">
      <rect class="track" width="100%" height={HEIGHT} rx="3" />
      {times > 0 && <rect class="fill" width={percent(reach(times))} height={HEIGHT} rx="3" />}
      {MARKS.map((mark) => (
        <line
          key={mark}
          class={mark === 1 ? 'once' : 'mark'}
          x1={percent(track(mark))}
          x2={percent(track(mark))}
          y1="0"
          y2={HEIGHT}
        />
      ))}
    </svg>
  )

/** The subscription at the end of each day. */
function ByDay({ days, board, today }: { days: readonly BidsOfDay[]; board: Board; today: Day }) {
  const categories = [...new Set(days.flatMap(({ entries }) => [...entries.keys()]))]
  const columns: Column<Category>[] = days.map((day) => ({
    key: day.day,
    label: (
      <>
        <PlainDay day={day.day} today={today} />
        <br />
        <small>{biddingDayText(day)}</small>
      </>
    ),
    cell: (category) => {
      const entry = day.entries.get(category)
      return entry ? (
        <Times value={entry.timesSub} or={en.ipoPage.timesNotPublished} />
      ) : (
        <Missing>{en.fields.notKnown}</Missing>
      )
    },
    isFigure: true,
  }))
  return (
    <Table
      label={en.ipoPage.dayByDay}
      columns={[
        { key: 'who', label: en.ipoPage.whoBids, cell: (category) => en.ipo.category(category, board) },
        ...columns,
      ]}
      rows={categories}
      attributes={(category) => ({ class: rowClass(category) })}
      isScrolling
    />
  )
}
