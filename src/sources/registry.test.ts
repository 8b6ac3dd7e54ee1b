import { expect, test } from 'vitest'
import { RANK, rankOf } from '../market/facts/publisher.ts'
import { chosenSources, EXCHANGES_NAME, SOURCES, UnknownSource } from './registry.ts'
import { dueAfter } from './schedule.ts'

const EXCHANGES = [
  ...['nse-issues', 'bse-issues', 'nse-bhavcopy', 'bse-bhavcopy', 'nse-deals', 'bse-deals'],
  'nse-holidays',
]
const TRACKERS = ['investorgain', 'ipowatch', 'ipoji', 'ipopremium']

test('there are seven sources of the exchanges and four trackers, exchanges first', () => {
  expect(SOURCES.map(({ id }) => id)).toEqual([...EXCHANGES, ...TRACKERS])
  expect(SOURCES.map(({ publisher }) => rankOf(publisher) === RANK.exchange)).toEqual([
    ...EXCHANGES.map(() => true),
    ...TRACKERS.map(() => false),
  ])
})

test('no source has the name that means several', () => {
  expect(SOURCES.map(({ id }) => id)).not.toContain(EXCHANGES_NAME)
})

test.each(SOURCES.map((source) => [source.id, source] as const))(
  '%s is due again within a day, and has a page where people can look it up',
  (_id, { schedule, home }) => {
    const due = dueAfter(schedule, '2026-01-14T12:00:00.000Z').next().value ?? ''
    expect(due > '2026-01-14T12:00:00.000Z' && due <= '2026-01-15T12:00:00.000Z').toBe(true)
    expect(schedule.words).toMatch(/^(at|every) /)
    expect(home).toMatch(/^https:\/\//)
  },
)

test.each([
  ['exchanges means all seven', ['exchanges'], EXCHANGES],
  ['a tracker only when it is named', ['exchanges', 'ipoji'], [...EXCHANGES, 'ipoji']],
  ['one alone', ['bse-deals'], ['bse-deals']],
  ['a tracker alone', ['ipowatch'], ['ipowatch']],
  ['named twice, read once', ['nse-deals', 'exchanges', 'nse-deals'], EXCHANGES],
  ['in the known order, whatever the order of names', ['ipoji', 'nse-issues'], ['nse-issues', 'ipoji']],
  ['none', [], []],
])('%s', (_name, ids, chosen) => {
  expect(chosenSources(ids, SOURCES).map(({ id }) => id)).toEqual(chosen)
})

test.each([
  [['nse'], 'there is no source "nse"'],
  [['exchanges', 'IPOWatch', 'tips'], 'there is no source "IPOWatch", "tips"'],
])('%j is refused with the list of known sources', (ids, message) => {
  const all = ['exchanges', ...EXCHANGES, ...TRACKERS].join(', ')
  expect(() => chosenSources(ids, SOURCES)).toThrow(new UnknownSource(`${message}; there are ${all}`))
})
