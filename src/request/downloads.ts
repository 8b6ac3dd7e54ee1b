import type { NamedMoment } from '../market/named-moment.ts'
import { ACCURACY_ROW_COLUMNS, accuracyRows } from '../reports/downloads/accuracy-rows.ts'
import { DEAL_ROW_COLUMNS, dealRows } from '../reports/downloads/deal-rows.ts'
import type { Column, DownloadRows } from '../reports/downloads/download-rows.ts'
import { IPO_ROW_COLUMNS, ipoRows } from '../reports/downloads/ipo-rows.ts'
import { RANGE_ROW_COLUMNS, rangeRows } from '../reports/downloads/range-rows.ts'
import {
  GMP_ROW_COLUMNS,
  gmpRows,
  SUBSCRIPTION_ROW_COLUMNS,
  subscriptionRows,
} from '../reports/downloads/report-rows.ts'
import { SCORE_ROW_COLUMNS, scoreRows } from '../reports/downloads/score-rows.ts'
import {
  ACCURACY_DOWNLOAD_PARAMETERS,
  DEAL_DOWNLOAD_PARAMETERS,
  IPO_DOWNLOAD_PARAMETERS,
  RANGE_DOWNLOAD_PARAMETERS,
  REPORT_DOWNLOAD_PARAMETERS,
  SCORE_DOWNLOAD_PARAMETERS,
} from './feed-parameters.ts'
import { type MarketQuery, refuseEmptyRange } from './market-query.ts'
import { type Parameters, readQuery, type ValuesOf } from './parameters.ts'
import { Problem } from './problems.ts'

export const DOWNLOADS_BASE = '/downloads'
export const DOWNLOAD_FORMATS = ['csv', 'ndjson'] as const
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number]
export const MEDIA_TYPES: Readonly<Record<DownloadFormat, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
}

/** The file of all facts, its description, and the schema of a line. */
export const DATASET_PATHS = {
  file: `${DOWNLOADS_BASE}/dataset.ndjson.gz`,
  about: `${DOWNLOADS_BASE}/dataset.json`,
  schema: `${DOWNLOADS_BASE}/dataset.schema.json`,
} as const

/** The path of a table as of the start of the day, for tables that have `hasParquet`. */
export const parquetPath = ({ name }: Pick<Download, 'name'>): string => `${DOWNLOADS_BASE}/${name}.parquet`

type Query = Readonly<Record<string, unknown>>

/** A table that can be downloaded whole, in each of the formats, at `/downloads/NAME.FORMAT`. */
export interface Download {
  readonly name: string
  readonly summary: string
  /** True for tables that are also made once a day as a Parquet file. */
  readonly hasParquet: boolean
  readonly parameters: Parameters
  readonly columns: readonly Column[]
  /** Checks the query before anything is read. */
  readonly parseQuery: (query: Query) => DownloadQuery
}

export interface DownloadQuery {
  readonly asOf: NamedMoment | undefined
  readonly filter: Query
  readonly ignored: readonly string[]
  readonly rows: (query: MarketQuery) => Promise<DownloadRows>
}

interface Described<P extends Parameters> {
  readonly name: string
  readonly summary: string
  readonly hasParquet: boolean
  readonly parameters: P
  readonly columns: readonly Column[]
  readonly rows: (query: MarketQuery, filter: Omit<ValuesOf<P>, 'asOf'>) => Promise<DownloadRows | undefined>
}

/** Every table, in the order in which they are shown. */
export const DOWNLOADS: readonly Download[] = [
  download({
    name: 'ipos',
    summary: 'Every tracked IPO with its terms and latest figures, in the order of the list.',
    hasParquet: true,
    parameters: IPO_DOWNLOAD_PARAMETERS,
    columns: IPO_ROW_COLUMNS,
    rows: ({ market, moment }, filter) => ipoRows(market, moment, filter),
  }),
  download({
    name: 'gmp',
    summary: 'Every grey-market report that is not retracted, as its source printed it, IPO by IPO.',
    hasParquet: true,
    parameters: REPORT_DOWNLOAD_PARAMETERS,
    columns: GMP_ROW_COLUMNS,
    rows: ({ market, moment }, filter) => gmpRows(market, moment, filter),
  }),
  download({
    name: 'subscription',
    summary: 'Every subscription reading that is not retracted, IPO by IPO.',
    hasParquet: true,
    parameters: REPORT_DOWNLOAD_PARAMETERS,
    columns: SUBSCRIPTION_ROW_COLUMNS,
    rows: ({ market, moment }, filter) => subscriptionRows(market.db, moment, filter),
  }),
  download({
    name: 'deals',
    summary: 'Every bulk and block deal, newest day first.',
    hasParquet: true,
    parameters: DEAL_DOWNLOAD_PARAMETERS,
    columns: DEAL_ROW_COLUMNS,
    rows: ({ market, moment }, filter) => dealRows(market.db, moment, filter),
  }),
  download({
    name: 'scoreboard',
    summary: 'Every scored listing, with the inputs of its score.',
    hasParquet: true,
    parameters: SCORE_DOWNLOAD_PARAMETERS,
    columns: SCORE_ROW_COLUMNS,
    rows: ({ market, moment }, filter) => scoreRows(market, moment, filter),
  }),
  download({
    name: 'ranges',
    summary: 'Every listing that had a range around its GMP before, and whether it opened within it.',
    hasParquet: false,
    parameters: RANGE_DOWNLOAD_PARAMETERS,
    columns: RANGE_ROW_COLUMNS,
    rows: ({ market, moment }, filter) => rangeRows(market, moment, filter),
  }),
  download({
    name: 'accuracy',
    summary: 'The accuracy of the median and of each source, as a whole and by board, year and size of GMP.',
    hasParquet: false,
    parameters: ACCURACY_DOWNLOAD_PARAMETERS,
    columns: ACCURACY_ROW_COLUMNS,
    rows: ({ market, moment }, filter) => accuracyRows(market, moment, filter),
  }),
]

function download<P extends Parameters>({ rows, ...described }: Described<P>): Download {
  return {
    ...described,
    parseQuery: (query) => {
      const { values, ignored } = readQuery(described.parameters, query)
      refuseEmptyRange(values as { from?: string; to?: string })
      const { asOf, ...filter } = values as ValuesOf<P> & { asOf?: NamedMoment }
      return {
        asOf,
        filter,
        ignored,
        rows: async (marketQuery) => {
          const found = await rows(marketQuery, filter)
          if (found) return found
          throw new Problem('NOT_FOUND', 'no IPO has this slug; leave slug out to get the reports on all')
        },
      }
    },
  }
}
