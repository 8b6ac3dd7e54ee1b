import type { Problem } from '../../request/problems.ts'
import { harmless, sentence } from '../../texts/format.ts'
import type { FramedPage } from '../layout.tsx'

const HEADINGS: Readonly<Record<Problem['code'], string>> = {
  INVALID_PARAMETER: 'This address has an error',
  NOT_FOUND: 'Page not found',
  METHOD_NOT_ALLOWED: 'This service is read-only',
  TOO_MANY_REQUESTS: 'Too many requests',
  INTERNAL: 'Something went wrong',
  UNAVAILABLE: 'Temporarily unavailable',
}

/** A page with the problem and a link back. `path` is written as in an address. */
export const problemPage = (problem: Problem, path: string): FramedPage => ({
  title: HEADINGS[problem.code],
  description: HEADINGS[problem.code],
  content: (
    <>
      <h1>{HEADINGS[problem.code]}</h1>
      <p class="lead">
        <Message problem={problem} />
      </p>
      <p>
        {problem.code === 'INVALID_PARAMETER' ? (
          <>
            <a href={path}>Open this page without parameters</a>, or go to{' '}
          </>
        ) : (
          'Go to '
        )}
        <a href="/">today’s IPOs</a>.
      </p>
    </>
  ),
})

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
