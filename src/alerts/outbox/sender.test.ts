import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { gmp, ipo } from '../../../test/support/lines.ts'
import { recordAll } from '../../../test/support/record.ts'
import { openStore } from '../../../test/support/store.ts'
import { type Instant, instantFromMs, msOf } from '../../market/calendar.ts'
import { Owners } from '../../market/facts/publisher.ts'
import type { Position } from '../../reports/changes/position.ts'
import { alertLog } from '../../store/alerts/alert-log.ts'
import { alertProgress, recordAlerts } from '../../store/alerts/alert-progress.ts'
import { heldAlerts } from '../../store/alerts/outbox.ts'
import { SERVED_WITHIN_MS, versionRoundAt } from '../../store/version/market-version.ts'
import type { AlertRule, AlertRules, Trigger } from '../rules/alert-rules.ts'
import type { MessageOutcome } from './deliverer.ts'
import { failed, MovedClock, Receivers, rulesWith } from './outbox.test-receiver.ts'
import { AlertSender } from './sender.ts'

const rule = (trigger: Trigger): AlertRule => ({
  name: trigger.on,
  trigger,
  where: {},
  channels: ['family'],
})
const NEW = rule({ on: 'new' })
const OPENS = rule({ on: 'opens', at: '09:00' })
const RULES = rulesWith({ family: {} }, { rules: [NEW, OPENS] })

const TERMS = { priceMin: 95, priceMax: 100, lotSize: 150, openDate: '2026-01-13', closeDate: '2026-01-15' }
/** 11:30 in India, the day before the IPO opens. */
const START = '2026-01-12T06:00:00.000Z'
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A store with an issue that was known before alerts began, and a process that sends. */
async function sending(rules: AlertRules = RULES, knownAt: Instant = '2026-01-02T06:00:00.000Z') {
  const db = await openStore()
  await recordAll(db, knownAt, [ipo('old-mill')])
  const clock = new MovedClock(START)
  const receivers = new Receivers()
  const outcomes: MessageOutcome[] = []
  const lostFacts: [Position, Position][] = []
  const ending = new AbortController()
  const create = () =>
    new AlertSender(
      db,
      {
        owners: new Owners(),
        publicUrl: 'https://ipo.example',
        now: clock.now,
        openChannel: receivers.openChannel,
        onOutcome: (outcome) => outcomes.push(outcome),
        onLostFacts: (...positions) => lostFacts.push(positions),
        onError: (error) => {
          throw error
        },
      },
      ending.signal,
    )
  let sender = create()
  const tick = async (now = rules) => {
    await sender.tick(now)
    await sender.settled()
  }
  await tick()
  return {
    ...{ db, clock, receivers, outcomes, lostFacts, tick },
    /** Lets some time pass, with a tick after each minute. */
    async pass(seconds: number, now = rules) {
      for (let passed = 0; passed < seconds; passed += MINUTE) {
        clock.move(Math.min(MINUTE, seconds - passed))
        await tick(now)
      }
    },
    restart() {
      sender = create()
    },
  }
}

test('what was known before alerts began is no alert, and what becomes known is sent', async () => {
  const { db, clock, receivers, tick } = await sending()
  expect(await alertProgress(db)).toMatchObject({ moment: START })
  await recordAll(db, '2026-01-12T06:00:05.000Z', [ipo('acme', TERMS)])
  await tick()
  expect(receivers.attempts).toEqual([])
  clock.move(10)
  await tick()
  expect(receivers.titles('family')).toEqual([expect.stringMatching(/acme/i)])
  expect(receivers.last()).toMatchObject({
    id: expect.stringMatching(/^msg_[0-9a-f]{32}$/),
    createdAt: '2026-01-12T06:00:05.001Z',
    body: { type: 'alert', count: 1 },
  })
})

test('a fact is no alert before every process serves it, two seconds after its commit', async () => {
  const { db, clock, receivers, tick } = await sending()
  const early = '2026-01-12T06:00:05.000Z'
  await recordAll(db, early, [ipo('acme', TERMS)])
  const { committed } = await versionRoundAt(db, '2026-01-12T06:00:06.000Z')
  expect(committed > early).toBe(true)
  clock.set(instantFromMs(msOf(committed) + SERVED_WITHIN_MS - 1))
  await recordAll(db, '2026-01-12T06:00:06.000Z', [ipo('birch', TERMS)])
  await tick()
  expect(receivers.attempts).toEqual([])
  expect(await alertProgress(db)).toEqual({ version: 1, moment: instantFromMs(msOf(committed) - 1) })
  clock.set(instantFromMs(msOf(committed) + SERVED_WITHIN_MS))
  await tick()
  expect(receivers.titles('family')).toEqual([expect.stringMatching(/acme/i)])
  clock.move(1)
  await tick()
  expect(receivers.titles('family')).toEqual([
    expect.stringMatching(/acme/i),
    expect.stringMatching(/birch/i),
  ])
})

