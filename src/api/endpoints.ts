import type { Horizon } from '../market/scores/horizon.ts'
import { asciiUpper } from '../market/text-order.ts'
import { dealList } from '../reports/deals/deals.ts'
import { evidenceReport } from '../reports/evidence/evidence.ts'
import { ipoAnswer } from '../reports/ipos/ipo-among-others.ts'
import { ipoList } from '../reports/ipos/ipo-list.ts'
import { suggestions } from '../reports/ipos/suggestions.ts'
import { restOfMinute, UNCHANGED_BY_CLOCK } from '../reports/moment.ts'
import { AccuracyBody, type AccuracyParts, CalibrationBody } from '../reports/schemas/accuracy.ts'
import { ChangesBody } from '../reports/schemas/changes.ts'
import { DealsBody } from '../reports/schemas/deals.ts'
import { EvidenceBody } from '../reports/schemas/evidence.ts'
import type { FieldsOf } from '../reports/schemas/fields.ts'
import { IpoBody, IposBody } from '../reports/schemas/ipos.ts'
import { ScoreboardBody } from '../reports/schemas/scores.ts'
import { SourcesBody } from '../reports/schemas/sources.ts'
import { UnannouncedBody } from '../reports/schemas/unannounced.ts'
import {
  type AccuracyReport,
  accuracyReport,
  calibrationReport,
  type HorizonRecord,
} from '../reports/scores/accuracy.ts'
import { scoreboard } from '../reports/scores/scoreboard.ts'
import { sourceReports } from '../reports/sources.ts'
import { unannounced } from '../reports/unannounced.ts'
import type { AnswerRoute } from '../request/answer-route.ts'
import {
  ACCURACY_PARAMETERS,
  CHANGE_PARAMETERS,
  DEAL_PARAMETERS,
  IPO_PARAMETERS,
  MOMENT_PARAMETERS,
  SCOREBOARD_PARAMETERS,
  STANDARD_HORIZON,
} from '../request/market-parameters.ts'
import { type MarketQuery, queryAt } from '../request/market-query.ts'
import { readQuery, type ValuesOf } from '../request/parameters.ts'
import { BASE } from '../request/paths.ts'
import { Problem } from '../request/problems.ts'
import { askChanges } from './changes-answer.ts'
import { type Endpoint, type EndpointContext, jsonAnswer, momentEndpoint, pageEndpoint } from './endpoint.ts'
import type { IndexBody } from './schemas.ts'

/** Every JSON endpoint. OpenAPI document, examples, routes and index are built from this table. */
export const ENDPOINTS: readonly Endpoint[] = [
  pageEndpoint(
    'ipos',
    {
      path: `${BASE}/ipos`,
      operationId: 'listIpos',
      summary: 'Tracked IPOs',
      description:
        'Every tracked IPO with price band, dates, reported GMP, subscription and board; with detail=full also terms, documents, expected days, applications and dispute.',
      parameters: IPO_PARAMETERS,
      body: IposBody,
      // IPOs that are only announced have few figures.
      example: { status: 'OPEN,CLOSED,LISTED' },
    },
    async ({ market, moment, filter, after, limit }) => {
      const { ipos, ...list } = await ipoList(market, moment, filter, after, limit)
      return { body: { count: ipos.length, ipos }, ...list }
    },
  ),
  momentEndpoint(
    {
      path: `${BASE}/ipos/{slug}`,
      operationId: 'getIpo',
      summary: 'One IPO',
      description: 'One IPO with its terms, its day-by-day GMP history and its category-wise subscription.',
      parameters: MOMENT_PARAMETERS,
      body: IpoBody,
    },
    async (query, { slug }) => {
      const found = await ipoAnswer(query.market, query.moment, slug)
      if (!found) throw await unknownSlug(query, slug)
      return { body: { ipo: found.ipo }, span: found.span }
    },
  ),
  momentEndpoint(
    {
      path: `${BASE}/ipos/{slug}/evidence`,
      operationId: 'getEvidence',
      summary: 'Where the figures of one IPO come from',
      description:
        'Every figure of the answer about one IPO with the facts behind it: their source, day, printed text, recording time and download; which facts were outvoted or refused and by which rule; and the earlier values.',
      parameters: MOMENT_PARAMETERS,
      body: EvidenceBody,
    },
    async (query, { slug }) => {
      const report = await evidenceReport(query.market, query.moment, slug)
      if (!report) throw await unknownSlug(query, slug)
      return { body: report.evidence, span: report.span }
    },
  ),
  pageEndpoint(
    'deals',
    {
      path: `${BASE}/deals`,
      operationId: 'listDeals',
      summary: 'Bulk and block deals',
      description: 'Bulk and block deals as disclosed by the exchange. from must not lie after to.',
      parameters: DEAL_PARAMETERS,
      body: DealsBody,
    },
    async ({ market, moment, filter, after, limit }) => {
      const { deals, ...list } = await dealList(market.db, moment, filter, after, limit)
      return { body: { deals }, span: UNCHANGED_BY_CLOCK, ...list }
    },
  ),
  momentEndpoint(
    {
      path: `${BASE}/scoreboard`,
      operationId: 'getScoreboard',
      summary: 'Scoreboard',
      description:
        'Implied GMP against the actual listing price for every scored listing, with the direction-hit rate.',
      parameters: SCOREBOARD_PARAMETERS,
      body: ScoreboardBody,
    },
    async ({ market, moment }, { board }) => ({
      body: await scoreboard(market, moment, board),
      span: UNCHANGED_BY_CLOCK,
    }),
  ),
  momentEndpoint(
    {
      path: `${BASE}/accuracy`,
      operationId: 'getAccuracy',
      summary: 'Accuracy',
      description:
        'The errors of the median and of each source, by what was recorded at the time, at five horizons, by board, year and size, with intervals and against forecasts that do not use the grey market.',
      parameters: ACCURACY_PARAMETERS,
      body: AccuracyBody,
    },
    async ({ market, moment }, parameters) => ({
      body: accuracyBody(await accuracyReport(market, moment), parameters),
      span: UNCHANGED_BY_CLOCK,
    }),
  ),
  momentEndpoint(
    {
      path: `${BASE}/calibration`,
      operationId: 'getCalibration',
      summary: 'Calibration',
      description:
        'Actual gains by size of the expected gain: how many, the median, the middle half, how many listed above the issue price, and how often listings opened within a range around their GMP.',
      parameters: MOMENT_PARAMETERS,
      body: CalibrationBody,
    },
    async ({ market, moment }) => ({
      body: await calibrationReport(market, moment),
      span: UNCHANGED_BY_CLOCK,
    }),
  ),
  momentEndpoint(
    {
      path: `${BASE}/sources`,
      operationId: 'listSources',
      summary: 'Sources',
      description:
        'Every source: its owner, its schedule, when it was last read and last had new data, and what is wrong with it.',
      parameters: MOMENT_PARAMETERS,
      body: SourcesBody,
    },
    async ({ market, moment }, _parameters, { sources }) => ({
      body: { sources: await sourceReports(market.userStore, sources, moment) },
      span: restOfMinute(moment.clock),
    }),
  ),
  momentEndpoint(
    {
      path: `${BASE}/unannounced`,
      operationId: 'listUnannounced',
      summary: 'Companies that only trackers know',
      description:
        'Companies that trackers quote although no exchange has announced an issue of them: the quote as printed, the days as printed, and when it was first and last read.',
      parameters: MOMENT_PARAMETERS,
      body: UnannouncedBody,
    },
    async ({ market, moment }, _parameters, { sources }) => {
      const companies = await unannounced(market.db, sources.known, moment.asOf)
      return { body: { count: companies.length, companies }, span: restOfMinute(moment.clock) }
    },
  ),
  {
    path: `${BASE}/changes`,
    operationId: 'listChanges',
    summary: 'Changes',
    description:
      'What changed from one position to another: new IPOs, terms, dates, status, GMP, disputes, subscription, listings, deal days, corrections and withdrawals, each with the old and the new value. Applied in order from since=0, they yield the list. since must not lie after asOf.',
    parameters: CHANGE_PARAMETERS,
    body: ChangesBody,
    example: { limit: '5' },
    ask: askChanges,
  },
]

