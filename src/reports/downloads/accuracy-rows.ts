import type { Accuracy } from '../../market/scores/accuracy.ts'
import { HORIZONS, type Horizon } from '../../market/scores/horizon.ts'
import { asciiUpper } from '../../market/text-order.ts'
import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import { accuracyReport } from '../scores/accuracy.ts'
import { column, type DownloadColumn, type DownloadRows, rowsOfEach } from './download-rows.ts'

/** The listings that a row is about: all, or those of one board, year or size of the expected gain. */
export const ACCURACY_GROUPS = ['all', 'board', 'year', 'size'] as const

/** A figure, such as `biasPp`, between the ends of its interval, `biasInterval`. */
function figureColumns(name: keyof Accuracy, meaning: string): DownloadColumn[] {
  const interval = name.replace(/(Pp|Pct)$/, 'Interval')
  return [
    column(name, 'number', meaning),
    column(`${name}Low`, 'number', 'Lower end of its 95 percent interval.', [interval, 'low']),
    column(`${name}High`, 'number', 'Upper end of its 95 percent interval.', [interval, 'high']),
  ]
}

const skillColumn = (of: keyof Accuracy, meaning: string): DownloadColumn =>
  column(`${of}Skill`, 'number', meaning, [of, 'skill'])

export const ACCURACY_ROW_COLUMNS: readonly DownloadColumn[] = [
  column('source', 'text', 'Name of the source; empty for the median of all.'),
  column('owner', 'text', 'Who owns the source.'),
  column('horizon', 'text', `When the GMP was taken: ${HORIZONS.join(', ')}.`),
  column('group', 'text', `The kind of group: ${ACCURACY_GROUPS.join(', ')}.`),
  column('board', 'text', 'The board of a group by board.'),
  column('year', 'text', 'The year of listing of a group by year.'),
  column('from', 'number', 'Lowest expected gain of a group by size, percent, inclusive.'),
  column('to', 'number', 'Highest expected gain of a group by size, percent, exclusive.'),
  column('rank', 'integer', 'Rank of the source at this horizon by meanAbsErrorPp, for all listings.'),
  column('n', 'integer', 'Number of listings compared.'),
  ...figureColumns('meanAbsErrorPp', 'Average absolute error, percentage points.'),
  ...figureColumns('medianAbsErrorPp', 'Median absolute error, percentage points.'),
  ...figureColumns('biasPp', 'Mean of the signed errors, percentage points: above 0, GMP was too high.'),
  ...figureColumns('directionHitPct', 'Listings whose implied direction was right, percent.'),
  column('alwaysGainHitPct', 'number', 'Listings above the issue price, percent.'),
  skillColumn('zero', 'Skill against a forecast of no gain: above 0 is better.'),
  skillColumn('boardAverage', "Skill against the average of the board's earlier listings."),
  skillColumn('boardMedian', "Skill against the median of the board's earlier listings."),
  column('isFew', 'boolean', 'True below 20 listings: too few for reliable averages.'),
]

const ROWS_PER_PAGE = 1000

export interface AccuracyFilter {
  readonly horizon?: readonly Horizon[]
  readonly source?: string
  readonly group?: readonly (typeof ACCURACY_GROUPS)[number][]
}

/** The accuracy of the median and of each source, whole and in groups, horizon by horizon. */
export async function accuracyRows(
  market: MarketData,
  moment: Moment,
  filter: AccuracyFilter,
): Promise<DownloadRows> {
  const { median, sources } = await accuracyReport(market, moment)
  const ofMedian = {
    source: null,
    owner: null,
    horizons: median.map((record) => ({ ...record, rank: null })),
  }
  const name = filter.source
  const chosen = sources.filter(({ source }) => name === undefined || asciiUpper(source) === asciiUpper(name))
  const rows = [ofMedian, ...chosen].flatMap(({ source, owner, horizons }) =>
    horizons
      .filter(({ horizon }) => !filter.horizon || filter.horizon.includes(horizon))
      .flatMap(({ horizon, rank, overall, byBoard, byYear, bySize }) => {
        const groups = { all: [overall], board: byBoard, year: byYear, size: bySize }
        return ACCURACY_GROUPS.filter((group) => !filter.group || filter.group.includes(group)).flatMap(
          (group) =>
            groups[group].map((figures) => ({
              ...figures,
              source,
              owner,
              horizon,
              group,
              rank: group === 'all' ? rank : null,
            })),
        )
      }),
  )
  return rowsOfEach(rows, ROWS_PER_PAGE, (some) => some)
}