test('an alert of the clock states no figure that some process may not serve yet', async () => {
  const { db, clock, receivers, tick } = await sending(rulesWith({ family: {} }, { rules: [OPENS] }))
  await recordAll(db, START, [ipo('acme', TERMS)])
  clock.set('2026-01-13T03:29:00.000Z')
  await tick()
  await recordAll(db, '2026-01-13T03:29:59.000Z', [gmp('acme', '2026-01-13', 15)])
  clock.set('2026-01-13T03:30:00.000Z')
  await tick()
  expect(receivers.attempts).toEqual([])
  clock.move(2)
  await tick()
  expect(receivers.last()).toMatchObject({
    createdAt: '2026-01-13T03:30:00.000Z',
    text: expect.stringMatching(/GMP ₹15/),
  })
})

test('the first facts are no alerts, although the clock has not reached their moment when they are seen', async () => {
  const { db, clock, receivers, tick } = await sending(RULES, START)
  expect(await alertProgress(db)).toBe(null)
  for (let second = 0; second < 5; second++) {
    clock.move(1)
    await tick()
  }
  expect(await alertProgress(db)).toMatchObject({ version: 1 })
  expect(receivers.attempts).toEqual([])
})

test('an alert of the clock is sent at its minute', async () => {
  const { db, clock, receivers, pass } = await sending()
  await recordAll(db, '2026-01-12T06:00:05.000Z', [ipo('acme', TERMS)])
  await pass(MINUTE)
  clock.set('2026-01-13T03:29:30.000Z')
  await pass(29)
  expect(receivers.delivered).toHaveLength(1)
  await pass(1)
  expect(receivers.last()).toMatchObject({ createdAt: '2026-01-13T03:30:00.000Z' })
})

test('another process continues where the one before ended, and repeats nothing', async () => {
  const { db, receivers, pass, restart } = await sending()
  await recordAll(db, '2026-01-12T06:00:05.000Z', [ipo('acme', TERMS)])
  await pass(MINUTE)
  await recordAll(db, '2026-01-12T06:01:05.000Z', [ipo('birch', TERMS)])
  restart()
  await pass(MINUTE)
  restart()
  await pass(2 * MINUTE)
  expect(receivers.titles('family')).toEqual([
    expect.stringMatching(/acme/i),
    expect.stringMatching(/birch/i),
  ])
})

test('after a week in which no process was running there is one message', async () => {
  const { db, clock, receivers, tick } = await sending()
  await recordAll(db, '2026-01-12T07:00:00.000Z', [ipo('acme', TERMS)])
  await recordAll(db, '2026-01-14T07:00:00.000Z', [ipo('birch', { ...TERMS, openDate: '2026-01-16' })])
  clock.move(7 * DAY)
  await tick()
  expect(receivers.delivered).toMatchObject([
    {
      title: expect.stringMatching(/not running.*4 alerts/),
      body: { type: 'missed', from: START, to: '2026-01-19T06:00:00.000Z' },
    },
  ])
})

test('one alert that is late has its moment in the title, and why it is late', async () => {
  const { db, clock, receivers, tick } = await sending(rulesWith({ family: {} }, { rules: [OPENS] }))
  await recordAll(db, '2026-01-12T07:00:00.000Z', [ipo('acme', TERMS)])
  clock.move(7 * DAY)
  await tick()
  expect(receivers.delivered).toMatchObject([
    {
      title: '13 Jan, 9:00 am: acme opens today, Tue 13 Jan',
      text: expect.stringContaining(
        '\nSent late: Greymark was not running from 12 Jan, 11:30 am to 19 Jan, 11:30 am.\n',
      ),
      body: { type: 'alert', count: 1 },
    },
  ])
})

