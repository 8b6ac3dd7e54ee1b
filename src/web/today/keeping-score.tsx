import { shortName } from '../../market/issues/names.ts'
import type { Today } from '../../reports/ipos/today.ts'
import { Gain, IpoLink, LargeFigure, Points, Share } from '../figures.tsx'
import { count } from '../format.ts'
import { SectionHeading } from '../section-heading.tsx'

/** The accuracy of past quotes in one sentence. */
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
      of the time. <a href="/scoreboard">See every call</a>, and{' '}
      <a href="/accuracy">which source is nearest</a>.
    </>
  )

/** How far to trust all of the above. */
export const KeepingScore = ({ report }: { report: Today }) =>
  report.score.n === 0 ? null : (
    <section>
      <SectionHeading note={`all ${count(report.score.n)} scored listings`}>Keeping score</SectionHeading>
      <div class="sheet">
        <dl class="figures">
          <LargeFigure label="average miss" note="points">
            <Points value={report.score.avgAbsErrorPp} />
          </LargeFigure>
          <LargeFigure label="direction right" note="of the time">
            <Share value={report.score.directionHitPct} />
          </LargeFigure>
          <LargeFigure label="promised too much" note="of the time">
            <Share value={report.tooHighPct} />
          </LargeFigure>
        </dl>
        <p class="quiet small">
          Latest:{' '}
          {report.latestCalls.map(({ slug, name, impliedPct, actualPct }) => (
            <span key={slug}>
              <IpoLink slug={slug} name={shortName(name)} />: GMP implied <Gain value={impliedPct} />, it
              opened at <Gain value={actualPct} />.{' '}
            </span>
          ))}
          <a href="/scoreboard">The whole scoreboard</a> <a href="/accuracy">Which source is nearest</a>
        </p>
      </div>
    </section>
  )
