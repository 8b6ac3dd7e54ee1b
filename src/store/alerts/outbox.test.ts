import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openStore } from '../../../test/support/store.ts'
import type { Db } from '../engines/db.ts'
import { alertLog, givenUpSince, unsentTotals } from './alert-log.ts'
import {
  type AlertProgress,
  alertProgress,
  lastAwayTime,
  type NewAlert,
  recordAlerts,
} from './alert-progress.ts'
import {
  alertsAbout,
  channelsWithHeldAlerts,
  creationTimes,
  giveUpMessages,
  heldAlerts,
  type NewMessage,
  OutboxChanged,
  pruneOutbox,
  recordAttempt,
  recordMessages,
  rulesInMessage,
  unsentMessages,
} from './outbox.ts'

const AT = '2026-01-15T06:00:00.000Z'
const LATER = '2026-01-15T07:00:00.000Z'
const REMOVED = { reason: 'the channel was removed', at: LATER }
const FIRST: AlertProgress = { version: 3, moment: AT }
const SECOND: AlertProgress = { version: 4, moment: LATER }

const alert = (key: string, more: Partial<NewAlert> = {}): NewAlert => ({
  channel: 'family',
  key,
  rule: 'closing',
  event: 'closes',
  slug: 'acme',
  at: AT,
  version: 3,
  content: JSON.stringify({ title: key }),
  ...more,
})

const message = (id: string, alerts: readonly number[], more: Partial<NewMessage> = {}): NewMessage => ({
  id,
  channel: 'family',
  created: AT,
  title: `title of ${id}`,
  text: 'a text',
  content: '{}',
  alerts,
  ...more,
})

/** A store in which these alerts were recorded. */
async function withAlerts(...alerts: NewAlert[]): Promise<Db> {
  const db = await openStore()
  await recordAlerts(db, { from: null, to: FIRST, alerts, recorded: AT })
  return db
}

const keysOf = async (db: Db, channel?: string) => (await heldAlerts(db, channel)).map(({ key }) => key)

test('a new store has no progress, and nothing waits', async () => {
  const db = await openStore()
  expect(await alertProgress(db)).toBeNull()
  expect(await heldAlerts(db)).toEqual([])
  expect(await unsentMessages(db)).toEqual([])
  expect(await unsentTotals(db)).toEqual([])
})

test('alerts are recorded with how far they reach, in the order of their moments', async () => {
  const db = await withAlerts(
    alert('b', { at: LATER }),
    alert('a'),
    alert('c'),
    alert('a', { channel: 'group' }),
  )
  expect(await alertProgress(db)).toEqual(FIRST)
  expect(await keysOf(db, 'family')).toEqual(['a', 'c', 'b'])
  expect(await channelsWithHeldAlerts(db)).toEqual(['family', 'group'])
})

test('the last long time without alerts is known', async () => {
  const db = await withAlerts()
  expect(await lastAwayTime(db)).toBeNull()
  const away = { from: AT, to: LATER }
  await recordAlerts(db, { from: FIRST, to: SECOND, alerts: [], recorded: LATER, away })
  await recordAlerts(db, { from: SECOND, to: FIRST, alerts: [], recorded: LATER })
  expect(await lastAwayTime(db)).toEqual(away)
})

test('an alert that comes again is left as it is', async () => {
  const db = await withAlerts(alert('a'))
  const again = [alert('a', { rule: 'other' }), alert('b'), alert('b')]
  expect(await recordAlerts(db, { from: FIRST, to: SECOND, alerts: again, recorded: LATER })).toBe(1)
  expect(await heldAlerts(db)).toMatchObject([
    { key: 'a', rule: 'closing', recorded: AT },
    { key: 'b', recorded: LATER },
  ])
})

