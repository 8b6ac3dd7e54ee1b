import { Answer } from '../publish/answer.ts'
import { disclaimerFor } from '../reports/disclaimer.ts'
import { ipoList } from '../reports/ipos/ipo-list.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { draftOf } from '../request/answer-route.ts'
import type { ExampleAnswer, ExampleAnswers } from '../request/example-answer.ts'
import { IPO_PARAMETERS } from '../request/market-parameters.ts'
import type { MarketQuery } from '../request/market-query.ts'
import { readQuery } from '../request/parameters.ts'
import { BASE } from '../request/paths.ts'
import { Problem, problemBody } from '../request/problems.ts'
import type { EndpointContext } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'

/** A real answer of every endpoint, and one to an invalid request. Those about one IPO are left out while there is none. */
export async function currentExamples(
  marketQuery: MarketQuery,
  surroundings: Pick<EndpointContext, 'publicUrl' | 'sources'>,
): Promise<ExampleAnswers> {
  const { market, moment } = marketQuery
  const context = {
    ...surroundings,
    market: () => market,
    now: () => moment.clock,
    catchUp: async () => market,
    reach: async () => market,
  }
  const slug = (await exampleSlug(marketQuery)) ?? ''
  const answers: ExampleAnswer[] = []
  for (const { path, operationId, example: query = {}, ask } of ENDPOINTS) {
    if (slug === '' && path.includes('{slug}')) continue
    const draft = await draftOf(await ask({ query, params: { slug } }, context))
    const search = Object.entries(query).map((pair) => pair.join('='))
    answers.push({
      operationId,
      path: `${path.replace('{slug}', slug)}${search.length > 0 ? `?${search.join('&')}` : ''}`,
      status: 200,
      headers: { ETag: new Answer(draft).etag('identity'), ...draft.headers },
      body: JSON.parse(String(draft.body)),
    })
  }
  return { answers, refusal: refusedExample(market) }
}

/** An IPO with many figures: open and quoted, else quoted, else any. */
async function exampleSlug({ market, moment }: MarketQuery): Promise<string | undefined> {
  const { ipos } = await ipoList(market, moment, {}, null, IPO_PARAMETERS.limit.standard)
  const quoted = ipos.filter(({ lastGmp }) => lastGmp !== null)
  return (quoted.find(({ status }) => status === 'OPEN') ?? quoted[0] ?? ipos[0])?.slug
}

function refusedExample(market: ServedMarket): ExampleAnswer {
  const query = { board: 'nasdaq' }
  try {
    readQuery(IPO_PARAMETERS, query)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return {
      operationId: 'listIpos',
      path: `${BASE}/ipos?${new URLSearchParams(query)}`,
      status: error.status,
      headers: { 'Cache-Control': 'no-store' },
      body: problemBody(error, disclaimerFor(market)),
    }
  }
  throw new Error('an unknown board was accepted')
}
