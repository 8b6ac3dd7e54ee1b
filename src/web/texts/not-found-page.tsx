import type { Suggestion } from '../../reports/suggestions.ts'
import { Name } from '../figures.tsx'
import type { FramedPage } from '../layout.tsx'

/** A 404 that helps. */
export const notFoundPage = (suggestions: readonly Suggestion[]): FramedPage => ({
  title: 'Nothing here',
  description: 'There is no page at this address.',
  content: (
    <>
      <h1>Nothing here</h1>
      <p class="lead">There is no page at this address.</p>
      {suggestions.length > 0 && (
        <>
          <p>Did you mean:</p>
          <ul>
            {suggestions.map(({ slug, name }) => (
              <li key={slug}>
                <a href={`/ipos/${slug}`}>
                  <Name>{name}</Name>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <form class="filters" action="/ipos">
        <label class="grow">
          Find an IPO by name or symbol
          <input type="search" name="q" maxLength={100} />
        </label>
        <button type="submit">Find</button>
      </form>
      <p>
        Or go to <a href="/">what is open today</a>, <a href="/ipos">all IPOs</a>, <a href="/deals">deals</a>{' '}
        or <a href="/scoreboard">the scoreboard</a>.
      </p>
    </>
  ),
})
