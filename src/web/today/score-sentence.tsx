import { areEnoughListings } from '../../market/scores/scoreboard.ts'
import type { Today } from '../../reports/ipos/today.ts'
import { count, counted } from '../../texts/format.ts'
import { Points, Share } from '../figures.tsx'

/** The accuracy of past quotes in one sentence: counts while there are too few listings for a percentage. */
export const ScoreSentence = ({ score, tooHigh }: Pick<Today, 'score' | 'tooHigh'>) => {
  if (score.n === 0) return <>No IPO with a GMP has listed yet, so its accuracy is not known.</>
  return (
    <>
      {!areEnoughListings(score.n) ? (
        <>
          GMP was too high in{' '}
          <strong>
            {count(tooHigh.n)} of {counted(score.n, 'listing')}
          </strong>
          , too few for a percentage.
        </>
      ) : (
        <>
          GMP was too high in{' '}
          <strong>
            <Share value={tooHigh.pct} />
          </strong>{' '}
          of {count(score.n)} IPOs, and missed the listing price by{' '}
          <strong>
            <Points value={score.avgAbsErrorPp} /> percentage points
          </strong>{' '}
          on average.
        </>
      )}{' '}
      <a href="/scoreboard">Scoreboard</a>, <a href="/accuracy">accuracy by source</a>
    </>
  )
}
