import type { Accuracy } from '../../market/scores/accuracy.ts'
import { AccuracyCells, AccuracyHeads } from './accuracy-figures.tsx'

interface PartTableProps {
  readonly title: string
  readonly of: string
  readonly parts: readonly { readonly label: string; readonly accuracy: Accuracy; readonly href?: string }[]
}

/** The same figures for groups of listings, or for other horizons. */
export const PartTable = ({ title, of, parts }: PartTableProps) => (
  <section>
    <h3>{title}</h3>
    <div class="sheet groups accuracy">
      <table class="stack">
        <thead>
          <tr>
            <th scope="col">{of}</th>
            <AccuracyHeads />
          </tr>
        </thead>
        <tbody>
          {parts.map(({ label, accuracy, href }) => (
            <tr key={label}>
              <th scope="row">
                {href === undefined ? label : <a href={href}>{label}</a>}
                {accuracy.isFew && <span class="few"> few</span>}
              </th>
              <AccuracyCells of={accuracy} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)
