import { expect, test } from 'vitest'
import { gmp, holiday, ipo, retraction } from '../../../test/support/lines.ts'
import { recordAll } from '../../../test/support/record.ts'
import { refused } from '../../../test/support/refused-row.ts'
import { openStore } from '../../../test/support/store.ts'
import { invariant } from '../../invariant.ts'
import { storeFetch } from '../collection/fetches.ts'
import { settleRefusal, storeRefusals } from '../collection/refusals.ts'
import { refusalsAbout } from '../collection/refusals-about.ts'
import type { Db } from '../engines/db.ts'
import { groupOf, issueBook } from '../issues/issue-book.ts'
import { learnIssueKeys } from '../issues/issue-keys.ts'
import { marketVersion } from '../version/market-version.ts'
import type { View } from '../view.ts'
import { allHolidayFacts } from './holiday-facts.ts'
import { allFactsOf, originsOf } from './origins.ts'

const NOW = '2026-02-03T00:00:00.000Z'

const factsOfAcorn = async (db: Db, view: View) =>
  allFactsOf(db, view, invariant(groupOf(await issueBook(db, view.version), 'acorn'), 'the issue acorn'))

test('a fact leads to its round, and to the download that it was parsed from', async () => {
  const db = await openStore()
  await recordAll(db, NOW, [ipo('acorn', { recordedAt: '2026-02-01T00:00:00.000Z' }), ipo('beech')])
  const quote = gmp('acorn', '2026-02-02', 40, 'IPOWatch', { recordedAt: '2026-02-02T08:00:00.000Z' })
  await recordAll(db, NOW, [quote, retraction(quote)])
  await storeFetch(db, {
    ...{
      batch: 1,
      id: 7,
      round: 2,
      source: 'ipowatch',
      document: 'list',
      url: 'https://ipowatch.example/list',
      day: null,
    },
    ...{
      fetched: '2026-02-02T07:59:00.000Z',
      payload: 'c0ffee',
      etag: null,
      last_modified: null,
      reading: null,
    },
  })
  await db.updateTable('gmp_reports').set({ fetch: 7 }).execute()
  const { version } = await marketVersion(db)

  const facts = await factsOfAcorn(db, { version, asOf: null })
  expect([facts.ipos.length, facts.gmp.length, facts.retractions.length]).toEqual([1, 1, 1])
  const origins = await originsOf(db, { version, asOf: null }, ['acorn'])
  expect([...origins.keys()].sort()).toEqual([1, 3, 4])
  expect(origins.get(3)).toMatchObject({
    ...{ fact: 3, round: 2, work: 'import', fetched: '2026-02-02T07:59:00.000Z', payload: 'c0ffee' },
    address: 'https://ipowatch.example/list',
  })
  expect(origins.get(1)).toMatchObject({ round: 1, fetched: null, payload: null, address: null })

  const past = { version, asOf: '2026-02-02T09:00:00.000Z' }
  expect([...(await originsOf(db, past, ['acorn'])).keys()].sort()).toEqual([1, 3])
  expect((await factsOfAcorn(db, past)).retractions).toEqual([])
  expect((await originsOf(db, { version: 1, asOf: null }, ['acorn'])).size).toBe(1)
})

test('a holiday and its retraction have origins too, where they are asked for', async () => {
  const db = await openStore()
  await recordAll(db, NOW, [ipo('acorn'), holiday('2026-03-04'), holiday('2026-03-05')])
  await recordAll(db, NOW, [retraction(holiday('2026-03-04'))])
  const { version } = await marketVersion(db)
  const view = { version, asOf: null }
  const { facts, retracted } = await allHolidayFacts(db, view)
  expect(facts.map(({ id }) => id)).toEqual([2, 3])
  expect([...retracted].map(([id, retraction]) => [id, retraction.id])).toEqual([[2, 4]])
  const origins = await originsOf(db, view, ['acorn'], [2, 4])
  expect([...origins].map(([id, { round }]) => [id, round]).sort()).toEqual([
    [1, 1],
    [2, 1],
    [4, 2],
  ])
})

test('refused rows are found by candidate issue, by the issue they were settled as, and by the key of their source', async () => {
  const db = await openStore()
  await recordAll(db, NOW, [ipo('acorn'), ipo('beech')])
  const rows = [
    refused({ raw: 'candidate', said: null, subject: '', candidates: ['beech', 'acorn'] }),
    refused({ raw: 'settled', said: null, subject: '', candidates: [] }),
    refused({ raw: 'called so', said: null, subject: 'name acorn', candidates: [] }),
    refused({ raw: 'another', said: null, subject: 'name oak', candidates: ['acorn-mills'] }),
  ]
  const ids = await storeRefusals(db, rows, { round: 1, seen: '2026-02-02T08:00:00.000Z' })
  await settleRefusal(db, ids[1] ?? 0, { settled: 'same-as', as: 'acorn', at: '2026-02-02T10:00:00.000Z' })
  await learnIssueKeys(
    db,
    [{ source: 'ipowatch', key: 'name acorn', slug: 'acorn' }],
    '2026-02-02T09:00:00.000Z',
  )
  const found = async (asOf: string | null, slugs: string[], version = 1, limit = 9) => {
    const { rows: some, total } = await refusalsAbout(db, { version, asOf }, { slugs, limit })
    return [some.length, total]
  }

  expect(await found(null, ['acorn'])).toEqual([3, 3])
  expect(await found(null, ['acorn'], 1, 2)).toEqual([2, 3])
  expect(await found(null, ['beech', 'acorn'])).toEqual([3, 3])
  expect(await found(null, ['beech'])).toEqual([1, 1])
  expect(await found('2026-02-02T09:30:00.000Z', ['acorn'])).toEqual([2, 2])
  expect(await found('2026-02-02T08:30:00.000Z', ['acorn'])).toEqual([1, 1])
  expect(await found('2026-02-02T07:00:00.000Z', ['acorn'])).toEqual([0, 0])
  expect(await found(null, ['acorn'], 0)).toEqual([0, 0])
})
