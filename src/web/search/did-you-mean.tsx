import type { Suggestion } from '../../reports/ipos/suggestions.ts'
import { IpoLink } from '../figures.tsx'

/** Links to IPOs that a visitor may have looked for. */
export const DidYouMean = ({ suggestions }: { suggestions: readonly Suggestion[] }) =>
  suggestions.length === 0 ? null : (
    <>
      <h2>Did you mean</h2>
      <ul class="rows choices">
        {suggestions.map(({ slug, name }) => (
          <li key={slug}>
            <IpoLink slug={slug} name={name} />
          </li>
        ))}
      </ul>
    </>
  )
