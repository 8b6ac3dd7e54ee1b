import type { ScoreSummary } from '../../market/scores/scoreboard.ts'
import type { AccuracyReport } from '../../reports/scores/accuracy.ts'
import { count, counted, points } from '../../texts/format.ts'

interface WhyProps {
  readonly report: AccuracyReport
  readonly score: ScoreSummary
}

/** Explains why the scoreboard and the page of accuracy have different figures. */
export const WhyOtherNumber = ({ report: { median, scoreboardN, inBothN }, score }: WhyProps) => {
  const atClose = median.find(({ horizon }) => horizon === 'close')?.overall
  const n = atClose?.n ?? 0
  if (n === scoreboardN && inBothN === n && atClose?.meanAbsErrorPp === score.avgAbsErrorPp) return null
  return (
    <p class="quiet small">
      The <a href="/scoreboard">scoreboard</a> counts {counted(scoreboardN, 'listing')},{' '}
      <a href="/accuracy">accuracy</a> {count(n)} at the close; {count(inBothN)} are in both.{' '}
      {atClose?.meanAbsErrorPp != null &&
        score.avgAbsErrorPp !== null &&
        `Their average errors are ${points(score.avgAbsErrorPp)} and ${points(atClose.meanAbsErrorPp)} points. `}
      The scoreboard goes by the day of a quote, even if it was recorded after bidding had closed. Accuracy
      uses only what was recorded by the close, with the price known then, so that nothing is judged with
      hindsight.
    </p>
  )
}
