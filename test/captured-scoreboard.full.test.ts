import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { freeSlug } from '../src/market/issues/names.ts'
import { gmp, ipo, listing } from './support/lines.ts'
import { captures, needs } from './support/needs.ts'
import type { Line } from './support/record.ts'
import { startTestService } from './support/service.ts'

/** Real listings, which are stored beside the project and not in it. */
const TABLE = new URL('../../shared/captures/tables/ipocentral-scoreboard.csv', import.meta.url)
needs(captures(existsSync(TABLE)))

function rowsOf(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.trim().split('\n')
  const names = head.trim().split(',')
  return lines.map((line) => {
    const cells = line.trim().split(',')
    expect(cells).toHaveLength(names.length)
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']))
  })
}

function factsOf(rows: readonly Record<string, string>[]): Line[] {
  const slugs = new Set<string>()
  return rows.flatMap((row): Line[] => {
    const slug = freeSlug(row.company ?? '', row.open_date || null, (taken) => slugs.has(taken))
    slugs.add(slug)
    const recordedAt = `${row.listing_date}T12:00:00.000Z`
    return [
      ipo(slug, {
        name: row.company,
        board: row.series_type === 'SME' ? 'SME' : 'MAINBOARD',
        symbol: row.nse_symbol || null,
        issuePrice: Number(row.issue_price),
        openDate: row.open_date || null,
        closeDate: row.close_date || null,
        listingDate: row.listing_date || null,
        recordedAt,
      }),
      listing(slug, row.listing_date ?? '', Number(row.listing_price), { recordedAt }),
      ...(row.gmp_close_asof
        ? [gmp(slug, row.gmp_close_asof, Number(row.gmp_at_close), 'IPO Central', { recordedAt })]
        : []),
    ]
  })
}

test('the scores of real listings equal an independent computation', async () => {
  const rows = rowsOf(readFileSync(TABLE, 'utf8')).filter(
    // One quote of the table is a misprint: two prices run together.
    (row) =>
      row.listing_price_src === 'nse_bhavcopy' &&
      Number(row.gmp_last_pre_listing) < 10 * Number(row.issue_price),
  )
  const service = await startTestService({ now: '2026-11-15T06:00:00.000Z', lines: factsOf(rows) })
  const { summary, rows: scored } = await service.json('/api/public/market/scoreboard')
  expect(summary).toEqual({ n: 280, avgAbsErrorPp: 14.79, directionHitPct: 74.29 })
  expect(scored).toHaveLength(280)
})
