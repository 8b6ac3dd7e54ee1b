import { expect, test } from 'vitest'
import { gmp, ipo, retraction, subscription } from '../../../test/support/lines.ts'
import { recordAll } from '../../../test/support/record.ts'
import { openStore } from '../../../test/support/store.ts'
import { gmpReports, subscriptionReports } from './figure-reports.ts'

const NOW = '2026-01-20T06:00:00.000Z'

test('days are days in India, both ends included, and retracted reports are left out', async () => {
  const db = await openStore()
  const misprint = gmp('acme', '2026-01-14', 4400, 'IPO Ji', { recordedAt: '2026-01-14T09:00:00.000Z' })
  await recordAll(db, NOW, [
    ipo('acme'),
    ipo('zeta'),
    ...['2026-01-13', '2026-01-14', '2026-01-15', '2026-01-16'].map((day, i) => gmp('acme', day, i)),
    misprint,
    retraction({ ...misprint, recordedAt: undefined }),
    gmp('zeta', '2026-01-14', 9),
    ...[
      '2026-01-13T18:29:59.999Z',
      '2026-01-13T18:30:00.000Z',
      '2026-01-15T18:29:59.999Z',
      '2026-01-15T18:30:00.000Z',
    ].map((moment, i) => subscription('acme', moment, 'TOTAL', i)),
  ])
  const view = { version: 1, asOf: null }
  const days = { from: '2026-01-14', to: '2026-01-15' }
  const amounts = (await gmpReports(db, view, ['acme'], days)).map((report) => report.gmp / 100)
  expect(amounts).toEqual([1, 2])
  const times = (await subscriptionReports(db, view, ['acme'], days)).map(({ timesSub }) => timesSub)
  expect(times).toEqual([1, 2])
  expect(await gmpReports(db, view, ['acme', 'zeta'], { from: '2026-01-16' })).toHaveLength(1)
  expect(await subscriptionReports(db, view, ['acme'], { to: '2026-01-13' })).toHaveLength(1)
})
