import { areEnoughListings } from '../../market/scores/scoreboard.ts'
import type { Today } from '../../reports/ipos/today.ts'
import { en } from '../../texts/en.ts'
import { PointsInWords, Share } from '../figures.tsx'

/** The accuracy of past quotes in one sentence: counts while there are too few listings for a percentage. */
export const ScoreSentence = ({ score, tooHigh }: Pick<Today, 'score' | 'tooHigh'>) => (
  <>
    {score.n === 0
      ? en.today.noScoreYet
      : areEnoughListings(score.n)
        ? en.today.scoreInShares(
            <strong>
              <Share value={tooHigh.pct} />
            </strong>,
            score.n,
            <strong>
              <PointsInWords value={score.avgAbsErrorPp} />
            </strong>,
          )
        : en.today.scoreInCounts(tooHigh.n, score.n)}{' '}
    <a href="/scoreboard">{en.today.scoreboard}</a>
  </>
)
