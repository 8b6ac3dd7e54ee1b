import type { ScoreSummary } from '../../market/scores/scoreboard.ts'
import type { AccuracyReport } from '../../reports/scores/accuracy.ts'
import { count, points } from '../format.ts'

interface WhyProps {
  readonly report: AccuracyReport
  readonly score: ScoreSummary
}

/** Explains why the scoreboard has other figures, for readers who compare the two. */
export const WhyOtherNumber = ({ report: { median, scoreboardN, inBothN }, score }: WhyProps) => {
  const atClose = median.find(({ horizon }) => horizon === 'close')?.overall
  const n = atClose?.n ?? 0
  if (n === scoreboardN && inBothN === n && atClose?.meanAbsErrorPp === score.avgAbsErrorPp) return null
  return (
    <p class="quiet small">
      Why the scoreboard counts {count(scoreboardN)} listings and accuracy {count(n)} at the close, of which{' '}
      {count(inBothN)} are the same
      {atClose?.meanAbsErrorPp != null &&
        score.avgAbsErrorPp !== null &&
        `, and why their average misses are ${points(score.avgAbsErrorPp)} and ${points(atClose.meanAbsErrorPp)} points`}
      : the <a href="/scoreboard">scoreboard</a> goes by the day of a quote, whenever it was recorded, also on
      the evening of the closing day. <a href="/accuracy">Accuracy</a> takes only what was recorded by the
      moment of the promise, with the price known then, so that nothing is judged with hindsight.
    </p>
  )
}
