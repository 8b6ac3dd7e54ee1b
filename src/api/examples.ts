import { Answer, type AnswerDraft } from '../publish/answer.ts'
import { disclaimerFor } from '../reports/disclaimer.ts'
import { ipoList } from '../reports/ipos/ipo-list.ts'
import type { SourceChoice } from '../reports/sources.ts'
import { changesQuery } from '../request/changes-query.ts'
import type { LiveAnswer } from '../request/live-answer.ts'
import {
  DEAL_PARAMETERS,
  DEALS_LIMIT,
  IPO_PARAMETERS,
  IPOS_LIMIT,
  STANDARD_HORIZON,
} from '../request/market-parameters.ts'
import { type MarketQuery, pageQuery } from '../request/market-query.ts'
import { readQuery } from '../request/parameters.ts'
import { BASE } from '../request/paths.ts'
import { Problem, problemBody } from '../request/problems.ts'
import { accuracyAnswer, calibrationAnswer } from './accuracy-answers.ts'
import {
  dealsAnswer,
  evidenceAnswer,
  ipoAnswer,
  iposAnswer,
  scoreboardAnswer,
  sourcesAnswer,
} from './answers.ts'
import { changesAnswer } from './changes-answers.ts'

/** Enough to see what they look like. */
const CHANGES_SHOWN = 5

/** A real answer of every endpoint. Without an IPO there is none of one IPO. */
export async function liveExamples(
  asked: MarketQuery,
  { publicUrl, sources }: { readonly publicUrl: string; readonly sources: SourceChoice },
): Promise<LiveAnswer[]> {
  const { market, moment } = asked
  const served = { market, now: moment.clock }
  // What is only announced has little to tell yet.
  const opened = { status: 'OPEN,CLOSED,LISTED' }
  const ipos = pageQuery('ipos', IPO_PARAMETERS, opened, { ...served, limits: IPOS_LIMIT })
  const deals = pageQuery('deals', DEAL_PARAMETERS, {}, { ...served, limits: DEALS_LIMIT })
  const changes = changesQuery({ limit: String(CHANGES_SHOWN) }, served)
  const slug = await tellingSlug(asked)
  return [
    example('listIpos', `${BASE}/ipos?status=${opened.status}`, await iposAnswer(ipos, publicUrl)),
    ...(slug === undefined
      ? []
      : [
          example('getIpo', `${BASE}/ipos/${slug}`, await ipoAnswer(asked, slug)),
          example('getEvidence', `${BASE}/ipos/${slug}/evidence`, await evidenceAnswer(asked, slug)),
        ]),
    example('listDeals', `${BASE}/deals`, await dealsAnswer(deals, publicUrl)),
    example('getScoreboard', `${BASE}/scoreboard`, await scoreboardAnswer(asked)),
    example(
      'getAccuracy',
      `${BASE}/accuracy`,
      await accuracyAnswer(asked, { horizon: STANDARD_HORIZON, source: null }),
    ),
    example('getCalibration', `${BASE}/calibration`, await calibrationAnswer(asked)),
    example('listSources', `${BASE}/sources`, await sourcesAnswer(asked, sources)),
    example('listChanges', `${BASE}/changes?limit=${CHANGES_SHOWN}`, await changesAnswer(changes, publicUrl)),
  ]
}

const example = (operationId: string, path: string, made: AnswerDraft): LiveAnswer => ({
  operationId,
  path,
  status: 200,
  headers: { ETag: new Answer(made).etag('identity'), ...made.headers },
  body: JSON.parse(made.body),
})

/** An IPO that has most to tell: open and quoted, else quoted, else any. */
async function tellingSlug({ market, moment }: MarketQuery): Promise<string | undefined> {
  const { ipos } = await ipoList(market, moment, {}, null, IPOS_LIMIT.standard)
  const quoted = ipos.filter(({ lastGmp }) => lastGmp !== null)
  return (quoted.find(({ status }) => status === 'OPEN') ?? quoted[0] ?? ipos[0])?.slug
}

/** How a request is refused that asks for what there is not. */
export function refusedExample({ market }: MarketQuery): LiveAnswer {
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
  throw new Error('a board that there is not was taken for one')
}
