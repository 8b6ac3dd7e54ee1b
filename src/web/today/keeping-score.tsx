import { shortName } from '../../market/names.ts'
import type { Today } from '../../reports/today.ts'
import { Gain, IpoLink, Points, Share } from '../figures.tsx'
import { count } from '../format.ts'
import { SectionHeading } from '../layout.tsx'

/** The sentence that nobody else prints. */
export const ScoreSentence = ({ score }: Pick<Today, 'score'>) =>
  score.n === 0 ? (
    <>The grey market has not been scored yet: no quoted IPO has listed.</>
  ) : (
    <>
      The grey market has been off by{' '}
      <strong>
        <Points value={score.avgAbsErrorPp} /> percentage points
      </strong>{' '}
      on average, and had the direction right{' '}
      <strong>
        <Share value={score.directionHitPct} />
      </strong>{' '}
      of the time. <a href="/scoreboard">See every call.</a>
    </>
  )

/** How far to believe all of the above. */
export const KeepingScore = ({ report }: { report: Today }) =>
  report.score.n === 0 ? null : (
    <section>
      <SectionHeading note={`all ${count(report.score.n)} scored listings`}>Keeping score</SectionHeading>
      <div class="sheet">
        <dl class="figures">
          <div>
            <dt>average miss</dt>
            <dd>
              <Points value={report.score.avgAbsErrorPp} />
              <small>points</small>
            </dd>
          </div>
          <div>
            <dt>direction right</dt>
            <dd>
              <Share value={report.score.directionHitPct} />
              <small>of the time</small>
            </dd>
          </div>
          <div>
            <dt>promised too much</dt>
            <dd>
              <Share value={report.promisedTooMuchPct} />
              <small>of the time</small>
            </dd>
          </div>
        </dl>
        <p class="quiet small">
          Latest:{' '}
          {report.latestCalls.map(({ slug, name, impliedPct, actualPct }) => (
            <span key={slug}>
              <IpoLink slug={slug} name={shortName(name)} />: GMP implied <Gain value={impliedPct} />, it
              opened at <Gain value={actualPct} />.{' '}
            </span>
          ))}
          <a href="/scoreboard">The whole scoreboard</a>
        </p>
      </div>
    </section>
  )
