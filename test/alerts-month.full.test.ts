import { beforeAll, describe, expect, inject, test } from 'vitest'
import { openDb } from '../src/store/engines/db.ts'
import { EXPECTED_MESSAGES } from './month/alerts-expected.ts'
import { acceptedOnce, isExplained, readMessage, repeatsAmong } from './month/alerts-received.ts'
import { CHANNELS, RULES } from './month/alerts-rules.ts'
import { type MonthOfAlerts, runMonthOfAlerts } from './month/alerts-run.ts'
import { newMigratedPlace } from './support/store.ts'

/** A hundred in all; on PostgreSQL, where a start takes twice as long, one of each of the 16 kinds: only the store differs. */
const KILLS = inject('postgres') ? 16 : 84
/** So many starts of processes take many minutes on a busy machine. */
const LONG_MS = 3_600_000

/** The month, lived once, because its tests only read. */
let month: MonthOfAlerts
let inStore: readonly { readonly channel: string; readonly state: string }[]

beforeAll(async () => {
  const { url, remove } = await newMigratedPlace()
  month = await runMonthOfAlerts({ store: url, kills: KILLS, isWhole: !inject('postgres') })
  const db = openDb(url)
  inStore = await db.selectFrom('alert_messages').select(['channel', 'state']).execute()
  await db.destroy()
  return remove
}, LONG_MS)

test(`two processes sent alerts by 21 rules, and ${KILLS} times one of them was killed`, () => {
  expect(RULES).toHaveLength(21)
  expect(month.kills).toBeGreaterThanOrEqual(KILLS)
  expect(month.senders).toBeGreaterThan(KILLS / 4)
  expect(month.errors).toEqual([])
})

describe.each(CHANNELS)('%s', (channel) => {
  test('gets every expected message, in order, and no other', () => {
    const expected = EXPECTED_MESSAGES[channel]
    const received = acceptedOnce(month.receiptsOf(channel))
    expect(received.map((receipt, i) => readMessage(channel, receipt, expected[i]))).toEqual(expected)
  })

  test('gets a message again only if its confirmation was cut off or its sender was killed', () => {
    expect(repeatsAmong(month.receiptsOf(channel)).filter((repeat) => !isExplained(repeat))).toEqual([])
  })

  test('has all its messages recorded as delivered', () => {
    const states = inStore.filter((message) => message.channel === channel).map(({ state }) => state)
    expect(states).toEqual(EXPECTED_MESSAGES[channel].map(() => 'delivered'))
  })
})

test('receivers that misbehave and killed senders led to repeats', () => {
  const repeats = CHANNELS.flatMap((channel) => repeatsAmong(month.receiptsOf(channel)))
  expect(repeats.length).toBeGreaterThan(5)
})
