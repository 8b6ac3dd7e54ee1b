import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NO_HOLIDAYS } from '../../test/support/holidays.ts'
import { EXAMPLE } from '../../test/support/own-table.ts'
import { temporaryFolder } from '../../test/support/store.ts'
import { QUOTE_ALONE } from '../market/facts/fact.ts'
import { RANK, rankOf } from '../market/facts/publisher.ts'
import { gmpDay } from '../market/gmp/gmp.ts'
import { ownersAmong, SOURCES } from '../sources/registry.ts'
import { BadSourceFile, knownSources } from './own-sources.ts'

/** A file that describes an invented tracker, with some fields replaced. */
function fileOf(more: object = {}): string {
  const path = join(temporaryFolder(), 'table.json')
  writeFileSync(path, JSON.stringify({ ...EXAMPLE, ...more }))
  return path
}

const idsOf = (...files: string[]) => knownSources(files).map(({ id }) => id)
const BUILT_IN = SOURCES.map(({ id }) => id)

test('without files the sources are those of Greymark', () => {
  expect(knownSources([])).toEqual(SOURCES)
})

test('sources of files come after those of Greymark, in the order of the files', () => {
  const files = [
    fileOf({ id: 'willow', name: 'Willow Lane' }),
    fileOf({ id: 'aspen', name: 'Aspen Row', owner: 'Aspen Media' }),
  ]
  expect(idsOf(...files)).toEqual([...BUILT_IN, 'willow', 'aspen'])
})

test('a file may be read again, as every command does', () => {
  const file = fileOf()
  expect(idsOf(file)).toEqual(idsOf(file))
})

test('its owner is named in the file, and it ranks as a tracker', () => {
  const known = knownSources([fileOf({ id: 'heath', name: 'Heath Corner', owner: 'Moor Publishing' })])
  expect(ownersAmong(known).of('Heath Corner')).toBe('Moor Publishing')
  expect(rankOf('Heath Corner')).toBe(RANK.tracker)
})

test('it counts as one with another source of its owner', () => {
  const known = knownSources([fileOf({ id: 'tulsi', name: 'Tulsi Quotes', owner: 'Chittorgarh group' })])
  const quoteOf = (source: string, gmp: number, recorded: string) => ({
    ...{ fact: 'gmp' as const, slug: 'lotus-kettles', observedAt: '2026-01-14', gmp, source },
    ...{ reportedAt: null, ...QUOTE_ALONE, printed: null, url: null, recorded, id: 1 },
  })
  const day = gmpDay(
    '2026-01-14',
    [
      quoteOf('IPOWatch', 4000, '2026-01-14T06:00:00.000Z'),
      quoteOf('InvestorGain', 9000, '2026-01-14T06:00:00.000Z'),
      quoteOf('Tulsi Quotes', 5000, '2026-01-14T07:00:00.000Z'),
    ],
    ownersAmong(known),
    NO_HOLIDAYS,
  )
  expect(day).toMatchObject({ owners: 2, median: 4500, spread: 1000 })
  expect(day?.quotes.filter(({ counted }) => counted).map(({ source }) => source)).toEqual([
    'IPOWatch',
    'Tulsi Quotes',
  ])
})

test.each([
  ['an id of Greymark', [{ id: 'ipowatch' }], 'the id "ipowatch" is taken; choose another'],
  ['the name for all exchanges', [{ id: 'exchanges' }], 'the id "exchanges" is taken; choose another'],
  [
    'the id of another file',
    [{ id: 'cedar', name: 'Cedar' }, { id: 'cedar' }],
    'the id "cedar" is taken; choose another',
  ],
  [
    'the name of another file',
    [{ id: 'cedar' }, { id: 'fir' }],
    `the name "${EXAMPLE.name}" is taken; choose another`,
  ],
])('%s is refused, and the file is named', (_name, described, message) => {
  const files = described.map((more) => fileOf(more))
  expect(() => knownSources(files)).toThrow(new BadSourceFile(`${files.at(-1)}: ${message}`))
})

test.each(['IPOWatch', 'Chittorgarh', 'nse', 'operator'])(
  'the name %s is refused, because it belongs to another source',
  (name) => {
    expect(() => knownSources([fileOf({ name })])).toThrow(/not the name of a built-in source/)
  },
)

test('a missing file is named', () => {
  const file = join(temporaryFolder(), 'nowhere.json')
  expect(() => knownSources([file])).toThrow(BadSourceFile)
  expect(() => knownSources([file])).toThrow(`SOURCE_FILES names ${file}: there is no such file`)
})

test.each([
  ['no JSON', 'Banyan Street', /: bad table file:\n {2}not JSON: /],
  ['another thing', '[]', /: bad table file:\n {2}/],
])('a file that contains %s is named with its faults', (_name, text, message) => {
  const file = join(temporaryFolder(), 'table.json')
  writeFileSync(file, text)
  expect(() => knownSources([file])).toThrow(BadSourceFile)
  expect(() => knownSources([file])).toThrow(message)
  expect(() => knownSources([file])).toThrow(file)
})
