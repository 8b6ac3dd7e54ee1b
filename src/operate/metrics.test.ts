import { expect, test } from 'vitest'
import type { SourceStatus } from '../reports/schemas/sources.ts'
import { NO_FIGURES, STATE, sourceIn } from './metrics.test-context.ts'
import { Metrics } from './metrics.ts'
import type { ServiceState } from './service-state.ts'

const metricsOf = (more: Partial<ServiceState> = {}) => new Metrics(async () => ({ ...STATE, ...more }))

const SINCE = '2026-01-15T05:00:00.000Z'

const source = (id: string, state: SourceStatus['state']) => sourceIn(id, state, SINCE)

/** The lines of metrics whose names begin with `greymark_`. */
const linesOf = async (metrics: Metrics): Promise<string[]> =>
  (await metrics.text()).split('\n').filter((line) => line.startsWith('greymark_'))

test('rounds and refused rows add up', async () => {
  const metrics = metricsOf()
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

test.each<[string, Partial<ServiceState>, string[]]>([
  [
    'no problem',
    {},
    [
      'greymark_market_version 7',
      'greymark_newest_fact_age_seconds 30',
      'greymark_store_outage 0',
      'greymark_market_version_lag 0',
    ],
  ],
  [
    'an outage and a lag',
    {
      state: { outage: { since: SINCE, reason: 'gone' }, lag: { reason: 'cut off', since: SINCE } },
    },
    ['greymark_store_outage 1', 'greymark_market_version_lag 1'],
  ],
  [
    'stale sources',
    { sources: [source('a', 'failing'), source('b', 'quiet'), source('c', 'off'), source('d', 'ok')] },
    [
      'greymark_sources_silent 2',
      ...['a', 'b', 'd'].map(
        (id) => `greymark_source_last_success_timestamp_seconds{source="${id}"} 1768453200`,
      ),
    ],
  ],
  ['no stale source', { sources: [source('a', 'ok')] }, ['greymark_sources_silent 0']],
  [
    'unsent alerts',
    {
      figures: {
        ...NO_FIGURES,
        alertsWaiting: [{ channel: 'desk', messages: 2, oldest: SINCE }],
        upstreamRequests: [{ host: 'www.example.com', requests: 0 }],
      },
    },
    [
      'greymark_alert_messages_waiting{channel="desk"} 2',
      'greymark_alert_oldest_waiting_seconds 3600',
      'greymark_upstream_requests_total{host="www.example.com"} 0',
    ],
  ],
  [
    'no unsent alerts',
    { figures: { ...NO_FIGURES, alertsWaiting: [] } },
    ['greymark_alert_oldest_waiting_seconds 0'],
  ],
  [
    'a clock behind the newest fact',
    { now: '2026-01-15T05:00:00.000Z' },
    ['greymark_newest_fact_age_seconds 0'],
  ],
])('%s', async (_name, context, lines) => {
  expect(await linesOf(metricsOf(context))).toEqual(expect.arrayContaining(lines))
})

test('an unknown figure is absent, not 0', async () => {
  const known = await linesOf(metricsOf())
  expect(await linesOf(metricsOf({ figures: NO_FIGURES }))).toEqual(known)
  const names = known.map((line) => line.split(/[ {]/)[0])
  expect(names.filter((name) => /bytes|waiting|timestamp|silent|upstream/.test(name ?? ''))).toEqual([])
})

test('a value that becomes unknown disappears', async () => {
  let isKnown = true
  const metrics = new Metrics(async () => ({ ...STATE, sources: isKnown ? [source('a', 'ok')] : null }))
  const ofSources = async () => (await linesOf(metrics)).filter((line) => line.startsWith('greymark_source'))
  expect(await ofSources()).toHaveLength(2)
  isKnown = false
  expect(await ofSources()).toEqual([])
})

test('methods that nobody needs share a label, so that clients cannot create labels', async () => {
  const metrics = metricsOf()
  for (const method of ['GET', 'BREW', 'WHEN']) metrics.requested('none', method, 405, 0)
  expect((await linesOf(metrics)).filter((line) => line.startsWith('greymark_http_requests_total'))).toEqual([
    'greymark_http_requests_total{route="none",method="GET",status="405"} 1',
    'greymark_http_requests_total{route="none",method="other",status="405"} 2',
  ])
})