const INDEX: FieldsOf<typeof IndexBody> = {
  endpoints: ENDPOINTS.map(({ path, summary }) => ({ path, summary })),
}
const INDEX_HEADERS = { Link: '</openapi.json>; rel="service-desc", </docs>; rel="service-doc"' }

/** The JSON endpoints, and the index that lists them. */
export const apiRoutes = (context: EndpointContext): AnswerRoute[] => [
  {
    path: BASE,
    ask: ({ query: fields }) => {
      const query = queryAt(context.market(), context.now())
      const make = async () => jsonAnswer(query, { body: INDEX, span: UNCHANGED_BY_CLOCK }, INDEX_HEADERS)
      return { query, key: BASE, ignored: readQuery({}, fields).ignored, make }
    },
  },
  ...ENDPOINTS.map(
    ({ path, ask }): AnswerRoute => ({
      path: path.replace('{slug}', ':slug'),
      ask: (request) => ask(request, context),
    }),
  ),
]

/** The problem that no IPO has this slug, with suggestions. */
async function unknownSlug({ market, moment }: MarketQuery, slug: string): Promise<Problem> {
  const slugs = (await suggestions(market.db, moment, slug)).map((meant) => meant.slug)
  const then = moment.asOf === null ? '' : ` at ${moment.asOf}`
  const hint = slugs.length > 0 ? `; did you mean ${slugs.join(' or ')}?` : `; ${BASE}/ipos lists them`
  return new Problem(
    'NOT_FOUND',
    `no IPO has this slug${then}${hint}`,
    slugs.length > 0 ? { suggestions: slugs } : {},
  )
}

/** The report with its parts at one horizon, for one source if one is named. */
function accuracyBody(
  { listings, scoreboardN, inBothN, median, sources }: AccuracyReport,
  { horizon = STANDARD_HORIZON, source: named }: ValuesOf<typeof ACCURACY_PARAMETERS>,
): FieldsOf<typeof AccuracyBody> {
  const matching = sources.filter(
    ({ source }) => named === undefined || asciiUpper(source) === asciiUpper(named),
  )
  return {
    horizon,
    listings,
    scoreboardN,
    inBothN,
    median: {
      horizons: median.map((record) => ({ horizon: record.horizon, ...record.overall })),
      ...partsAt(median, horizon),
    },
    sources: matching.map(({ source, owner, horizons }) => ({
      source,
      owner,
      horizons: horizons.map(({ horizon, rank, againstMedian, overall }) => ({
        horizon,
        rank,
        againstMedian,
        ...overall,
      })),
      ...partsAt(horizons, horizon),
    })),
  }
}

function partsAt(records: readonly HorizonRecord[], horizon: Horizon): AccuracyParts {
  const { byBoard = [], byYear = [], bySize = [] } = records.find((of) => of.horizon === horizon) ?? {}
  return { byBoard, byYear, bySize }
}