test.each<[string, AlertProgress | null]>([
  ['none', null],
  ['another version', { ...FIRST, version: 2 }],
  ['another moment', { ...FIRST, moment: LATER }],
])('alerts that continue from %s are refused: another process has recorded some', async (_name, from) => {
  const db = await withAlerts(alert('a'))
  const late = recordAlerts(db, { from, to: SECOND, alerts: [alert('b')], recorded: LATER })
  await expect(late).rejects.toThrow(OutboxChanged)
  expect(await alertProgress(db)).toEqual(FIRST)
  expect(await keysOf(db)).toEqual(['a'])
})

test('a message takes its alerts out of those that are held back', async () => {
  const db = await withAlerts(alert('a'), alert('b'), alert('c'))
  await recordMessages(db, [message('msg_2', [2]), message('msg_1', [1, 3])])
  expect(await keysOf(db)).toEqual([])
  expect(await unsentMessages(db)).toMatchObject([
    { id: 'msg_2', position: 1, tries: 0, first_try: null, next_try: AT, reason: null, ended: null },
    { id: 'msg_1', position: 2, title: 'title of msg_1', text: 'a text', content: '{}' },
  ])
})

test('no alert gets into two messages, and of messages with one that is all are refused', async () => {
  const db = await withAlerts(alert('a'), alert('b'))
  await recordMessages(db, [message('msg_1', [1])])
  await expect(recordMessages(db, [message('msg_2', [2]), message('msg_3', [1])])).rejects.toThrow(
    OutboxChanged,
  )
  expect(await keysOf(db)).toEqual(['b'])
  expect((await unsentMessages(db)).map(({ id }) => id)).toEqual(['msg_1'])
})

test('attempts are counted until a message is delivered', async () => {
  const db = await withAlerts(alert('a'))
  await recordMessages(db, [message('msg_1', [1])])
  const [first] = await unsentMessages(db)
  if (!first) throw new Error('there is no message')
  const failed = await recordAttempt(
    db,
    first,
    { state: 'waiting', reason: 'status 500', isRejected: true, nextTry: LATER },
    AT,
  )
  expect(failed).toMatchObject({
    state: 'waiting',
    tries: 1,
    first_try: AT,
    next_try: LATER,
    reason: 'status 500',
    rejected: 1,
  })
  const ended = { state: 'delivered', tries: 2, first_try: AT, next_try: null, ended: LATER }
  expect(await recordAttempt(db, failed, { state: 'delivered' }, LATER)).toMatchObject(ended)
  expect(await unsentMessages(db)).toEqual([])
  await expect(recordAttempt(db, failed, { state: 'given-up', reason: 'late' }, LATER)).rejects.toThrow(
    OutboxChanged,
  )
})

test('messages of a removed channel are given up, and those of others wait', async () => {
  const db = await withAlerts(alert('a'), alert('b', { channel: 'group' }))
  await recordMessages(db, [message('msg_1', [1]), message('msg_2', [2], { channel: 'group' })])
  expect(await giveUpMessages(db, 'family', REMOVED)).toMatchObject([{ id: 'msg_1', tries: 0 }])
  expect(await givenUpSince(db, LATER)).toMatchObject([{ id: 'msg_1', reason: 'the channel was removed' }])
  expect(await unsentTotals(db)).toEqual([{ channel: 'group', messages: 1, oldest: AT }])
})

test('old messages of a channel can be given up, and the rules of each are known', async () => {
  const db = await withAlerts(alert('a'), alert('b', { rule: 'levels' }), alert('c'), alert('d'))
  await recordMessages(db, [message('msg_1', [1, 2, 3]), message('msg_2', [4], { created: LATER })])
  const old = { reason: 'status 500', at: LATER, createdBefore: LATER }
  expect((await giveUpMessages(db, 'family', old)).map(({ id }) => id)).toEqual(['msg_1'])
  expect((await unsentMessages(db)).map(({ id }) => id)).toEqual(['msg_2'])
  expect(await rulesInMessage(db, 'msg_1')).toEqual(['closing', 'levels'])
})

