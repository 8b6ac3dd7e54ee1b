import { expect, test } from 'vitest'
import { ipo } from '../../../test/support/lines.ts'
import { recordAll } from '../../../test/support/record.ts'
import { openStore } from '../../../test/support/store.ts'
import type { Db } from '../engines/db.ts'
import { issueKeys, learnIssueKeys } from './issue-keys.ts'

const NOW = '2026-01-20T06:00:00.000Z'
const LATER = '2026-01-20T07:00:00.000Z'

async function storeWithIssues(): Promise<Db> {
  const db = await openStore()
  await recordAll(db, NOW, [ipo('acorn'), ipo('birch')])
  return db
}
const key = (slug: string, name = 'id 4711', source = 'ipowatch') => ({ source, key: name, slug })

test('a learned key identifies its issue from then on', async () => {
  const db = await storeWithIssues()
  await learnIssueKeys(db, [key('acorn'), key('birch', 'id 4712')], LATER)
  expect(await issueKeys(db, NOW)).toEqual([])
  expect(await issueKeys(db, LATER)).toMatchObject([key('acorn'), key('birch', 'id 4712')])
})

test('a key that is learned again has the time when it was first learned', async () => {
  const db = await storeWithIssues()
  await learnIssueKeys(db, [key('acorn'), key('acorn')], NOW)
  await learnIssueKeys(db, [key('acorn')], LATER)
  expect(await issueKeys(db, NOW)).toMatchObject([key('acorn')])
})

test('one key of a source may identify two issues, and both are stored', async () => {
  const db = await storeWithIssues()
  await learnIssueKeys(db, [key('acorn')], NOW)
  await learnIssueKeys(db, [key('birch'), key('birch', 'id 4711', 'ipoji')], LATER)
  const keys = await issueKeys(db, LATER)
  expect(keys.filter(({ source }) => source === 'ipowatch')).toMatchObject([key('acorn'), key('birch')])
  expect(keys.filter(({ source }) => source === 'ipoji')).toMatchObject([key('birch', 'id 4711', 'ipoji')])
})

test('a key of an issue that does not exist is not learned', async () => {
  const db = await storeWithIssues()
  await learnIssueKeys(db, [key('chestnut')], NOW)
  expect(await issueKeys(db, LATER)).toEqual([])
})

test('keys that were learned at the same time are in the order of their issues', async () => {
  const db = await storeWithIssues()
  await learnIssueKeys(db, [key('birch'), key('birch', 'id 1'), key('acorn')], NOW)
  expect(await issueKeys(db, LATER)).toMatchObject([key('acorn'), key('birch', 'id 1'), key('birch')])
})
