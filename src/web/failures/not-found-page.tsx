import type { Suggestion } from '../../reports/ipos/suggestions.ts'
import { MAX_TEXT_LENGTH } from '../../request/parameters.ts'
import { sentence } from '../../texts/format.ts'
import { clientSearchAddress } from '../deals/deals-walk.ts'
import { Name } from '../figures.tsx'
import type { FramedPage } from '../layout.tsx'
import { DidYouMean } from '../search/did-you-mean.tsx'

interface NotFound {
  /** What was not found. */
  readonly message: string
  /** What the visitor may have looked for. */
  readonly searchText: string
  readonly suggestions: readonly Suggestion[]
}

export const notFoundPage = ({ message, searchText, suggestions }: NotFound): FramedPage => ({
  title: 'Page not found',
  description: 'There is no page at this address.',
  content: (
    <>
      <h1>Page not found</h1>
      <p class="lead">{sentence(message)}</p>
      <DidYouMean suggestions={suggestions} />
      <h2>Search</h2>
      <form class="filters" action="/ipos">
        <label class="grow">
          Find an IPO by name or symbol
          <input type="search" name="q" maxLength={MAX_TEXT_LENGTH} value={searchText} />
        </label>
        <button type="submit">Find</button>
      </form>
      <p>
        Or go to <a href="/">today’s IPOs</a>, <a href="/ipos">all IPOs</a>, <a href="/deals">deals</a> or{' '}
        <a href="/scoreboard">the scoreboard</a>.
      </p>
    </>
  ),
})

/** For a name under which no deal was disclosed. */
export const clientNotFoundPage = (message: string, name: string): FramedPage => ({
  title: 'Nothing here',
  description: 'No deal of a client with this name is known.',
  content: (
    <>
      <h1>Nothing here</h1>
      <p class="lead">{sentence(message)}</p>
      <p>
        <a href={clientSearchAddress(name)}>
          Look for clients whose names contain “<Name>{name}</Name>”
        </a>
        , or go to <a href="/deals">all deals</a>.
      </p>
    </>
  ),
})
