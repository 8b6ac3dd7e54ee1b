// How did the GMP at the close of bidding compare with the gain at listing, by board and year?
// Usage: node gmp-against-listing.mjs [ADDRESS OF THE SERVICE]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBConnection } from '@duckdb/node-api'

const service = process.argv[2] ?? 'http://127.0.0.1:3000'

// The table comes first as a file: to read an address, DuckDB would have to download its extension httpfs.
const response = await fetch(`${service}/downloads/scoreboard.csv`)
if (!response.ok) throw new Error(`${response.url} answered with status ${response.status}`)
const folder = mkdtempSync(join(tmpdir(), 'greymark-'))
const file = join(folder, 'scoreboard.csv')
writeFileSync(file, await response.text())

// impliedPct: GMP at close in percent of the issue price. actualPct: gain of the opening trade.
const QUESTION = `
  SELECT board,
    year(listedOn)::INT AS year,
    count(*)::INT AS ipos,
    median(impliedPct) AS "GMP at close %",
    median(actualPct) AS "gain at listing %",
    median(abs(errorPp)) AS "GMP off by, points",
    100 * avg((errorPp > 0)::INT) AS "GMP too high %"
  FROM read_csv('${file}')
  GROUP BY ALL
  ORDER BY ALL`

const connection = await DuckDBConnection.create()
try {
  const rows = (await connection.runAndReadAll(QUESTION)).getRowObjectsJson()
  const rounded = (value) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value)
  console.table(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, rounded(value)]))),
  )
} finally {
  connection.closeSync()
  rmSync(folder, { recursive: true })
}
console.log('GMP is unofficial. Medians over IPOs with a quoted GMP that have listed; not investment advice.')
