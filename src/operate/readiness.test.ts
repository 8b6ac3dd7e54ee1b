import { expect, test } from 'vitest'
import type { StaleSource } from '../reports/freshness.ts'
import { readiness, type Situation } from './readiness.ts'

const WELL: Situation = {
  isStopping: false,
  hasAnswers: true,
  store: { outage: null, lag: null },
  silent: [],
  now: '2026-01-15T06:00:10.000Z',
  newest: null,
}
const SINCE = '2026-01-15T06:00:00.000Z'
const outage = { since: SINCE, reason: 'the connection was refused' }
const silent = (more: Partial<StaleSource>): StaleSource => ({
  id: 'ipowatch',
  source: 'IPOWatch',
  state: 'failing',
  since: SINCE,
  ...more,
})
const lag = (since: string, versions = 2) => ({ outage: null, lag: { versions, since } })

test.each<[string, Partial<Situation>, string, string[]]>([
  ['nothing wrong', {}, 'ok', []],
  ['a database that cannot be read', { store: { outage, lag: null } }, 'degraded', ['database']],
  ['versions missing for long', { store: lag(SINCE) }, 'degraded', ['versionLag']],
  ['versions missing for a moment', { store: lag('2026-01-15T06:00:06.000Z') }, 'ok', []],
  ['a source that fails', { silent: [silent({})] }, 'degraded', ['sources']],
  ['a source that is quiet', { silent: [silent({ state: 'quiet' })] }, 'degraded', ['sources']],
  ['sources of which nothing is known yet', { silent: null }, 'ok', []],
  [
    'all at once',
    { store: { outage, lag: lag(SINCE).lag }, silent: [silent({})] },
    'degraded',
    ['database', 'versionLag', 'sources'],
  ],
  ['facts of a few seconds ahead', { newest: '2026-01-15T06:00:20.000Z' }, 'ok', []],
  ['facts of tomorrow', { newest: '2026-01-16T06:00:00.000Z' }, 'degraded', ['clock']],
  ['the end', { isStopping: true }, 'stopping', []],
  [
    'the end without a database',
    { isStopping: true, store: { outage, lag: null } },
    'stopping',
    ['database'],
  ],
])('%s', (_name, situation, status, failing) => {
  const ready = readiness({ ...WELL, ...situation })
  expect(ready).toMatchObject({ status, failing })
  expect(Object.keys(ready.checks)).toEqual(['database', 'versionLag', 'sources', 'clock'])
})

test.each<[keyof ReturnType<typeof readiness>['checks'], Partial<Situation>, string]>([
  ['database', {}, 'the database can be read'],
  [
    'database',
    { store: { outage, lag: null } },
    `the database cannot be read since ${SINCE}: the connection was refused; what was served before is still served`,
  ],
  ['versionLag', {}, 'the newest version is served'],
  ['versionLag', { store: lag(SINCE, 1) }, `1 version behind the newest since ${SINCE}`],
  ['versionLag', { store: lag(SINCE, 3) }, `3 versions behind the newest since ${SINCE}`],
  ['sources', {}, 'no source that is read is silent'],
  ['sources', { silent: null }, 'not known yet'],
  [
    'sources',
    { silent: [silent({}), silent({ id: 'nse-deals', since: null })] },
    `silent: ipowatch (failing, since ${SINCE}), nse-deals (failing, never heard)`,
  ],
])('the words of %s', (check, situation, words) => {
  expect(readiness({ ...WELL, ...situation }).checks[check].words).toBe(words)
})

test.each<[string, Partial<Situation>, boolean]>([
  ['nothing wrong', {}, true],
  ['a source that fails', { silent: [silent({})] }, true],
  ['versions missing for long', { store: lag(SINCE) }, true],
  ['a database that cannot be read, with answers in memory', { store: { outage, lag: null } }, true],
  [
    'a database that cannot be read, and nothing in memory',
    { store: { outage, lag: null }, hasAnswers: false },
    false,
  ],
  ['the end', { isStopping: true }, false],
])('canServe, with %s', (_name, situation, canServe) => {
  expect(readiness({ ...WELL, ...situation }).canServe).toBe(canServe)
})