test('the messages of a day can be counted by when they were created', async () => {
  const db = await withAlerts(alert('a'), alert('b'))
  await recordMessages(db, [message('msg_1', [1]), message('msg_2', [2], { created: LATER })])
  expect(await creationTimes(db, 'family', AT)).toEqual([AT, LATER])
  expect(await creationTimes(db, 'family', LATER)).toEqual([LATER])
  expect(await creationTimes(db, 'group', AT)).toEqual([])
})

test('what was stated about an issue is known, unless its message was given up', async () => {
  const db = await withAlerts(
    alert('a', { at: LATER }),
    alert('b'),
    alert('c', { channel: 'group' }),
    alert('d', { slug: 'birch' }),
    alert('e', { at: '2025-01-15T06:00:00.000Z' }),
  )
  await recordMessages(db, [message('msg_1', [1]), message('msg_2', [3], { channel: 'group' })])
  await giveUpMessages(db, 'group', REMOVED)
  expect(await alertsAbout(db, 'acme', '2026-01-01T00:00:00.000Z')).toEqual([
    { channel: 'family', at: AT, content: '{"title":"b"}' },
    { channel: 'family', at: LATER, content: '{"title":"a"}' },
  ])
})

test('the log lists the newest messages first, with their alerts, and can be filtered', async () => {
  const db = await withAlerts(
    alert('a'),
    alert('b', { rule: 'levels' }),
    alert('c'),
    alert('d', { channel: 'group' }),
  )
  await recordMessages(db, [
    message('msg_1', [1, 2]),
    message('msg_2', [3], { created: LATER }),
    message('msg_3', [4], { channel: 'group' }),
  ])
  await giveUpMessages(db, 'group', REMOVED)
  const idsOf = async (filter: Partial<Parameters<typeof alertLog>[1]>) =>
    (await alertLog(db, { limit: 10, ...filter })).map(({ id }) => id)
  expect(await idsOf({})).toEqual(['msg_3', 'msg_2', 'msg_1'])
  expect(await idsOf({ limit: 2 })).toEqual(['msg_3', 'msg_2'])
  expect(await idsOf({ channel: 'family' })).toEqual(['msg_2', 'msg_1'])
  expect(await idsOf({ state: 'given-up' })).toEqual(['msg_3'])
  expect(await idsOf({ since: LATER })).toEqual(['msg_2'])
  expect(await idsOf({ rule: 'levels' })).toEqual(['msg_1'])
  expect(await idsOf({ rule: 'levels', channel: 'group' })).toEqual([])
  expect(await alertLog(db, { limit: 1, rule: 'levels' })).toMatchObject([
    { alerts: [{ key: 'a', rule: 'closing', event: 'closes', slug: 'acme', at: AT }, { key: 'b' }] },
  ])
})

test('the log lists more messages than a statement of SQLite may have values', async () => {
  const db = await withAlerts(alert('a'))
  await recordMessages(db, [message('msg_0', [1])])
  await sql`
    insert into alert_messages (id, position, channel, created, title, text, content, state, tries, rejected)
    with recursive numbers (n) as (select 2 union all select n + 1 from numbers where n < 33000)
    select 'msg_' || n, n, channel, created, title, text, content, 'delivered', 1, 0
    from numbers cross join alert_messages`.execute(db)
  const log = await alertLog(db, { limit: 100_000 })
  expect(log).toHaveLength(33_000)
  expect(log.at(-1)).toMatchObject({ id: 'msg_0', alerts: [{ key: 'a' }] })
})

test('messages that ended long ago are removed with their alerts, and nothing that waits', async () => {
  const db = await withAlerts(alert('a'), alert('b'), alert('c'))
  await recordMessages(db, [message('msg_1', [1]), message('msg_2', [2])])
  const [first] = await unsentMessages(db)
  if (!first) throw new Error('there is no message')
  await recordAttempt(db, first, { state: 'delivered' }, AT)
  expect(await pruneOutbox(db, AT)).toBe(0)
  expect(await pruneOutbox(db, LATER)).toBe(1)
  expect((await alertLog(db, { limit: 10 })).map(({ id }) => id)).toEqual(['msg_2'])
  expect(await keysOf(db)).toEqual(['c'])
})
