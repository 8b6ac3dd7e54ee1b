import type { AccuracyReport } from '../../reports/scores/accuracy.ts'
import { AverageMiss } from '../accuracy/accuracy-figures.tsx'
import { rankedSources } from '../accuracy/source-table.tsx'
import { Reliability } from '../charts/reliability.tsx'
import { Count, SourceName } from '../figures.tsx'
import { SectionHeading } from '../section-heading.tsx'

interface AccuracyProps {
  readonly report: AccuracyReport
  /** The note beside a heading whose figures are not restricted to the selected board. */
  readonly note: string | undefined
}

/** The most accurate sources, in a few figures. */
export function Nearest({ report, note }: AccuracyProps) {
  const ranked = rankedSources(report, 'close')
  const median = report.median.find(({ horizon }) => horizon === 'close')
  if (ranked.length === 0) return null
  return (
    <section class="sheet">
      <SectionHeading note={note}>Which source is nearest</SectionHeading>
      <div class="groups accuracy">
        <table>
          <thead>
            <tr>
              <th scope="col">Source</th>
              <th scope="col" class="figure">
                Listings
              </th>
              <th scope="col" class="figure">
                Average miss, points
              </th>
            </tr>
          </thead>
          <tbody>
            {ranked.map(({ source, record: { rank, overall } }) => (
              <tr key={source}>
                <th scope="row">
                  {rank !== null && <span class="rank">{rank}.</span>} <SourceName source={source} />
                  {rank === null && <span class="few"> few</span>}
                </th>
                <td class="figure">
                  <Count value={overall.n} />
                </td>
                <td class="figure">
                  <AverageMiss of={overall} />
                </td>
              </tr>
            ))}
            {median && (
              <tr class="whole">
                <th scope="row">The median of all</th>
                <td class="figure">
                  <Count value={median.overall.n} />
                </td>
                <td class="figure">
                  <AverageMiss of={median.overall} />
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      <p class="quiet small">
        Each by its own word when bidding closed. The small range holds the true average with 95 percent
        confidence: where two ranges overlap, the order may be chance.{' '}
        <a href="/accuracy">How right each source is, in full</a>
      </p>
    </section>
  )
}

/** Whether an expected gain of 30 percent is followed by a gain of 30 percent. */
export function CalibrationSection({ report, note }: AccuracyProps) {
  const atClose = report.median.find(({ horizon }) => horizon === 'close')
  if (!atClose || atClose.overall.n === 0) return null
  return (
    <section class="sheet">
      <SectionHeading note={note}>When so much was promised, what came?</SectionHeading>
      <Reliability bins={atClose.calibration} />
    </section>
  )
}