test('a process that was killed on its way through that week leaves its beginning to the next one', async () => {
  const { db, clock, receivers, tick, restart } = await sending()
  await recordAll(db, '2026-01-12T07:00:00.000Z', [ipo('acme', TERMS)])
  await recordAll(db, '2026-01-14T07:00:00.000Z', [ipo('birch', { ...TERMS, openDate: '2026-01-16' })])
  clock.move(7 * DAY)
  const moment = '2026-01-13T00:00:00.000Z'
  const { version } = await versionRoundAt(db, moment)
  const away = { from: START, to: clock.now() }
  const from = await alertProgress(db)
  await recordAlerts(db, { from, to: { version, moment }, alerts: [], recorded: clock.now(), away })
  restart()
  await tick()
  expect(receivers.delivered).toMatchObject([{ body: { type: 'missed', count: 3, ...away } }])
})

test('quiet hours hold alerts back until they end, whoever sends then', async () => {
  const quiet = rulesWith({ family: { quietHours: { from: '11:00', to: '12:00' } } }, { rules: [NEW] })
  const { db, receivers, pass, restart } = await sending(quiet)
  await recordAll(db, '2026-01-12T06:00:05.000Z', [ipo('acme')])
  await recordAll(db, '2026-01-12T06:10:05.000Z', [ipo('birch')])
  await pass(29 * MINUTE)
  expect(await heldAlerts(db)).toHaveLength(2)
  restart()
  await pass(MINUTE)
  expect(receivers.delivered).toMatchObject([
    { createdAt: '2026-01-12T06:30:00.000Z', title: expect.stringMatching(/2 alerts held back/) },
  ])
})

test('the last message that a day allows is followed by the rest in the morning', async () => {
  const few = rulesWith({ family: { maxPerDay: 1 } }, { rules: [NEW] })
  const { db, clock, receivers, pass } = await sending(few)
  await recordAll(db, '2026-01-12T06:00:05.000Z', [ipo('acme')])
  await recordAll(db, '2026-01-12T06:10:05.000Z', [ipo('birch')])
  await recordAll(db, '2026-01-12T06:10:10.000Z', [ipo('cedar')])
  await pass(HOUR)
  expect(receivers.last().text).toMatch(/Daily maximum reached: further alerts come tomorrow\./)
  clock.set('2026-01-13T03:29:00.000Z')
  await pass(MINUTE)
  expect(receivers.delivered).toMatchObject([
    { createdAt: '2026-01-12T06:00:05.001Z' },
    { createdAt: '2026-01-13T03:30:00.000Z', title: expect.stringMatching(/2 alerts/) },
  ])
})

test('alerts of a channel that is removed are given up, also those that were held back', async () => {
  const quiet = rulesWith({ family: { quietHours: { from: '11:00', to: '12:00' } } }, { rules: [NEW] })
  const { db, receivers, pass, tick, outcomes } = await sending(quiet)
  await recordAll(db, '2026-01-12T06:00:05.000Z', [ipo('acme')])
  await pass(MINUTE)
  await tick(rulesWith({}))
  expect(receivers.attempts).toEqual([])
  expect(outcomes).toMatchObject([{ outcome: 'given-up', channel: 'family', rules: ['new'] }])
})

test('a rule that is added applies from then on', async () => {
  const { db, receivers, pass } = await sending(rulesWith({ family: {} }))
  await recordAll(db, '2026-01-12T06:00:05.000Z', [ipo('acme')])
  await pass(MINUTE)
  await pass(MINUTE, RULES)
  await recordAll(db, '2026-01-12T06:02:05.000Z', [ipo('birch')])
  await pass(MINUTE, RULES)
  expect(receivers.titles('family')).toEqual([expect.stringMatching(/birch/i)])
})

test('a rule that is added while the clock stands still applies from then on', async () => {
  const { db, receivers, tick, pass } = await sending(rulesWith({ family: {} }))
  await pass(MINUTE)
  await tick(RULES)
  await recordAll(db, '2026-01-12T06:01:05.000Z', [ipo('acme')])
  await pass(MINUTE, RULES)
  expect(receivers.titles('family')).toEqual([expect.stringMatching(/acme/i)])
})

