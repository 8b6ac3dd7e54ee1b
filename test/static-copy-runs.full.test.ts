import { expect, test } from 'vitest'
import { deal, gmp, ipo, listing, retraction } from './support/lines.ts'
import { brokenIn, differences, FEW_ISSUES, filesIn, publishedCopy } from './support/published-copy.ts'
import type { Line } from './support/record.ts'

const RECORDED_THEN = { recordedAt: '2024-05-20T06:00:00.000Z' }

/** Moments of runs, with what is recorded before each. */
const STEPS: readonly (readonly [at: string, lines?: readonly Line[]])[] = [
  ['2026-01-15T06:05:00.000Z'],
  ['2026-01-15T09:00:00.000Z', [gmp('acme-foods', '2026-01-15', 24, 'IPO Ji')]],
  ['2026-01-15T18:29:59.999Z'],
  ['2026-01-15T18:30:00.000Z'],
  ['2026-01-16T04:30:00.000Z', [listing('cedar-tools', '2026-01-16', 118)]],
  ['2026-01-16T11:30:00.000Z'],
  ['2026-01-17T06:00:00.000Z', [deal('2026-01-16', { symbol: 'BIRCH' })]],
  ['2026-01-22T06:00:00.000Z', [ipo('birch-looms', { board: 'SME', withdrawn: true })]],
  ['2026-01-31T18:30:00.000Z'],
  ['2026-02-14T06:00:00.000Z'],
  ['2026-03-20T06:00:00.000Z', [retraction(gmp('acme-foods', '2026-01-13', 20))]],
  [
    '2026-03-21T06:00:00.000Z',
    [
      ipo('old-looms', {
        openDate: '2024-05-06',
        closeDate: '2024-05-08',
        issuePrice: 100,
        ...RECORDED_THEN,
      }),
      { ...gmp('old-looms', '2024-05-08', 21), ...RECORDED_THEN },
      { ...listing('old-looms', '2024-05-13', 118), ...RECORDED_THEN },
      // Only its evidence says when this was recorded, and with the year in another one.
      gmp('old-looms', '2024-05-07', 20),
    ],
  ],
  ['2027-02-01T06:00:00.000Z'],
]

test('after each run a copy is as one that was written at once', async () => {
  const { dir, publish, afresh, record } = await publishedCopy(FEW_ISSUES)
  for (const [at, lines] of STEPS) {
    if (lines) await record(new Date(Date.parse(at) - 60_000).toISOString(), lines)
    expect(await publish(at)).toMatchObject({ code: 0, stderr: '' })
    const files = filesIn(dir)
    expect([at, differences(files, await afresh(at))]).toEqual([at, []])
    expect([at, brokenIn(files)]).toEqual([at, []])
  }
})
