import { invariant } from '../../invariant.ts'
import type { Board } from '../../market/facts/fact.ts'
import { HORIZONS, type Horizon } from '../../market/scores/horizon.ts'
import type { JudgedRange } from '../../market/scores/range.ts'
import type { View } from '../../store/view.ts'
import type { MarketData } from '../market-data.ts'
import { judgedRanges } from '../scores/range.ts'
import {
  column,
  type DownloadColumn,
  type DownloadRows,
  headsWhere,
  ISSUE_COLUMNS,
  rowsOfEach,
} from './download-rows.ts'

const ROWS_PER_PAGE = 1000

export const RANGE_ROW_COLUMNS: readonly DownloadColumn[] = [
  ...ISSUE_COLUMNS,
  column('horizon', 'text', `When the GMP was taken: ${HORIZONS.join(', ')}.`),
  column('predictedAt', 'moment', 'That moment: the range is from outcomes recorded up to it.'),
  column('listedOn', 'day', 'Day on which it listed.'),
  column('impliedPct', 'number', 'The gain that the GMP implied then, percent: unofficial.'),
  column('lowPct', 'number', 'Lower end of the range of listing gains, percent.'),
  column('highPct', 'number', 'Upper end of the range of listing gains, percent.'),
  column('actualPct', 'number', 'The gain at which it listed, percent.'),
  column('atLimit', 'text', 'upper or lower: its price was cut off and counts as exactly at that limit.'),
  column('held', 'boolean', 'Whether it listed within the range, both ends included.'),
  column('listings', 'integer', 'Number of earlier listings whose misses the range is from.'),
  column('basis', 'text', 'Which these are: size (of the same size of GMP) or board (all of the board).'),
]

/** Every listing that had a range before, by horizon, oldest listing first. */
export async function rangeRows(
  market: MarketData,
  view: View,
  { board, horizon }: { readonly board?: readonly Board[]; readonly horizon?: readonly Horizon[] },
): Promise<DownloadRows> {
  const rows: (readonly [Horizon, JudgedRange])[] = []
  for (const of of HORIZONS.filter((one) => !horizon || horizon.includes(one)))
    for (const judged of await judgedRanges(market, view, of))
      if (!board || board.includes(judged.board)) rows.push([of, judged])
  const slugs = new Set(rows.map(([, { slug }]) => slug))
  const heads = await headsWhere(market.db, view, ({ slug }) => slugs.has(slug))
  const names = new Map(heads.map(({ slug, name }) => [slug, name]))
  return rowsOfEach(rows, ROWS_PER_PAGE, (some) =>
    some.map(([horizon, { slug, board, at, listedOn, implied, range, actual, limit, isHeld }]) => ({
      slug,
      name: invariant(names.get(slug), `the listing ${slug}`),
      board,
      horizon,
      predictedAt: at,
      listedOn,
      impliedPct: implied / 100,
      lowPct: range.low / 100,
      highPct: range.high / 100,
      actualPct: actual / 100,
      atLimit: limit,
      held: isHeld,
      listings: range.listings,
      basis: range.basis,
    })),
  )
}
