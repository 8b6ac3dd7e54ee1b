import { expect, test } from 'vitest'
import { demoServiceForAll } from '../support/demo-service.ts'
import { copyOfExample } from '../support/example.ts'
import { startOutside } from '../support/installed-package.ts'
import { ended } from '../support/processes.ts'

const demo = demoServiceForAll()

test('the DuckDB script answers its question, by board and year', async () => {
  const args = ['gmp-against-listing.mjs', demo.address]
  const { code, stdout, stderr } = await ended(
    startOutside(process.execPath, args, copyOfExample('duckdb'), { TZ: 'America/New_York' }),
  )
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const rows = [...stdout.matchAll(/'(MAINBOARD|SME)' +│ (\d{4}) +│ (\d+) /g)]
  expect(rows.map(([, board, year]) => `${board} ${year}`)).toEqual([
    'MAINBOARD 2025',
    'MAINBOARD 2026',
    'SME 2025',
    'SME 2026',
  ])
  const { summary } = await demo.json('/api/public/market/scoreboard')
  expect(rows.reduce((sum, [, , , count]) => sum + Number(count), 0)).toBe(summary.n)
})
