import type { ScoreGroup } from '../../reports/scores/score-card.ts'
import { Count, Points, Share } from '../figures.tsx'

interface GroupTableProps {
  readonly title: string
  readonly of: string
  readonly groups: readonly { readonly score: ScoreGroup; readonly label: string; readonly href?: string }[]
}

/** The same figures for groups of listings. */
export const GroupTable = ({ title, of, groups }: GroupTableProps) => (
  <section>
    <h3>{title}</h3>
    <div class="sheet groups">
      <table class="stack">
        <thead>
          <tr>
            <th scope="col">{of}</th>
            <th scope="col" class="figure">
              Listings
            </th>
            <th scope="col" class="figure">
              Average miss, points
            </th>
            <th scope="col" class="figure">
              Direction right
            </th>
            <th scope="col" class="figure">
              Promised too much
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ score, label, href }) => (
            <tr key={label}>
              <th scope="row">
                {href === undefined ? label : <a href={href}>{label}</a>}
                {score.isFew && <span class="few"> few</span>}
              </th>
              <td class="figure" data-label="listings">
                <Count value={score.summary.n} />
              </td>
              <td class="figure" data-label="average miss, points">
                <Points value={score.summary.avgAbsErrorPp} or="none" />
              </td>
              <td class="figure" data-label="direction right">
                <Share value={score.summary.directionHitPct} or="none" />
              </td>
              <td class="figure" data-label="promised too much">
                <Share value={score.tooHighPct} or="none" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)
