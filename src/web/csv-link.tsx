import { DOWNLOADS_BASE } from '../request/downloads.ts'
import { addressOf } from './address.ts'
import { LiveOnly } from './copy/static-copy.tsx'

interface CsvLinkProps {
  /** The name of the download, such as `scoreboard`. */
  readonly table: string
  /** The filters of the page, under the names that the download gives them. */
  readonly filter?: Parameters<typeof addressOf>[1]
}

/** A link below a table to all of its rows as CSV, with the filters of the page. */
export const CsvLink = ({ table, filter = {} }: CsvLinkProps) => (
  <LiveOnly>
    <p class="csv small">
      <a href={addressOf(`${DOWNLOADS_BASE}/${table}.csv`, filter)} rel="nofollow">
        Download this table (CSV)
      </a>
    </p>
  </LiveOnly>
)
