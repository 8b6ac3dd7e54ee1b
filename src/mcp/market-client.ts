import type { Endpoint } from '../api/endpoint.ts'
import { ENDPOINTS } from '../api/endpoints.ts'
import { type AnswerMeta, type ClientFailure, createClient, type GreymarkClient } from '../client/index.ts'
import type { Instant } from '../market/calendar.ts'
import { Problem, problemBody } from '../request/problems.ts'

/** The market that tools ask. */
export interface ToolMarket {
  readonly client: GreymarkClient
  /** Where its pages are reached, without a final slash; empty when unknown. */
  readonly publicUrl: string
  readonly now: () => Instant
}

type EndpointRequest = Parameters<Endpoint['ask']>[0]

/** The body and headers of an answer that an endpoint of this process makes. */
export type AnswerOf = (
  endpoint: Endpoint,
  request: EndpointRequest,
) => Promise<{ readonly body: string; readonly headers: Readonly<Record<string, string>> }>

const ROUTES = ENDPOINTS.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replace('{slug}', '([^/]+)')}$`),
}))

/** A client of this process, which calls its endpoints without a socket. `onFailure` reports a failure, and returns a text for the assistant. */
export function processClient(answerOf: AnswerOf, onFailure: (error: unknown) => string): GreymarkClient {
  const route = async ({ pathname, searchParams }: URL): Promise<Response> => {
    for (const { endpoint, pattern } of ROUTES) {
      const [path, slug = ''] = pattern.exec(pathname) ?? []
      if (path === undefined) continue
      const request = { params: { slug: decodeURIComponent(slug) }, query: Object.fromEntries(searchParams) }
      const { body, headers } = await answerOf(endpoint, request)
      return new Response(body, { headers })
    }
    throw new Error(`there is no endpoint ${pathname}`)
  }
  return createClient('http://localhost', {
    maxWaitMs: 0,
    keptAnswers: 0,
    fetch: async (address) => {
      try {
        return await route(new URL(address))
      } catch (error) {
        const problem = error instanceof Problem ? error : new Problem('INTERNAL', onFailure(error))
        // An answer without a position may be that of a static copy, whose status the client would ask for.
        const headers = { 'x-market-version': '0' }
        return Response.json(problemBody(problem, ''), { status: problem.status, headers })
      }
    },
  })
}

/** A conversation should not wait longer for a service that asks for patience. */
const MAX_WAIT_MS = 20_000

/** A client of a service over HTTP. Throws when no Greymark answers at the address. */
export async function serviceClient(address: string): Promise<{ client: GreymarkClient; isDemo: boolean }> {
  const client = createClient(address, { maxWaitMs: MAX_WAIT_MS })
  const index = await client.index()
  if (!index.ok) throw new Error(`no Greymark answers at ${address}: ${index.error.message}`)
  if (typeof index.disclaimer !== 'string')
    throw new Error(`no Greymark answers at ${address}: the answer has no disclaimer`)
  return { client, isDemo: index.disclaimer.includes('DEMO') }
}

type Answered<Body> = Body & { readonly meta: AnswerMeta }

/** The body of an answer. Throws a problem in the words of tools for a request that was refused. */
export function answered<Body extends { readonly ok: true }>(
  answer: Answered<Body> | ClientFailure,
): Answered<Body> {
  if (!answer.ok) throw failureOf(answer.error)
  if (answer.meta.ignored.length > 0)
    throw new Problem('NOT_FOUND', 'this needs a newer release of Greymark than the service runs')
  return answer
}

function failureOf({ code, message, parameter, suggestions = [] }: ClientFailure['error']): Error {
  switch (code) {
    case 'NOT_FOUND': {
      const meant =
        suggestions.length > 0 ? `did you mean ${suggestions.join(' or ')}?` : 'find_ipos lists them'
      return new Problem(code, `${message.split(';')[0]}; ${meant}`)
    }
    case 'INVALID_PARAMETER':
      return new Problem(code, parameter === 'cursor' && /Link/.test(message) ? UNKNOWN_CURSOR : message)
    case 'INTERNAL':
    case 'UNAVAILABLE':
      return new Problem(code, message)
    case 'NOT_IN_COPY':
      return new Problem('NOT_FOUND', message)
    case 'NETWORK':
    case 'TIMEOUT':
      return new Error(`the service cannot be reached right now, try again soon: ${message}`)
    default:
      return new Error('the service cannot answer right now; try again soon')
  }
}

export const UNKNOWN_CURSOR =
  'cursor is not one that this tool issued; take it unchanged from next of the previous answer, or leave it out to start again'
