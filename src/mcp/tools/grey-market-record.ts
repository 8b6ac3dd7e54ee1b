import Type from 'typebox'
import { BOARDS } from '../../market/facts/fact.ts'
import { AccuracyBody } from '../../reports/schemas/accuracy.ts'
import { ScoreboardBody } from '../../reports/schemas/scores.ts'
import { fittingCount } from '../answer-size.ts'
import { argumentText, queryFrom, type ToolArguments, wholeArgument } from '../arguments.ts'
import { type MarketReader, ReadFailure } from '../market-reader.ts'
import { asOfInput, inputOf, limitInput, outputOf, type Tool, textInput, valuesInput } from './tool.ts'

const LIMITS = { standard: 20, maximum: 500 }

const { summary, rows } = ScoreboardBody.properties
const { source, horizons } = AccuracyBody.properties.sources.items.properties
const at = horizons.items.properties

const SourceRecord = Type.Object({
  source,
  n: at.n,
  biasPp: at.biasPp,
  meanAbsErrorPp: at.meanAbsErrorPp,
  directionHitPct: at.directionHitPct,
  againstMedian: at.againstMedian,
})

const ALL = 'all'
/** The most sources that a message names. */
const MAX_NAMES = 20

export const greyMarketRecord: Tool = {
  name: 'grey_market_record',
  title: 'How well GMP predicted listings',
  description:
    'How well the grey-market premium predicted past listings: the summary of all scored listings (number, average absolute error in percentage points, how often gain or loss was called correctly), and the newest of them one by one, with the gain that GMP implied at the close and the actual gain. errorPp above 0 means that GMP was too high. With source: how accurate that source was, or each one. Use it before you draw a conclusion from a GMP, and state the number of listings with every average. Prices are rupees, days are days in India.',
  input: inputOf({
    board: valuesInput(BOARDS, 'Only listings of these boards; the summary is then of these alone.'),
    source: textInput(
      'Also the accuracy of this source, by its name such as IPOWatch; all for every source. It is of all boards.',
    ),
    limit: limitInput(LIMITS.standard, LIMITS.maximum, 'listings'),
    asOf: asOfInput,
  }),
  output: outputOf({
    summary,
    sources: Type.Array(SourceRecord, {
      description:
        'With source: its quotes at the close, by what was recorded until then, against the listings; fewer than 20 are too few. Sources quoted different IPOs: compare them by againstMedian alone.',
    }),
    rows,
    leftOut: Type.Integer({
      description: 'Number of older listings that are not in rows. For more, give limit.',
    }),
    sourcesLeftOut: Type.Integer({ description: 'Number of sources that are not in sources.' }),
  }),
  async run(given, reader) {
    const { body } = await reader.read('getScoreboard', {
      query: queryFrom(given, { board: 'board', asOf: 'asOf' }),
    })
    const limit = wholeArgument(given, 'limit', { minimum: 1, maximum: LIMITS.maximum })
    const sources = await sourceRecords(given, reader)
    const answerWith = (rows: number, sourceCount: number) => ({
      summary: body.summary,
      sources: sources.slice(0, sourceCount),
      rows: body.rows.slice(0, rows),
      leftOut: body.rows.length - rows,
      sourcesLeftOut: sources.length - sourceCount,
      disclaimer: body.disclaimer,
    })
    const shown = fittingCount(sources.length, (count) => answerWith(0, count))
    const most = Math.min(body.rows.length, limit ?? LIMITS.standard)
    return answerWith(
      limit === undefined ? fittingCount(most, (count) => answerWith(count, shown)) : most,
      shown,
    )
  },
}

/** The accuracy at the close of the source that is asked for, or of all. */
async function sourceRecords(
  given: ToolArguments,
  reader: MarketReader,
): Promise<Type.Static<typeof SourceRecord>[]> {
  const wanted = argumentText(given.source)?.toLowerCase()
  if (wanted === undefined) return []
  const { body } = await reader.read('getAccuracy', { query: queryFrom(given, { asOf: 'asOf' }) })
  const matching = body.sources.filter(({ source }) => wanted === ALL || source.toLowerCase() === wanted)
  if (matching.length === 0 && wanted !== ALL) {
    const names = body.sources.slice(0, MAX_NAMES).map(({ source }) => source)
    throw new ReadFailure(
      `no source of this name has quoted an IPO that listed; these have: ${names.join(', ') || 'none'}`,
    )
  }
  return matching.flatMap(({ source, horizons }) =>
    horizons
      .filter(({ horizon }) => horizon === 'close')
      .map(({ n, biasPp, meanAbsErrorPp, directionHitPct, againstMedian }) => ({
        ...{ source, n, biasPp, meanAbsErrorPp, directionHitPct, againstMedian },
      })),
  )
}
