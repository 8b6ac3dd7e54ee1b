import { describe, expect, test } from 'vitest'
import { ON_SQLITE, skipWithout } from '../../../test/support/needs.ts'
import { plansOf } from '../../../test/support/query-plans.ts'
import { openStore } from '../../../test/support/store.ts'
import type { Db } from '../engines/db.ts'
import {
  fetchBefore,
  fetchesOf,
  lastFetches,
  newestFetches,
  nextFetchId,
  sameReadingSince,
  storeFetch,
} from './fetches.ts'

const at = (hour: number) => `2026-01-20T${String(hour).padStart(2, '0')}:00:00.000Z`
const END = at(23)

/** A download of a document at an hour, and its reading; `null` when it could not be parsed. */
interface Download {
  readonly hour: number
  readonly reading: string | null
  readonly document?: string
  readonly source?: string
}

async function storeWith(downloads: readonly Download[]): Promise<Db> {
  const db = await openStore()
  for (const { hour, reading, document = 'list', source = 'ipowatch' } of downloads) {
    const id = await nextFetchId(db)
    await storeFetch(db, {
      id,
      batch: id,
      round: id,
      source,
      document,
      url: `https://ipowatch.example/${document}`,
      day: null,
      fetched: at(hour),
      payload: `hash-${id}`,
      etag: null,
      last_modified: null,
      reading,
    })
  }
  return db
}

describe('the last download of each document', () => {
  const last = async (downloads: readonly Download[], upTo = END) =>
    [...(await lastFetches(await storeWith(downloads), 'ipowatch', upTo))].map(([document, { id }]) => [
      document,
      id,
    ])

  test.each<[string, Download[], string, [string, number][]]>([
    ['none', [], END, []],
    [
      'the newest',
      [
        { hour: 6, reading: 'a' },
        { hour: 7, reading: 'a' },
      ],
      END,
      [['list', 2]],
    ],
    [
      'not the last stored',
      [
        { hour: 7, reading: 'a' },
        { hour: 6, reading: 'b' },
      ],
      END,
      [['list', 1]],
    ],
    [
      'of one moment the last stored',
      [
        { hour: 6, reading: 'a' },
        { hour: 6, reading: 'b' },
      ],
      END,
      [['list', 2]],
    ],
    [
      'not one that could not be read',
      [
        { hour: 6, reading: 'a' },
        { hour: 7, reading: null },
      ],
      END,
      [['list', 1]],
    ],
    ['not of another source', [{ hour: 6, reading: 'a', source: 'ipoji' }], END, []],
    [
      'up to that moment',
      [
        { hour: 6, reading: 'a' },
        { hour: 7, reading: 'a' },
      ],
      at(6),
      [['list', 1]],
    ],
    [
      'of each document',
      [
        { hour: 6, reading: 'a', document: 'x' },
        { hour: 7, reading: 'a', document: 'y' },
        { hour: 8, reading: 'b', document: 'x' },
      ],
      END,
      [
        ['y', 2],
        ['x', 3],
      ],
    ],
  ])('%s', async (_name, downloads, upTo, expected) => {
    expect(await last(downloads, upTo)).toEqual(expected)
  })
})

test('the newest download of a document, readable or not', async () => {
  const db = await storeWith([
    { hour: 6, reading: 'a' },
    { hour: 8, reading: null },
    { hour: 7, reading: 'a' },
    { hour: 9, reading: 'a', source: 'ipoji' },
    { hour: 5, reading: null, document: 'other' },
  ])
  const newest = await newestFetches(db, 'ipowatch')
  expect(new Map([...newest].map(([document, { id }]) => [document, id]))).toEqual(
    new Map([
      ['list', 2],
      ['other', 5],
    ]),
  )
})

test('the newest downloads are found in an index, without reading the others', async ({ skip }) => {
  skipWithout(skip, ON_SQLITE)
  const db = await storeWith([{ hour: 6, reading: 'a' }])
  const plans = await plansOf(db, /fetches/, (listened) => lastFetches(listened, 'ipowatch', END))
  const ofFetches = plans.filter((plan) => plan.includes('fetches'))
  expect(ofFetches).toHaveLength(3)
  for (const plan of ofFetches) expect(plan).toMatch(/fetches_document \(source=\? AND document[>=]\?/)
})

test('the download of a document before another one', async () => {
  const db = await storeWith([
    { hour: 6, reading: 'a' },
    { hour: 8, reading: 'a' },
    { hour: 7, reading: null },
    { hour: 7, reading: 'a', document: 'other' },
    { hour: 7, reading: 'a', source: 'ipoji' },
  ])
  const before = async (hour: number) =>
    (await fetchBefore(db, { source: 'ipowatch', document: 'list', fetched: at(hour) }))?.id
  expect([await before(9), await before(8), await before(7), await before(6)]).toEqual([2, 3, 1, undefined])
})

describe('since when a document has had the same reading', () => {
  const downloadsOf = (...readings: (string | null)[]) =>
    readings.map((reading, i) => ({ hour: 6 + i, reading }))

  test.each<[string, Download[], string, string | null]>([
    ['never', downloadsOf('b'), END, null],
    ['nothing at all', [], END, null],
    ['since its first download', downloadsOf('a', 'a', 'a'), END, at(6)],
    ['since it last had another reading', downloadsOf('a', 'b', 'a', 'a'), END, at(8)],
    ['no longer', downloadsOf('a', 'a', 'b'), END, null],
    ['an unreadable answer is no break', downloadsOf('a', null, 'a'), END, at(6)],
    ['as of an earlier moment', downloadsOf('a', 'a', 'b'), at(7), at(6)],
    ['a later break does not count at an earlier moment', downloadsOf('b', 'a', 'b', 'a'), at(7), at(7)],
    [
      'another document or source is no break',
      [
        { hour: 6, reading: 'a' },
        { hour: 7, reading: 'b', document: 'other' },
        { hour: 7, reading: 'b', source: 'ipoji' },
        { hour: 8, reading: 'a' },
      ],
      END,
      at(6),
    ],
  ])('%s', async (_name, downloads, upTo, since) => {
    const db = await storeWith(downloads)
    expect(await sameReadingSince(db, { source: 'ipowatch', document: 'list', reading: 'a', upTo })).toBe(
      since,
    )
  })
})

test('all downloads of a source are listed in order', async () => {
  const db = await storeWith(
    Array.from({ length: 450 }, (_, i) => ({
      hour: 6,
      reading: null,
      source: i === 7 ? 'ipoji' : 'ipowatch',
    })),
  )
  const all: number[] = []
  for await (const { id } of fetchesOf(db, 'ipowatch')) all.push(id)
  expect(all).toEqual(Array.from({ length: 450 }, (_, i) => i + 1).filter((id) => id !== 8))
})
