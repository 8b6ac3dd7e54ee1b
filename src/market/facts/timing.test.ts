import { expect, test } from 'vitest'
import { type Fact, QUOTE_ALONE } from './fact.ts'
import { timingFault } from './timing.ts'

const cited = { printed: null, url: null, source: 'IPOWatch' }
const quote = (observedAt: string, reportedAt: string | null = null): Fact => ({
  fact: 'gmp',
  ...QUOTE_ALONE,
  slug: 'acme',
  observedAt,
  gmp: 100,
  reportedAt,
  ...cited,
})

test.each<[string, Fact, string, boolean]>([
  ['a day that UTC has reached', quote('2026-01-13'), '2026-01-13T00:00:00.000Z', true],
  ['a day that has begun in India alone', quote('2026-01-14'), '2026-01-13T18:30:00.000Z', true],
  ['a day that has not begun in India', quote('2026-01-14'), '2026-01-13T18:29:59.999Z', false],
  [
    'a report of that very moment',
    quote('2026-01-13', '2026-01-13T08:00:00.000Z'),
    '2026-01-13T08:00:00.000Z',
    true,
  ],
  ['a report after it', quote('2026-01-13', '2026-01-13T08:00:00.001Z'), '2026-01-13T08:00:00.000Z', false],
  [
    'an opening day in the future',
    {
      fact: 'ipo',
      slug: 'acme',
      said: { name: 'Acme', board: 'SME', openDate: '2030-01-01' },
      source: 'nse',
    },
    '2026-01-13T08:00:00.000Z',
    true,
  ],
  [
    'a holiday in the future',
    {
      ...{ fact: 'holiday', exchange: 'NSE', segment: 'trading', day: '2030-01-26' },
      ...{ name: 'Republic Day', source: 'nse' },
    },
    '2026-01-13T08:00:00.000Z',
    true,
  ],
  [
    'a retraction of a later recording',
    {
      fact: 'retraction',
      of: { fact: 'gmp', slug: 'acme', recordedAt: '2026-01-13T08:00:00.001Z' },
      reason: 'misprint',
      source: 'operator',
    },
    '2026-01-13T08:00:00.000Z',
    false,
  ],
])('%s', (_name, fact, recorded, isFine) => {
  expect(timingFault(fact, recorded) === undefined).toBe(isFine)
})
