import { describe, expect, test } from 'vitest'
import { refused } from '../../../test/support/refused-row.ts'
import { openStore } from '../../../test/support/store.ts'
import type { Db } from '../engines/db.ts'
import {
  type NewRefusal,
  openRefusals,
  refusal,
  refuseAnew,
  settleMisreadings,
  settleRefusal,
  similarRefusals,
  storeRefusals,
} from './refusals.ts'
import { unannouncedQuotes } from './unannounced-quotes.ts'

const EARLIER = '2026-01-20T05:00:00.000Z'
const NOW = '2026-01-20T06:00:00.000Z'
const LATER = '2026-01-20T07:00:00.000Z'
const LATEST = '2026-01-20T08:00:00.000Z'

const storeAll = (db: Db, refusals: NewRefusal[], seen = NOW, round = 1) =>
  storeRefusals(db, refusals, { round, seen })
const counts = async (db: Db) => (await openRefusals(db)).map(({ id, rule, times }) => [id, rule, times])

test('a refused row is stored whole', async () => {
  const db = await openStore()
  await storeAll(db, [refused()], NOW, 7)
  expect(await refusal(db, 1)).toMatchObject({
    ...refused(),
    candidates: '["acorn-mills"]',
    id: 1,
    round: 7,
    first_seen: NOW,
    last_seen: NOW,
    times: 1,
    settled: null,
  })
  expect(await refusal(db, 2)).toBeUndefined()
})

describe('the same refusal', () => {
  test.each<[string, Partial<NewRefusal>, boolean]>([
    ['the row again', {}, true],
    [
      'elsewhere on the page, in other markup',
      { line: 9, raw: 'Acorn|12', fetch: 2, document: 'home' },
      true,
    ],
    ['other candidates now', { candidates: [], reason: 'otherwise' }, true],
    ['another figure', { said: '{"gmp":1300}' }, false],
    ['another rule', { rule: 'gmp-too-high' }, false],
    ['another source', { source: 'ipoji' }, false],
  ])('%s', async (_name, more, isSame) => {
    const db = await openStore()
    await storeAll(db, [refused()])
    await storeAll(db, [refused(more)], LATER)
    expect((await openRefusals(db)).map(({ times }) => times)).toEqual(isSame ? [2] : [1, 1])
  })

  test('a row that cannot be parsed is identified by its text', async () => {
    const db = await openStore()
    await storeAll(db, [refused({ said: null })])
    await storeAll(db, [refused({ said: null, line: 9 }), refused({ said: null, raw: 'Acorn | ₹??' })], LATER)
    expect((await openRefusals(db)).map(({ times }) => times)).toEqual([2, 1])
  })

  test('is last seen at the latest moment, in whatever order the moments are read', async () => {
    const db = await openStore()
    await storeAll(db, [refused()], LATER)
    await storeAll(db, [refused()], LATEST)
    await storeAll(db, [refused()], NOW)
    expect(await refusal(db, 1)).toMatchObject({ last_seen: LATEST, times: 3 })
  })

  test('once settled stays settled', async () => {
    const db = await openStore()
    await storeAll(db, [refused()])
    await settleRefusal(db, 1, { settled: 'accepted', as: 'acorn-mills', at: LATER })
    await storeAll(db, [refused()], LATEST)
    expect(await openRefusals(db)).toEqual([])
    expect(await refusal(db, 1)).toMatchObject({
      settled: 'accepted',
      settled_as: 'acorn-mills',
      settled_at: LATER,
      times: 2,
    })
  })
})

describe('a row like one that the operator has discarded', () => {
  async function discarded(): Promise<Db> {
    const db = await openStore()
    await storeAll(db, [refused()])
    await settleRefusal(db, 1, { settled: 'discarded', as: null, at: LATER })
    return db
  }

  test.each<[string, Partial<NewRefusal>, boolean]>([
    ['is discarded with another figure, too', {}, true],
    ['is refused again for another fault', { rule: 'gmp-too-high' }, false],
    ['is refused again under another name', { subject: 'name birch' }, false],
    ['is refused again from another source', { source: 'ipoji' }, false],
    ['is refused again when it names no company', { subject: '' }, false],
  ])('%s', async (_name, more, isDiscarded) => {
    const db = await discarded()
    await storeAll(db, [refused({ said: '{"gmp":1300}', ...more })], LATEST)
    expect((await refusal(db, 2))?.settled).toBe(isDiscarded ? 'discarded' : null)
  })

  test('is discarded only until the operator decides otherwise', async () => {
    const db = await discarded()
    await storeAll(db, [refused({ said: '{"gmp":1300}' })], LATER)
    await settleRefusal(db, 2, { settled: 'same-as', as: 'acorn-mills', at: LATEST })
    await storeAll(db, [refused({ said: '{"gmp":1400}' })], LATEST)
    expect((await refusal(db, 3))?.settled).toBeNull()
  })
})

test('open refusals are listed oldest first, by source and by rule', async () => {
  const db = await openStore()
  await storeAll(db, [
    refused(),
    refused({ rule: 'ambiguous-issue' }),
    refused({ source: 'ipoji' }),
    refused({ said: '{}' }),
  ])
  await settleRefusal(db, 4, { settled: 'matched', as: 'acorn-mills', at: LATER })
  const ids = async (filter?: Parameters<typeof openRefusals>[1]) =>
    (await openRefusals(db, filter)).map(({ id }) => id)
  expect(await ids()).toEqual([1, 2, 3])
  expect(await ids({ sources: ['ipowatch'] })).toEqual([1, 2])
  expect(await ids({ rules: ['unknown-issue'] })).toEqual([1, 3])
  expect(await ids({ rules: [] })).toEqual([])
})

