import type { DownloadRow } from '../reports/downloads/download-rows.ts'

/** One JSON object per line, with keys in the order of the columns. */
export const ndjsonRows = (rows: readonly DownloadRow[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('')
