import type { Problem } from '../../request/problems.ts'
import { sentence } from '../format.ts'
import type { FramedPage } from '../layout.tsx'

const HEADINGS: Readonly<Record<Problem['code'], string>> = {
  INVALID_PARAMETER: 'This address has a mistake in it',
  NOT_FOUND: 'Nothing here',
  METHOD_NOT_ALLOWED: 'This service can only be read',
  TOO_MANY_REQUESTS: 'Too many requests',
  INTERNAL: 'Something went wrong',
  UNAVAILABLE: 'Not available just now',
}

/** A page with the problem and a link back. */
export const problemPage = (problem: Problem, path: string): FramedPage => ({
  title: HEADINGS[problem.code],
  description: HEADINGS[problem.code],
  content: (
    <>
      <h1>{HEADINGS[problem.code]}</h1>
      <p class="lead">{sentence(problem.message)}</p>
      <p>
        {problem.code === 'INVALID_PARAMETER' ? (
          <>
            <a href={path}>Open this page without it</a>, or go to{' '}
          </>
        ) : (
          'Go to '
        )}
        <a href="/">what is open today</a>.
      </p>
    </>
  ),
})