test('refusals are found by the kind of their row, in whatever order its keys are written', async () => {
  const db = await openStore()
  await storeAll(db, [
    refused({ said: '{"subject":{"kind":"gmp"},"kind":"terms"}' }),
    refused({ said: '{"kind":"terms","subject":{}}' }),
    refused({ said: '{"gmp":1200,"kind":"gmp"}' }),
    refused({ said: null }),
  ])
  expect((await openRefusals(db, { kind: 'terms' })).map(({ id }) => id)).toEqual([1, 2])
  for (const asOf of [null, NOW]) expect((await unannouncedQuotes(db, asOf)).map(({ id }) => id)).toEqual([3])
})

test('similar refusals have the same source, rule and subject', async () => {
  const db = await openStore()
  await storeAll(db, [
    refused(),
    refused({ said: '{"gmp":1300}' }),
    refused({ said: '{"gmp":1400}', subject: 'name birch' }),
    refused({ said: null, subject: '' }),
  ])
  const alike = async (id: number) => {
    const row = await refusal(db, id)
    return row ? (await similarRefusals(db, row)).map((one) => one.id) : []
  }
  expect(await alike(1)).toEqual([1, 2])
  expect(await alike(3)).toEqual([3])
  expect(await alike(4)).toEqual([4])
})

describe('a row that gets another rule', () => {
  const anew = { rule: 'gmp-too-high', reason: '₹900 on ₹100', candidates: ['acorn-mills'] }

  test('has the new reason, and is identified by the new rule from then on', async () => {
    const db = await openStore()
    await storeAll(db, [refused({ candidates: [] })])
    await refuseAnew(db, 1, anew)
    await storeAll(db, [refused({ rule: 'gmp-too-high' })], LATER)
    expect(await openRefusals(db)).toMatchObject([
      { rule: 'gmp-too-high', reason: '₹900 on ₹100', candidates: '["acorn-mills"]', times: 2 },
    ])
  })

  test('is merged with the same row that was refused by that rule', async () => {
    const db = await openStore()
    await storeAll(db, [refused()], NOW)
    await storeAll(db, [refused()], LATEST)
    await storeAll(db, [refused({ rule: 'gmp-too-high' })], LATER)
    await refuseAnew(db, 1, anew)
    expect(await counts(db)).toEqual([[2, 'gmp-too-high', 3]])
    expect(await refusal(db, 2)).toMatchObject({ first_seen: NOW, last_seen: LATEST })
  })

  test('that is its present rule stays unchanged', async () => {
    const db = await openStore()
    await storeAll(db, [refused()])
    await refuseAnew(db, 1, { ...anew, rule: 'unknown-issue' })
    expect(await counts(db)).toEqual([[1, 'unknown-issue', 1]])
  })
})

describe('a stored answer that is parsed again', () => {
  test.each<[string, string, number, string, string]>([
    ['is not counted twice', LATER, 2, NOW, LATER],
    ['is counted where it was missed, before', EARLIER, 3, EARLIER, LATER],
    ['is counted where it was missed, after', LATEST, 3, NOW, LATEST],
  ])('%s', async (_name, seen, times, first_seen, last_seen) => {
    const db = await openStore()
    await storeAll(db, [refused()], NOW)
    await storeAll(db, [refused()], LATER)
    await storeRefusals(db, [refused()], { round: 3, seen, isReplay: true })
    expect(await refusal(db, 1)).toMatchObject({ times, first_seen, last_seen })
  })
})

test('unreadable rows of downloads that can be parsed now are settled, unless they are refused again', async () => {
  const db = await openStore()
  await storeAll(db, [
    refused({ said: null, raw: 'mended' }),
    refused({ said: null, raw: 'still bad' }),
    refused({ said: null, raw: 'of another download', fetch: 2 }),
    refused(),
  ])
  const again = await storeAll(db, [refused({ said: null, raw: 'still bad' })], LATER)
  expect(again).toEqual([2])
  await settleMisreadings(db, { fetches: [1], refused: again, at: LATER })
  await settleMisreadings(db, { fetches: [], refused: [], at: LATEST })
  expect((await openRefusals(db)).map(({ id }) => id)).toEqual([2, 3, 4])
  expect(await refusal(db, 1)).toMatchObject({ settled: 'matched', settled_at: LATER })
})

test('among more rows than one statement can name, those refused again stay open', async () => {
  const db = await openStore()
  const [mended, still] = await storeAll(db, [
    refused({ raw: 'a', said: null }),
    refused({ raw: 'b', said: null }),
  ])
  const more = Array.from({ length: 70_000 }, (_, i) => 100 + i)
  await settleMisreadings(db, { fetches: [1], refused: [...more, still ?? 0], at: LATER })
  expect((await refusal(db, mended ?? 0))?.settled).toBe('matched')
  expect((await refusal(db, still ?? 0))?.settled).toBeNull()
})

test.each([1e20, 1.5, -1, 0])('there is no refusal %d', async (id) => {
  expect(await refusal(await openStore(), id)).toBeUndefined()
})
