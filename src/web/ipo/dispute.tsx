import type { Day } from '../../market/calendar.ts'
import type { GmpHistoryDay } from '../../reports/ipos/gmp-history.ts'
import type { IpoReport } from '../../reports/ipos/ipo.ts'
import { joined, longDay } from '../../texts/format.ts'
import { dayRunText, runsOf } from '../charts/day-runs.ts'
import { Premium, Rupees, SourceName } from '../figures.tsx'

/** Names the sources that disagree most, and by how much. */
export function DisputeNotice({ report: { gmpHistory }, today }: { report: IpoReport; today: Day }) {
  const quoted = gmpHistory.days.at(-1)
  if (!quoted?.disputed) return null
  const votes = quoted.quotes
    .filter(({ countedSource }) => countedSource === null)
    .toSorted((a, b) => b.gmp - a.gmp)
  const [highest, lowest] = [votes.at(0), votes.at(-1)]
  if (!highest || !lowest) return null
  const isNow = quoted.day === today
  return (
    <p class="notice" role="note">
      <strong>
        <span aria-hidden="true">⚠ </span>
        {isNow ? 'Sources disagree.' : `Sources disagreed on ${longDay(quoted.day)}.`}
      </strong>{' '}
      <SourceName source={highest.source} /> {isNow ? 'quotes' : 'quoted'} <Premium value={highest.gmp} />,{' '}
      <SourceName source={lowest.source} /> <Premium value={lowest.gmp} />: they {isNow ? 'are' : 'were'}{' '}
      <Difference disputed={[quoted]} />.
    </p>
  )
}

/** A sentence with more runs of days would be hard to read. */
const MOST_RUNS_NAMED = 4

/** The disputed days of the chart in words. */
export function DisputedDays({ days, today }: { days: readonly GmpHistoryDay[]; today: Day }) {
  const disputed = days.filter((day) => day.disputed)
  if (disputed.length === 0) return null
  const runs = runsOf(disputed)
  const when =
    runs.length <= MOST_RUNS_NAMED
      ? joined(
          runs.map((run) => dayRunText(run, today)),
          'and',
        )
      : `on ${disputed.length} of ${days.length} quoted days, which the table names`
  return (
    <p class="quiet small">
      Sources disagreed {when}: they were <Difference disputed={disputed} />.{' '}
      <a href="/method#dispute">What counts as a dispute</a>
    </p>
  )
}

/** How far the sources differed on disputed days, and what the limit is. */
function Difference({ disputed }: { disputed: readonly GmpHistoryDay[] }) {
  const distances = disputed.map(({ spread }) => spread)
  const most = Math.max(...distances)
  return (
    <>
      {distances.some((distance) => distance < most) && 'up to '}
      <Rupees value={most} /> apart, {limitText(disputed)}
    </>
  )
}

/** Around a median of ₹0 any difference is a dispute, because half of 0 is 0. */
function limitText(disputed: readonly GmpHistoryDay[]): string {
  const aroundZero = disputed.filter(({ gmp }) => gmp === 0).length
  if (aroundZero === 0) return 'more than half of the median'
  return aroundZero === disputed.length
    ? 'around a median of ₹0'
    : 'more than half of the median or around one of ₹0'
}
