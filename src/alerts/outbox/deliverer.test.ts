import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { needs, ON_POSTGRES } from '../../../test/support/needs.ts'
import { openStore } from '../../../test/support/store.ts'
import { alertLog } from '../../store/alerts/alert-log.ts'
import { recordAlerts } from '../../store/alerts/alert-progress.ts'
import { recordMessages } from '../../store/alerts/outbox.ts'
import { DELIVERED, type Delivery } from '../channels/delivery.ts'
import { Deliverer, type MessageOutcome, retryPauseMs } from './deliverer.ts'
import { failed, MovedClock, Receivers, rulesWith } from './outbox.test-receiver.ts'

const START = '2026-01-13T05:00:00.000Z'
const RULES = rulesWith({ family: {}, group: {} })
const DAY_SECONDS = 86_400

/** An outbox with messages `CHANNEL TITLE`, and who sends and receives them. */
async function outbox(...titles: string[]) {
  const db = await openStore()
  const clock = new MovedClock(START)
  const receivers = new Receivers()
  const outcomes: MessageOutcome[] = []
  const errors: unknown[] = []
  const ending = new AbortController()
  const create = (signal: AbortSignal = ending.signal) =>
    new Deliverer({
      db,
      now: clock.now,
      openChannel: receivers.openChannel,
      signal,
      onOutcome: (outcome) => outcomes.push(outcome),
      onError: (error) => errors.push(error),
    })
  let deliverer = create()
  const messages = titles.map((text, i) => {
    const [channel = '', title = ''] = text.split(' ')
    return { channel, title, key: `key ${i}` }
  })
  const position = { version: 1, moment: START }
  const shared = { slug: null, at: START, version: 1, content: '{}' }
  await recordAlerts(db, {
    from: null,
    to: position,
    recorded: START,
    alerts: messages.map(({ channel, key, title }) => ({
      ...shared,
      channel,
      key,
      rule: `rule of ${title}`,
      event: 'new',
    })),
  })
  await recordMessages(
    db,
    messages.map(({ channel, title }, i) => {
      const more = { text: 'a text', content: '{"a":1}', alerts: [i + 1] }
      return { id: `msg_${title}`, channel, created: START, title, ...more }
    }),
  )
  return {
    ...{ db, clock, receivers, outcomes, errors, ending },
    /** Sends what is due, to the end. */
    async send(rules = RULES) {
      await deliverer.begin(rules)
      await deliverer.settled()
    },
    restart() {
      deliverer = create()
    },
    states: async () =>
      Object.fromEntries((await alertLog(db, { limit: 100 })).map(({ title, state }) => [title, state])),
  }
}

test('messages are delivered in order, and once', async () => {
  const { receivers, send, outcomes, clock, states } = await outbox('family a', 'group b', 'family c')
  await send()
  clock.move(DAY_SECONDS)
  await send()
  expect(receivers.titles('family')).toEqual(['a', 'c'])
  expect(receivers.titles('group')).toEqual(['b'])
  expect(receivers.delivered).toContainEqual({
    id: 'msg_a',
    channel: 'family',
    createdAt: START,
    title: 'a',
    text: 'a text',
    firstLink: null,
    body: { a: 1 },
  })
  expect(await states()).toEqual({ a: 'delivered', b: 'delivered', c: 'delivered' })
  expect(outcomes).toContainEqual({
    ...{ outcome: 'delivered', id: 'msg_a', channel: 'family', title: 'a', rules: ['rule of a'] },
    ...{ tries: 1, reason: null, nextTry: null },
  })
  expect(receivers.open).toBe(0)
})

test('a receiver that cannot be reached holds up its channel, and no other', async () => {
  const { receivers, send, clock } = await outbox('family a', 'family b', 'group c')
  receivers.answer('family', () => failed())
  await send()
  expect(receivers.attempts.toSorted()).toEqual(['family a', 'group c'])
  clock.move(9)
  await send()
  expect(receivers.attempts).toHaveLength(2)
  receivers.answer('family', () => DELIVERED)
  clock.move(1)
  await send()
  expect(receivers.titles('family')).toEqual(['a', 'b'])
})

