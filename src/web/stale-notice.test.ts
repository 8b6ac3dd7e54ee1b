import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import type { StaleSource } from '../reports/freshness.ts'
import { StaleSourcesNotice } from './layout.tsx'

const stale = (source: string, since: string | null, state: 'failing' | 'quiet' = 'quiet'): StaleSource => ({
  id: `${source.toLowerCase()}-list`,
  source,
  state,
  since,
})

const NIGHT = '2026-08-22T17:00:00.000Z'
const SAME_DAY = '2026-08-22T05:00:00.000Z'
const EARLIER = '2026-08-20T05:00:00.000Z'

const textOf = (sources: readonly StaleSource[]): string =>
  renderToString(h(StaleSourcesNotice, { stale: sources, today: '2026-08-24' }))
    .replace(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ')

test.each([
  ['one source', [stale('IPOWatch', NIGHT)], 'Not updated since 22 Aug, 10:30 pm: IPOWatch. Details'],
  [
    'two sources of one day, with the time that is true of both',
    [stale('IPOWatch', SAME_DAY, 'failing'), stale('IPO Ji', NIGHT)],
    'Not updated since 22 Aug, 10:30 pm: IPOWatch, IPO Ji. Details',
  ],
  [
    'two sources of several days',
    [stale('IPOWatch', EARLIER, 'failing'), stale('IPO Ji', NIGHT)],
    'Some sources are not updating: IPOWatch, IPO Ji. Details',
  ],
  [
    'two pages of one exchange once, by its name',
    [stale('nse', NIGHT), stale('nse', SAME_DAY)],
    'Not updated since 22 Aug, 10:30 pm: NSE. Details',
  ],
  [
    'many sources by three names',
    ['A', 'B', 'C', 'D', 'E'].map((source) => stale(source, NIGHT)),
    'Not updated since 22 Aug, 10:30 pm: A, B, C and 2 more. Details',
  ],
  ['a source that was never read', [stale('IPO Ji', null, 'failing')], 'Not updated yet: IPO Ji. Details'],
  [
    'one that was never read beside one that was',
    [stale('IPO Ji', null, 'failing'), stale('IPOWatch', NIGHT)],
    'Some sources are not updating: IPO Ji, IPOWatch. Details',
  ],
])('the notice about stale sources is one line without ids: %s', (_name, sources, text) => {
  expect(textOf(sources)).toBe(text)
})
