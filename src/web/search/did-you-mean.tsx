import type { ComponentChildren } from 'preact'
import type { ShareWithDeals } from '../../reports/deals/shares.ts'
import type { Suggestion } from '../../reports/ipos/suggestions.ts'
import { en } from '../../texts/en.ts'
import { symbolAddress } from '../deals/deals-walk.ts'
import { IpoLink, Name } from '../figures.tsx'

const Choices = ({ title, links }: { title: string; links: readonly ComponentChildren[] }) =>
  links.length === 0 ? null : (
    <>
      <h2>{title}</h2>
      <ul class="rows choices">
        {links.map((link, i) => (
          <li key={i}>{link}</li>
        ))}
      </ul>
    </>
  )

/** Links to IPOs that a visitor may have looked for. */
export const DidYouMean = ({ suggestions }: { suggestions: readonly Suggestion[] }) => (
  <Choices
    title={en.search.didYouMean}
    links={suggestions.map((ipo) => <IpoLink key={ipo.slug} {...ipo} />)}
  />
)

/** Links to shares with deals that match a search. */
export const SharesFound = ({ shares }: { shares: readonly ShareWithDeals[] }) => (
  <Choices
    title={en.search.sharesWithDeals}
    links={shares.map(({ symbol, name }) => (
      <a key={symbol} href={symbolAddress(symbol)}>
        <Name>{name}</Name> <small>{symbol}</small>
      </a>
    ))}
  />
)
