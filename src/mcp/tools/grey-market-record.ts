import Type from 'typebox'
import type { AccuracyBody as Accuracy, ScoreboardRow } from '../../client/index.ts'
import { summaryOf } from '../../market/scores/scoreboard.ts'
import { AccuracyBody } from '../../reports/schemas/accuracy.ts'
import { ScoreboardBody } from '../../reports/schemas/scores.ts'
import { DEAL_PARAMETERS, SCOREBOARD_PARAMETERS, STANDARD_HORIZON } from '../../request/market-parameters.ts'
import { refuseEmptyRange } from '../../request/market-query.ts'
import { oneValue } from '../../request/parameters.ts'
import { invalidParameter } from '../../request/problems.ts'
import { argument, type Call, limitArgument, textArgument } from '../arguments.ts'
import { answered, type ToolMarket } from '../market-client.ts'
import { momentOf, partOfAnswer } from '../pages.ts'
import { picked, tool } from './tool.ts'

const STANDARD_LIMIT = 20
/** Every source. */
const ALL = 'all'

const ORDERS = {
  newest: () => 0,
  best: (a: ScoreboardRow, b: ScoreboardRow) => b.actualPct - a.actualPct,
  worst: (a: ScoreboardRow, b: ScoreboardRow) => a.actualPct - b.actualPct,
  missed: (a: ScoreboardRow, b: ScoreboardRow) => Math.abs(b.errorPp) - Math.abs(a.errorPp),
}
const ORDER_NAMES = Object.keys(ORDERS) as (keyof typeof ORDERS)[]

const { source, horizons } = AccuracyBody.properties.sources.items.properties
const SOURCE_FIELDS = ['rank', 'n', 'biasPp', 'meanAbsErrorPp', 'directionHitPct', 'againstMedian']
const sourceFields = picked(horizons.items, SOURCE_FIELDS)

const input = {
  board: argument(SCOREBOARD_PARAMETERS.board, 'Only listings of these boards, also in the summary.'),
  source: textArgument(
    'Also the accuracy of this source, by its name such as IPOWatch; all for every source, by rank. It is of all boards and days.',
  ),
  sort: argument(
    oneValue(ORDER_NAMES, '', 'newest'),
    'newest (the default); best or worst: by actual gain; missed: where GMP was furthest off.',
  ),
  from: argument(DEAL_PARAMETERS.from, 'Only listings from this day on, as YYYY-MM-DD; also in the summary.'),
  to: argument(DEAL_PARAMETERS.to, 'Only listings up to and including this day.'),
  limit: limitArgument(STANDARD_LIMIT, 500, 'listings'),
}
type RecordCall = Call<typeof input>

export const greyMarketRecord = tool({
  name: 'grey_market_record',
  title: 'How well GMP predicted listings',
  description:
    'How well the grey-market premium predicted past listings: the summary of all scored listings (number, average absolute error in percentage points, how often gain or loss was called correctly), and the listings one by one, with the gain that GMP implied at the close and the actual gain; sort finds the best and the worst. errorPp above 0 means that GMP was too high. With source: how accurate that source was, or each one. Use it before you draw a conclusion from a GMP, and state the number of listings with every average. Listings without a GMP are not in it. Prices are rupees, days are days in India.',
  input,
  output: {
    summary: ScoreboardBody.properties.summary,
    sources: Type.Array(Type.Object({ source, ...sourceFields.properties }), {
      description:
        'With source: its quotes at the close against the listings; fewer than 20 are too few. Sources quoted different IPOs, which rank ignores: compare them by againstMedian alone.',
    }),
    rows: { ...ScoreboardBody.properties.rows, description: 'The listings, in the order of sort.' },
    leftOut: Type.Integer({ description: 'Number of listings that follow rows.' }),
    sourcesLeftOut: Type.Integer({ description: 'Number of sources that follow sources.' }),
  },
  async run(call, market) {
    const { sort = 'newest', from, to, limit = STANDARD_LIMIT } = call.values
    refuseEmptyRange(call.values)
    const record = await recordOf(call, market)
    const isWithin = ({ listedOn }: ScoreboardRow) => (!from || listedOn >= from) && (!to || listedOn <= to)
    const rows = record.rows.filter(isWithin).sort(ORDERS[sort])
    const summary = from || to ? summaryOf(rows) : record.summary
    const lists = { sources: record.sources, rows }
    return partOfAnswer(market, call, record, lists, { rows: limit }, ({ shown, left }) => ({
      summary,
      ...shown,
      leftOut: left.rows,
      sourcesLeftOut: left.sources,
    }))
  },
})

const versionOf = (position: string | null) => position?.split('@')[0]

/** Scoreboard and accuracy of one moment, also where the market changed between them, or a cache in between is behind. */
async function recordOf({ values: { board, source }, asOf }: RecordCall, { client }: ToolMarket) {
  const { meta, disclaimer, summary, rows } = answered(await client.scoreboard({ board, asOf }))
  if (source === undefined) return { meta, disclaimer, summary, rows, sources: [] }
  const newest = answered(await client.accuracy({ asOf }))
  const accuracy =
    versionOf(newest.meta.position) === versionOf(meta.position)
      ? newest
      : answered(await client.accuracy({ asOf: momentOf(meta.position) }))
  return { meta, disclaimer, summary, rows, sources: sourceRecords(accuracy, source) }
}

/** The accuracy at the close of the source with a name, or of all, the most accurate first. */
function sourceRecords({ sources }: Accuracy, name: string): readonly object[] {
  const wanted = name.toLowerCase()
  const matching = sources.filter(({ source }) => wanted === ALL || source.toLowerCase() === wanted)
  if (matching.length === 0 && wanted !== ALL) {
    const names = sources.map(({ source }) => source).join(', ')
    throw invalidParameter(
      'source',
      `no source of this name has quoted an IPO that listed; these have: ${names || 'none'}`,
    )
  }
  return matching
    .flatMap(({ source, horizons }) => {
      const atClose = horizons.find(({ horizon }) => horizon === STANDARD_HORIZON)
      return atClose ? [{ source, atClose, rank: atClose.rank ?? Number.POSITIVE_INFINITY }] : []
    })
    .sort((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank))
    .map(({ source, atClose }) => ({ source, ...sourceFields.of(atClose) }))
}
