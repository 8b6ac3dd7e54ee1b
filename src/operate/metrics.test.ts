import { expect, test } from 'vitest'
import { OWNERS } from '../../test/support/market-data.ts'
import { openStore } from '../../test/support/store.ts'
import { Metrics, type MetricsContext } from './metrics.ts'

async function metricsOf(context: Partial<MetricsContext> = {}): Promise<Metrics> {
  const db = await openStore()
  const served = {
    db,
    userStore: db,
    owners: OWNERS,
    demo: false,
    isUnavailable: false,
    history: 0,
    servedSince: '1970-01-01T00:00:00.000Z',
  }
  return new Metrics({
    market: () => ({ ...served, version: 7, committed: '2026-01-15T05:59:30.000Z' }),
    state: () => ({ outage: null, lag: null }),
    now: () => '2026-01-15T06:00:00.000Z',
    stale: async () => [],
    ...context,
  })
}

/** The lines of metrics whose names begin with `greymark_`. */
const linesOf = async (metrics: Metrics): Promise<string[]> =>
  (await metrics.text()).split('\n').filter((line) => line.startsWith('greymark_'))

test('rounds and refused rows add up', async () => {
  const metrics = await metricsOf()
  const refusedBy = new Map([
    ['unknown-company', 3],
    ['far-from-others', 1],
  ])
  for (let i = 0; i < 2; i++) metrics.round({ source: 'ipowatch', outcome: 'done', fault: null, refusedBy })
  metrics.round({ source: 'ipowatch', outcome: 'partial', fault: 'changed', refusedBy: new Map() })
  expect(await linesOf(metrics)).toEqual(
    expect.arrayContaining([
      'greymark_rounds_total{source="ipowatch",outcome="done",fault="none"} 2',
      'greymark_rounds_total{source="ipowatch",outcome="partial",fault="changed"} 1',
      'greymark_refused_rows_total{source="ipowatch",rule="unknown-company"} 6',
      'greymark_refused_rows_total{source="ipowatch",rule="far-from-others"} 2',
    ]),
  )
})

test.each<[string, Partial<MetricsContext>, string[]]>([
  [
    'no problem',
    {},
    [
      'greymark_market_version 7',
      'greymark_newest_fact_age_seconds 30',
      'greymark_store_outage 0',
      'greymark_market_version_lag 0',
      'greymark_sources_silent 0',
    ],
  ],
  [
    'an outage and a lag',
    {
      state: () => ({
        outage: { since: '2026-01-15T05:00:00.000Z', reason: 'gone' },
        lag: { versions: 3, since: '2026-01-15T05:00:00.000Z' },
      }),
    },
    ['greymark_store_outage 1', 'greymark_market_version_lag 3'],
  ],
  ['stale sources', { stale: async () => ['one', 'other'] }, ['greymark_sources_silent 2']],
  [
    'a clock behind the newest fact',
    { now: () => '2026-01-15T05:00:00.000Z' },
    ['greymark_newest_fact_age_seconds 0'],
  ],
])('%s', async (_name, context, lines) => {
  expect(await linesOf(await metricsOf(context))).toEqual(expect.arrayContaining(lines))
})

test('an unknown figure is absent, not 0', async () => {
  const lines = await linesOf(await metricsOf({ stale: async () => null }))
  expect(lines.filter((line) => line.startsWith('greymark_sources_silent'))).toEqual([])
})