test('a message that the receiver objects to does not hold up the others, also after a restart', async () => {
  const { receivers, send, restart, clock, outcomes } = await outbox('family a', 'family b')
  receivers.answer('family', ({ title }) =>
    title === 'a' ? failed({ reason: 'HTTP 400: no such chat', isRejected: true }) : failed(),
  )
  await send()
  expect(outcomes).toMatchObject([
    { outcome: 'failed', title: 'a', reason: 'HTTP 400: no such chat', nextTry: '2026-01-13T05:00:10.000Z' },
    { outcome: 'failed', title: 'b', reason: 'HTTP 503' },
  ])
  receivers.answer('family', ({ title }) => (title === 'a' ? failed({ isRejected: true }) : DELIVERED))
  restart()
  clock.move(10)
  await send()
  expect(receivers.titles('family')).toEqual(['b'])
  receivers.answer('family', () => DELIVERED)
  clock.move(30)
  await send()
  expect(receivers.titles('family')).toEqual(['b', 'a'])
})

test.each<[failures: number, askedSeconds: number | null, seconds: number]>([
  [1, null, 10],
  [2, null, 30],
  [3, null, 60],
  [4, null, 120],
  [5, null, 300],
  [6, null, 600],
  [7, null, 1800],
  [8, null, 3600],
  [50, null, 3600],
  [1, 5, 10],
  [1, 90, 90],
  [8, 7200, 7200],
  [1, 86_400, 21_600],
])('after %i failures and a request for %s seconds the pause is %i seconds', (failures, asked, seconds) => {
  expect(retryPauseMs(failures, asked === null ? null : asked * 1000)).toBe(seconds * 1000)
})

test('the pause that a receiver asks for is kept', async () => {
  const { receivers, send, clock } = await outbox('family a')
  receivers.answer('family', () => failed({ retryAfterMs: 120_000 }))
  await send()
  clock.move(119)
  await send()
  expect(receivers.attempts).toHaveLength(1)
  clock.move(1)
  await send()
  expect(receivers.attempts).toHaveLength(2)
})

test('a message is given up with the first failure after a day, and so are those as old behind it', async () => {
  const { receivers, send, clock, outcomes, states } = await outbox('family a', 'family b')
  receivers.answer('family', () => failed())
  await send()
  clock.move(DAY_SECONDS)
  await send()
  expect(await states()).toEqual({ a: 'waiting', b: 'waiting' })
  clock.move(3600)
  await send()
  expect(await states()).toEqual({ a: 'given-up', b: 'given-up' })
  expect(outcomes.slice(2)).toMatchObject([
    { outcome: 'given-up', title: 'a', tries: 3, reason: 'HTTP 503', nextTry: null },
    { outcome: 'given-up', title: 'b', tries: 0, reason: 'HTTP 503', nextTry: null },
  ])
})

test('an old message is still delivered when its receiver can be reached', async () => {
  const { receivers, send, clock } = await outbox('family a')
  clock.move(7 * DAY_SECONDS)
  await send()
  expect(receivers.titles('family')).toEqual(['a'])
})

test('the messages of a channel that is no longer in the file are given up, without an attempt', async () => {
  const { receivers, send, outcomes, states } = await outbox('family a', 'group b')
  await send(rulesWith({ group: {} }))
  expect(await states()).toEqual({ a: 'given-up', b: 'delivered' })
  expect(receivers.attempts).toEqual(['group b'])
  expect(outcomes).toContainEqual(
    expect.objectContaining({ title: 'a', reason: 'its channel is no longer in the file of alerts' }),
  )
})

test('a message that was confirmed, but not recorded, is sent again with the same id', async () => {
  const { db, clock, receivers, restart, send } = await outbox('family a')
  const { promise: isConfirmed, resolve } = Promise.withResolvers<void>()
  const lost = new AbortController()
  const gone = new Deliverer({
    ...{ db, now: clock.now, signal: lost.signal, onOutcome: () => undefined, onError: () => undefined },
    openChannel: (settings) => ({
      ...receivers.openChannel(settings),
      deliver: async (message) => {
        receivers.delivered.push({ ...message, channel: 'family' })
        lost.abort()
        resolve()
        // As a process that is killed: the confirmation does not come back.
        return new Promise<Delivery>(() => undefined)
      },
    }),
  })
  await gone.begin(RULES)
  await isConfirmed
  restart()
  await send()
  expect(receivers.delivered.map(({ id }) => id)).toEqual(['msg_a', 'msg_a'])
})

