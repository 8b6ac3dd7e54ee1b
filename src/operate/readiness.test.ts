import { expect, test } from 'vitest'
import { marketOf } from '../../test/support/market-data.ts'
import { openStore } from '../../test/support/store.ts'
import type { SourceStatus } from '../reports/schemas/sources.ts'
import { NO_FIGURES, STATE, sourceIn } from './metrics.test-context.ts'
import { readiness } from './readiness.ts'
import { ServiceMonitor } from './service-monitor.ts'
import type { StoreState } from './service-state.ts'

const HEALTHY = {
  isStopping: false,
  hasAnswers: true,
  store: { outage: null, lag: null } as StoreState,
  sources: [] as readonly SourceStatus[] | null,
  isDiskFull: false as boolean | null,
  now: '2026-01-15T06:00:10.000Z',
  newest: null as string | null,
}
type Situation = typeof HEALTHY
const SINCE = '2026-01-15T06:00:00.000Z'
const outage = { since: SINCE, reason: 'the connection was refused' }
const failing = sourceIn('ipowatch', 'failing', SINCE)
const lag = (since: string) => ({ outage: null, lag: { since, reason: 'the replica is behind' } })

function readinessIn(situation: Partial<Situation>) {
  const { store: state, isDiskFull, newest, sources, now, ...rest } = { ...HEALTHY, ...situation }
  const market = { ...STATE.market, demo: newest === null, committed: newest ?? '' }
  const figures = isDiskFull === null ? null : { ...NO_FIGURES, isDiskFull }
  return readiness({ ...STATE, state, sources, now, market, figures }, rest)
}

test.each<[string, Partial<Situation>, string, string[]]>([
  ['no problem', {}, 'ok', []],
  ['a database that cannot be read', { store: { outage, lag: null } }, 'degraded', ['database']],
  ['a replica that is behind for long', { store: lag(SINCE) }, 'degraded', ['versionLag']],
  ['a replica that is behind for a moment', { store: lag('2026-01-15T06:00:06.000Z') }, 'ok', []],
  ['a source that fails', { sources: [failing] }, 'degraded', ['sources']],
  ['a source that is quiet', { sources: [sourceIn('ipowatch', 'quiet', SINCE)] }, 'degraded', ['sources']],
  ['sources whose state is not known yet', { sources: null }, 'ok', []],
  [
    'all at once',
    { store: { outage, lag: lag(SINCE).lag }, sources: [failing] },
    'degraded',
    ['database', 'versionLag', 'sources'],
  ],
  ['facts of a few seconds ahead', { newest: '2026-01-15T06:00:20.000Z' }, 'ok', []],
  ['facts of tomorrow', { newest: '2026-01-16T06:00:00.000Z' }, 'degraded', ['clock']],
  ['a full disk', { isDiskFull: true }, 'degraded', ['disk']],
  ['stopping', { isStopping: true }, 'stopping', []],
  [
    'stopping without a database',
    { isStopping: true, store: { outage, lag: null } },
    'stopping',
    ['database'],
  ],
])('%s', (_name, situation, status, failing) => {
  const ready = readinessIn(situation)
  expect(ready).toMatchObject({ status, failing })
  expect(Object.keys(ready.checks)).toEqual(['database', 'versionLag', 'sources', 'clock', 'disk'])
})

test.each<[keyof ReturnType<typeof readiness>['checks'], Partial<Situation>, string]>([
  ['database', {}, 'the database can be read'],
  [
    'database',
    { store: { outage, lag: null } },
    `the database cannot be read since ${SINCE}: the connection was refused; answers in memory are still served`,
  ],
  ['versionLag', {}, 'the newest version is served'],
  ['versionLag', { store: lag(SINCE) }, `the replica is behind, since ${SINCE}`],
  ['sources', {}, 'all collected sources are updating'],
  ['sources', { sources: null }, 'not known yet'],
  [
    'sources',
    { sources: [failing, sourceIn('nse-deals', 'failing', null)] },
    `not updating: ipowatch (failing, since ${SINCE}), nse-deals (failing, never read)`,
  ],
  ['disk', {}, 'the disk of the store has free space'],
  ['disk', { isDiskFull: null }, 'not known'],
  [
    'disk',
    { isDiskFull: true },
    'the disk of the store is full or nearly full: facts are served, but new ones may not be recorded',
  ],
])('the text of %s', (check, situation, text) => {
  expect(readinessIn(situation).checks[check].words).toBe(text)
})

test.each<[string, Partial<Situation>, boolean]>([
  ['no problem', {}, true],
  ['a source that fails', { sources: [failing] }, true],
  ['a replica that is behind for long', { store: lag(SINCE) }, true],
  ['a full disk', { isDiskFull: true }, true],
  ['a database that cannot be read, with answers in memory', { store: { outage, lag: null } }, true],
  [
    'a database that cannot be read, and nothing in memory',
    { store: { outage, lag: null }, hasAnswers: false },
    false,
  ],
  ['stopping', { isStopping: true }, false],
])('canServe, with %s', (_name, situation, canServe) => {
  expect(readinessIn(situation).canServe).toBe(canServe)
})

test('a service reports the disk that the figures of its store describe', async () => {
  const db = await openStore()
  const market = {
    ...{ ...marketOf(db), userStore: db, demo: false, version: 0, committed: SINCE },
    ...{ isUnavailable: false, history: 0, servedSince: SINCE },
  }
  const figures = { ...NO_FIGURES, diskFreeBytes: 0, isDiskFull: true }
  const monitor = new ServiceMonitor({
    version: '0.1.0',
    market: () => market,
    state: () => HEALTHY.store,
    sources: { known: [], chosen: [], isCollecting: false },
    figures: async () => figures,
    now: () => HEALTHY.now,
  })
  expect(await monitor.readiness(true)).toMatchObject({ status: 'degraded', failing: ['disk'] })
})
