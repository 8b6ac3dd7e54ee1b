import type { AccuracyReport } from '../../reports/accuracy.ts'
import { count } from '../format.ts'

/** The scoreboard counts otherwise; whoever compares the two must not be left to guess. */
export const WhyOtherNumber = ({ report: { median, scoreboardN, inBothN } }: { report: AccuracyReport }) => {
  const n = median.find(({ horizon }) => horizon === 'close')?.overall.n ?? 0
  if (n === scoreboardN && inBothN === n) return null
  return (
    <p class="quiet small">
      Why the scoreboard counts {count(scoreboardN)} listings and accuracy {count(n)} at the close, of which{' '}
      {count(inBothN)} are the same: the <a href="/scoreboard">scoreboard</a> goes by the day of a quote,
      whenever it was recorded. <a href="/accuracy">Accuracy</a> takes only what was recorded by the moment of
      the promise, with the price known then, so that nothing is judged with hindsight.
    </p>
  )
}
