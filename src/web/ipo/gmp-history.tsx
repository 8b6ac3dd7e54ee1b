import { type Day, type Instant, istDay } from '../../market/calendar.ts'
import { compareText } from '../../market/text-order.ts'
import type { CourseDay } from '../../reports/course.ts'
import type { IpoReport } from '../../reports/ipo.ts'
import { listed, runsOf, wordsOfRun } from '../charts/day-runs.ts'
import { GmpChart } from '../charts/gmp-chart.tsx'
import type { DayRule, GmpPlot } from '../charts/gmp-plot.ts'
import { LongDay, Missing, Name, Premium, sourceName } from '../figures.tsx'
import { counted, isolated, longDay, rupees } from '../format.ts'
import { SectionHeading } from '../layout.tsx'

/** The premium day by day, drawn and as a table. */
export function GmpHistory({ report, clock }: { report: IpoReport; clock: Instant }) {
  const { days } = report.course
  const last = days.at(-1)
  if (!last) return null
  const sources = [...new Set(days.flatMap(({ words }) => words.map(({ source }) => source)))].sort(
    compareText,
  )
  return (
    <section>
      <SectionHeading note="in rupees a share">How the premium went</SectionHeading>
      <div class="sheet">
        <GmpChart
          name={isolated(report.ipo.name)}
          days={days}
          sources={sources}
          rules={rulesOf(report, clock)}
          readout={sentenceOf(last)}
          table={(plot) => <HistoryTable days={days} sources={sources} plot={plot} />}
        />
        <DisputedDays days={days} />
      </div>
    </section>
  )
}

function rulesOf({ ipo, milestones, listingDay, calledOff }: IpoReport, clock: Instant): DayRule[] {
  if (calledOff !== null) return []
  const rule = (day: Day | null, isPast: boolean, past: string, ahead: string): DayRule[] =>
    day === null ? [] : [{ day, label: isPast ? past : ahead }]
  const { opens, closes } = milestones
  const isPast = (at: Instant | null) => at !== null && at <= clock
  return [
    ...rule(opens && istDay(opens), isPast(opens), 'opened', 'opens'),
    ...rule(closes && istDay(closes), isPast(closes), 'closed', 'closes'),
    ...rule(listingDay, ipo.status === 'LISTED', 'listed', 'lists'),
  ]
}

/** What the read-out says of a day. */
const sentenceOf = ({ day, gmp, owners, words, disputed }: CourseDay): string =>
  [
    `${longDay(day)}: ${owners === 1 ? 'GMP' : 'median'} ${rupees(gmp)}`,
    ...words.map((word) => `${isolated(sourceName(word.source))} ${rupees(word.gmp)}`),
    ...(disputed ? ['sources disagreed'] : []),
  ]
    .join(', ')
    // A line never ends between a minus and its amount.
    .replaceAll('−₹', '−\u2060₹')

interface HistoryTableProps {
  readonly days: readonly CourseDay[]
  readonly sources: readonly string[]
  readonly plot: GmpPlot
}

const HistoryTable = ({ days, sources, plot }: HistoryTableProps) => (
  <details>
    <summary>{counted(days.length, 'quoted day')} as a table</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
    <section class="wide" tabIndex={0} aria-label="GMP by day and source">
      <table id="gmp-table">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" class="figure">
              Median
            </th>
            {sources.map((source) => (
              <th key={source} scope="col" class="figure">
                <Name>{sourceName(source)}</Name>
              </th>
            ))}
            <th scope="col">Do they agree?</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day} data-x={plot.x(day.day)} data-says={sentenceOf(day)}>
              <th scope="row">
                <LongDay day={day.day} />
              </th>
              <td class="figure">
                <Premium value={day.gmp} />
              </td>
              {sources.map((source) => (
                <td key={source} class="figure">
                  <Premium
                    value={day.words.find((word) => word.source === source)?.gmp ?? null}
                    or="no word"
                  />
                </td>
              ))}
              <td>{agreement(day)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </details>
)

function agreement({ owners, disputed }: CourseDay) {
  if (disputed) return <strong>⚠ they disagree</strong>
  return owners === 1 ? <Missing>one voice</Missing> : 'yes'
}

/** More stretches of days than this are hard to read in a sentence. */
const MOST_RUNS_NAMED = 4

/** The amber days in words. */
function DisputedDays({ days }: { days: readonly CourseDay[] }) {
  const disputed = days.filter((day) => day.disputed)
  if (disputed.length === 0) return null
  const runs = runsOf(disputed)
  const when =
    runs.length <= MOST_RUNS_NAMED
      ? listed(runs.map(wordsOfRun))
      : `on ${disputed.length} of ${days.length} quoted days, which the table names`
  return (
    <p class="quiet small">
      Sources disagreed {when}: they lay apart by more than half of the premium.{' '}
      <a href="/method#dispute">What counts as a dispute</a>
    </p>
  )
}
