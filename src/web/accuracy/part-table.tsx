import type { Accuracy } from '../../market/accuracy.ts'
import { Count } from '../figures.tsx'
import { AverageMiss, Bias, DirectionRight, Skill } from './accuracy-figures.tsx'

interface PartTableProps {
  readonly title: string
  readonly of: string
  readonly parts: readonly { readonly label: string; readonly accuracy: Accuracy; readonly href?: string }[]
}

/** The same figures for parts of the listings, or for other moments. */
export const PartTable = ({ title, of, parts }: PartTableProps) => (
  <section>
    <h3>{title}</h3>
    <div class="sheet groups accuracy">
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
              Promised too much by
            </th>
            <th scope="col" class="figure">
              Direction right
            </th>
            <th scope="col" class="figure">
              Against a guess of 0
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ label, accuracy, href }) => (
            <tr key={label}>
              <th scope="row">
                {href === undefined ? label : <a href={href}>{label}</a>}
                {accuracy.isFew && <span class="few"> few</span>}
              </th>
              <td class="figure" data-label="listings">
                <Count value={accuracy.n} />
              </td>
              <td class="figure" data-label="average miss, points">
                <AverageMiss of={accuracy} />
              </td>
              <td class="figure" data-label="promised too much by">
                <Bias of={accuracy} />
              </td>
              <td class="figure" data-label="direction right">
                <DirectionRight of={accuracy} />
              </td>
              <td class="figure" data-label="against a guess of 0">
                <Skill skill={accuracy.zero.skill} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)
