import type { ShareWithDeals } from '../../reports/deals/shares.ts'
import type { Suggestion } from '../../reports/ipos/suggestions.ts'
import { en } from '../../texts/en.ts'
import { symbolAddress } from '../deals/deals-walk.ts'
import { IpoLink, Name } from '../figures.tsx'

/** Links to IPOs that a visitor may have looked for. */
export const DidYouMean = ({ suggestions }: { suggestions: readonly Suggestion[] }) =>
  suggestions.length === 0 ? null : (
    <>
      <h2>{en.search.didYouMean}</h2>
      <ul class="rows choices">
        {suggestions.map(({ slug, name }) => (
          <li key={slug}>
            <IpoLink slug={slug} name={name} />
          </li>
        ))}
      </ul>
    </>
  )

/** Links to shares with deals that match a search. */
export const SharesFound = ({ shares }: { shares: readonly ShareWithDeals[] }) =>
  shares.length === 0 ? null : (
    <>
      <h2>{en.search.sharesWithDeals}</h2>
      <ul class="rows choices">
        {shares.map(({ symbol, name }) => (
          <li key={symbol}>
            <a href={symbolAddress(symbol)}>
              <Name>{name}</Name> <small>{symbol}</small>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
