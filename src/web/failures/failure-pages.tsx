import type { ComponentChildren } from 'preact'
import type { Suggestion } from '../../reports/ipos/suggestions.ts'
import { MAX_TEXT_LENGTH } from '../../request/parameters.ts'
import type { Problem } from '../../request/problems.ts'
import { harmless, sentence } from '../../texts/format.ts'
import { LiveOnly } from '../copy/static-copy.tsx'
import { clientSearchAddress } from '../deals/deals-walk.ts'
import { Name } from '../figures.tsx'
import type { FramedPage } from '../layout.tsx'
import { DidYouMean } from '../search/did-you-mean.tsx'

const HEADINGS: Readonly<Record<Problem['code'], string>> = {
  INVALID_PARAMETER: 'This address has an error',
  NOT_FOUND: 'Page not found',
  METHOD_NOT_ALLOWED: 'This service is read-only',
  TOO_MANY_REQUESTS: 'Too many requests',
  INTERNAL: 'Something went wrong',
  UNAVAILABLE: 'Temporarily unavailable',
}

const failurePage = (title: string, description: string, content: ComponentChildren): FramedPage => ({
  title,
  description,
  content: (
    <>
      <h1>{title}</h1>
      {content}
    </>
  ),
})

/** A page with the problem and a link back. `path` is written as in an address. */
export const problemPage = (problem: Problem, path: string): FramedPage =>
  failurePage(
    HEADINGS[problem.code],
    HEADINGS[problem.code],
    <>
      <p class="lead">
        <Message problem={problem} />
      </p>
      {problem.code === 'INVALID_PARAMETER' && (
        <p>
          <a href={path}>Open this page without parameters</a>
        </p>
      )}
      <p>
        <a href="/">Today’s IPOs</a>
      </p>
    </>,
  )

/** The message as a sentence. The name of a parameter is shown as it is written in an address. */
function Message({ problem }: { problem: Problem }) {
  const { parameter } = problem.details
  // It may quote the request, also characters that HTML does not allow.
  const message = harmless(problem.message).replace(/\p{Cc}/gu, '\ufffd')
  if (parameter === undefined || !message.startsWith(`${parameter} `)) return <>{sentence(message)}</>
  return (
    <>
      <code>{parameter}</code>
      {sentence(message.slice(parameter.length))}
    </>
  )
}

/** `searchText` and `suggestions` are what the visitor may have looked for. */
export const notFoundPage = (
  message: string,
  { searchText, suggestions }: { searchText: string; suggestions: readonly Suggestion[] },
): FramedPage =>
  failurePage(
    HEADINGS.NOT_FOUND,
    'There is no page at this address.',
    <>
      <p class="lead">{sentence(message)}</p>
      <DidYouMean suggestions={suggestions} />
      <LiveOnly>
        <h2>Search</h2>
        <form class="filters" action="/ipos">
          <label class="grow">
            Find an IPO by name or symbol
            <input type="search" name="q" maxLength={MAX_TEXT_LENGTH} value={searchText} />
          </label>
          <button type="submit">Find</button>
        </form>
      </LiveOnly>
      <p>
        Or go to <a href="/">today’s IPOs</a>, <a href="/ipos">all IPOs</a>, <a href="/deals">deals</a> or{' '}
        <a href="/scoreboard">the scoreboard</a>.
      </p>
    </>,
  )

/** For a name under which no deal was disclosed. */
export const clientNotFoundPage = (message: string, name: string): FramedPage =>
  failurePage(
    'Nothing here',
    'No deal of a client with this name is known.',
    <>
      <p class="lead">{sentence(message)}</p>
      <p>
        <a href={clientSearchAddress(name)}>
          Look for clients whose names contain “<Name>{name}</Name>”
        </a>
        , or go to <a href="/deals">all deals</a>.
      </p>
    </>,
  )