test('a result that cannot be recorded, as on a full disk, is recorded later, and nothing is sent twice', async () => {
  const { db, clock, receivers, send, errors, states } = await outbox('family a', 'family b')
  const rename = (from: string, to: string) => db.schema.alterTable(from).renameTo(to).execute()
  await rename('alert_progress', 'gone')
  await send()
  await send()
  expect(receivers.attempts).toEqual(['family a'])
  expect(errors).toHaveLength(1)
  clock.move(10)
  await send()
  expect(errors).toHaveLength(2)
  await rename('gone', 'alert_progress')
  clock.move(29)
  await send()
  expect(await states()).toEqual({ a: 'waiting', b: 'waiting' })
  clock.move(1)
  await send()
  expect(await states()).toEqual({ a: 'delivered', b: 'delivered' })
  expect(receivers.attempts).toEqual(['family a', 'family b'])
})

test('an attempt that was broken off counts as none', async () => {
  const { receivers, send, ending, outcomes, states, db } = await outbox('family a', 'family b')
  receivers.answer('family', (_message, signal) => {
    ending.abort(new Error('this process ends'))
    signal.throwIfAborted()
    return DELIVERED
  })
  await send()
  expect(receivers.attempts).toEqual(['family a'])
  expect(outcomes).toEqual([])
  expect(await states()).toEqual({ a: 'waiting', b: 'waiting' })
  expect(await alertLog(db, { limit: 1, rule: 'rule of a' })).toMatchObject([{ tries: 0 }])
})

test('of two processes that try the same message, the later one to record it is refused', async () => {
  const { receivers, send, db, clock, errors, states } = await outbox('family a')
  const other = new Deliverer({
    ...{ db, now: clock.now, openChannel: new Receivers().openChannel },
    signal: new AbortController().signal,
    onOutcome: () => undefined,
    onError: (error) => errors.push(error),
  })
  receivers.answer('family', async () => {
    await other.begin(RULES)
    await other.settled()
    return failed()
  })
  await send()
  expect(errors).toMatchObject([{ name: 'OutboxChanged' }])
  expect(await states()).toEqual({ a: 'delivered' })
})

test('messages that could not be read are read again', async () => {
  const { receivers, send, db } = await outbox('family a')
  await sql`alter table alert_messages rename to not_readable`.execute(db)
  await expect(send()).rejects.toThrow('alert_messages')
  await sql`alter table not_readable rename to alert_messages`.execute(db)
  await send()
  expect(receivers.titles('family')).toEqual(['a'])
})

test('in quiet hours a message is not tried again', async () => {
  // They begin a minute after the message was created.
  const quiet = rulesWith({ family: { quietHours: { from: '10:31', to: '12:00' } } })
  const { receivers, send, clock } = await outbox('family a')
  receivers.answer('family', () => failed())
  clock.move(60)
  await send(quiet)
  expect(receivers.attempts).toHaveLength(1)
  receivers.answer('family', () => DELIVERED)
  for (let minute = 2; minute < 90; minute++) {
    clock.move(60)
    await send(quiet)
  }
  expect(receivers.attempts).toHaveLength(1)
  clock.move(60)
  await send(quiet)
  expect(receivers.titles('family')).toEqual(['a'])
})

describe('on PostgreSQL', () => {
  needs(ON_POSTGRES)

  test('a message that is confirmed while the outbox is read is not sent again', async () => {
    const { db, clock, receivers, errors, ending } = await outbox('family a')
    const read = Promise.withResolvers<void>()
    const passedOn = Promise.withResolvers<void>()
    let isHeld = false
    const held = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (isHeld) {
          isHeld = false
          read.resolve()
          await passedOn.promise
        }
        return result
      },
    })
    const deliverer = new Deliverer({
      db: held,
      now: clock.now,
      openChannel: receivers.openChannel,
      signal: ending.signal,
      onOutcome: () => undefined,
      onError: (error) => errors.push(error),
    })
    const confirmation = Promise.withResolvers<Delivery>()
    receivers.answer('family', () => confirmation.promise)
    await deliverer.begin(RULES)
    deliverer.wake()
    isHeld = true
    const again = deliverer.begin(RULES)
    await read.promise
    confirmation.resolve(DELIVERED)
    await deliverer.settled()
    passedOn.resolve()
    await again
    await deliverer.settled()
    expect([receivers.attempts, errors]).toEqual([['family a'], []])
  })
})