describe('while no process was running', () => {
  const EARLIER = rulesWith({ family: {} }, { rules: [NEW] })
  const renamed = { ...NEW, name: 'announced', channels: ['club', 'family'] }
  const NOW = rulesWith(
    { family: {}, club: {} },
    { rules: [OPENS, renamed], digest: { at: '08:00', channels: ['family'] } },
  )
  const [acme, birch] = [/New IPO: acme/i, /New IPO: birch/i].map((title) => expect.stringMatching(title))

  /** An IPO is announced and opens on the next day. Two days later the rules are other ones. */
  async function away() {
    const desk = await sending(EARLIER)
    await recordAll(desk.db, '2026-01-12T07:00:00.000Z', [ipo('acme', TERMS)])
    desk.restart()
    desk.clock.move(2 * DAY)
    return desk
  }

  test('rules, channels of rules and digests that were added do not fire, and others do', async () => {
    const { db, receivers, tick, pass } = await away()
    await tick(NOW)
    expect(receivers.delivered).toMatchObject([{ channel: 'family', title: acme }])
    await recordAll(db, '2026-01-14T06:00:05.000Z', [ipo('birch')])
    await pass(MINUTE, NOW)
    expect(receivers.titles('family')).toEqual([acme, birch])
    expect(receivers.titles('club')).toEqual([birch])
  })

  test('a rule that was added does not fire either for a process that was killed on its way through that time', async () => {
    const { db, clock, receivers, tick } = await away()
    const from = await alertProgress(db)
    const moment = '2026-01-12T12:00:00.000Z'
    const { version } = await versionRoundAt(db, moment)
    await recordAlerts(db, { from, to: { version, moment }, alerts: [], recorded: clock.now() })
    await tick(NOW)
    expect(receivers.delivered).toEqual([])
  })
})

test('a receiver that is away for two hours gets its messages in order, and new ones behind them', async () => {
  const { db, receivers, pass } = await sending()
  receivers.answer('family', () => failed())
  await recordAll(db, '2026-01-12T06:00:05.000Z', [ipo('acme', TERMS)])
  await pass(2 * HOUR)
  await recordAll(db, '2026-01-12T08:00:05.000Z', [ipo('birch', TERMS)])
  receivers.answer('family', () => ({ isDelivered: true }))
  await pass(HOUR)
  expect(receivers.delivered.map(({ createdAt }) => createdAt)).toEqual([
    '2026-01-12T06:00:05.001Z',
    '2026-01-12T08:00:05.001Z',
  ])
})

test('a store with fewer facts than alerts were recorded for continues from its newest ones, and repeats nothing', async () => {
  const { db, receivers, pass, lostFacts } = await sending()
  await recordAll(db, '2026-01-12T06:00:05.000Z', [ipo('acme', TERMS)])
  await pass(MINUTE)
  await sql`update alert_progress set version = 99`.execute(db)
  await recordAll(db, '2026-01-12T06:01:05.000Z', [gmp('acme', '2026-01-12', 15), ipo('birch')])
  await pass(MINUTE)
  expect(lostFacts).toEqual([
    [
      { version: 99, moment: '2026-01-12T06:01:00.000Z' },
      { version: 2, moment: '2026-01-12T06:01:00.000Z' },
    ],
  ])
  await pass(5 * MINUTE)
  expect(receivers.titles('family')).toEqual([
    expect.stringMatching(/acme/i),
    expect.stringMatching(/birch/i),
  ])
})

test('a clock that is set back is waited for, and repeats nothing', async () => {
  const { db, clock, receivers, pass } = await sending()
  await recordAll(db, '2026-01-12T06:00:05.000Z', [ipo('acme', TERMS)])
  await pass(2 * MINUTE)
  clock.set('2026-01-12T05:00:00.000Z')
  await pass(HOUR)
  await recordAll(db, '2026-01-12T06:03:00.000Z', [ipo('birch', TERMS)])
  await pass(5 * MINUTE)
  expect(receivers.delivered).toHaveLength(2)
  expect(await alertProgress(db)).toEqual({ version: 3, moment: '2026-01-12T06:05:00.000Z' })
})

test('nothing is corrected on a channel that was removed', async () => {
  const { db, receivers, pass, outcomes } = await sending()
  await recordAll(db, '2026-01-12T06:00:05.000Z', [ipo('acme', TERMS)])
  await pass(MINUTE)
  const renamed = rulesWith({ parents: {} })
  await pass(MINUTE, renamed)
  await recordAll(db, '2026-01-12T06:03:00.000Z', [
    ipo('acme', { ...TERMS, priceMax: 99, source: 'operator' }),
  ])
  await pass(5 * MINUTE, renamed)
  expect(receivers.delivered).toHaveLength(1)
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['delivered'])
})

test('messages that ended 90 days ago are removed', async () => {
  const { db, clock, tick, pass } = await sending(rulesWith({ family: {} }, { rules: [NEW] }))
  await recordAll(db, '2026-01-12T06:00:05.000Z', [ipo('acme')])
  await pass(MINUTE)
  clock.move(90 * DAY - HOUR)
  await tick()
  expect(await alertLog(db, { limit: 9 })).toHaveLength(1)
  clock.move(DAY)
  await tick()
  expect(await alertLog(db, { limit: 9 })).toEqual([])
})
