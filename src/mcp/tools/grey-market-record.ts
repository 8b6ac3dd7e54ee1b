import Type from 'typebox'
import { BOARDS } from '../../market/facts/fact.ts'
import { ScoreboardBody } from '../../reports/schemas/scores.ts'
import { fittingCount } from '../answer-size.ts'
import { queryFrom, wholeArgument } from '../arguments.ts'
import { asOfInput, inputOf, limitInput, outputOf, type Tool, valuesInput } from './tool.ts'

const LIMITS = { standard: 20, maximum: 500 }

const { summary, rows } = ScoreboardBody.properties

export const greyMarketRecord: Tool = {
  name: 'grey_market_record',
  title: 'How well GMP predicted listings',
  description:
    'How well the grey-market premium predicted past listings: the summary of all scored listings (number, average absolute error in percentage points, how often gain or loss was called correctly), and the newest of them one by one, with the gain that GMP implied at the close and the actual gain. errorPp above 0 means that GMP was too high. Use it before you draw a conclusion from a GMP, and state the number of listings with every average. Prices are rupees, days are days in India.',
  input: inputOf({
    board: valuesInput(BOARDS, 'Only listings of these boards; the summary is then of these alone.'),
    limit: limitInput(LIMITS.standard, LIMITS.maximum, 'listings'),
    asOf: asOfInput,
  }),
  output: outputOf({
    summary,
    rows,
    leftOut: Type.Integer({
      description: 'Number of older listings that are not in rows. For more, give limit.',
    }),
  }),
  async run(given, reader) {
    const { body } = await reader.read('getScoreboard', {
      query: queryFrom(given, { board: 'board', asOf: 'asOf' }),
    })
    const limit = wholeArgument(given, 'limit', { minimum: 1, maximum: LIMITS.maximum })
    const answerWith = (count: number) => ({
      summary: body.summary,
      rows: body.rows.slice(0, count),
      leftOut: body.rows.length - count,
      disclaimer: body.disclaimer,
    })
    const most = Math.min(body.rows.length, limit ?? LIMITS.standard)
    return answerWith(limit === undefined ? fittingCount(most, answerWith) : most)
  },
}
