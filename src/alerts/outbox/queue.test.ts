import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  type Day,
  type Instant,
  instantFromMs,
  istDay,
  istInstant,
  msOf,
} from '../../market/calendar.ts'
import type { PlannedMessage } from '../alert.ts'
import type { ChannelPolicy } from '../rules/alert-rules.ts'
import { dueMessages } from './queue.ts'

interface Named {
  readonly name: string
  readonly at: Instant
  readonly event: 'digest' | 'gmp'
}

const DAY = '2026-01-13'
const NEXT = '2026-01-14'
const NO_POLICY: ChannelPolicy = { quietHours: null, maxPerDay: null }
const NIGHT = { from: '22:00', to: '07:30' }

/** A moment by a clock in India; `+` for the next day, `-` for the one before. */
const ist = (time: string): Instant =>
  time.startsWith('+')
    ? istInstant(NEXT, time.slice(1))
    : time.startsWith('-')
      ? istInstant(addDays(DAY, -1), time.slice(1))
      : istInstant(DAY, time)

/** `a 10:00` is an alert, `digest 08:00` a digest. */
const alertsOf = (...texts: string[]): Named[] =>
  texts.map((text) => {
    const [name = '', time = ''] = text.split(' ')
    return { name, at: ist(time), event: name === 'digest' ? 'digest' : 'gmp' }
  })

/** As the tables below write a message. */
const shown = ({ createdAt, alerts, why, heldBy, isLastOfDay }: PlannedMessage<Named>): string => {
  const day = istDay(createdAt)
  const sign = day === DAY ? '' : day === NEXT ? '+' : '?'
  const clock = instantFromMs(msOf(createdAt) + 330 * 60_000).slice(11, 16)
  const names = alerts.map(({ name }) => name).join(' ')
  return `${sign}${clock} ${names}${why === null ? '' : ` (${why}${heldBy === null ? '' : `: ${heldBy}`})`}${isLastOfDay ? ' last' : ''}`
}

interface Case {
  readonly alerts: readonly string[]
  readonly now: string
  readonly policy?: Partial<ChannelPolicy>
  readonly sent?: Readonly<Record<Day, number>>
  readonly messages: readonly string[]
  readonly next?: string
}

const check = ({ alerts, now, policy = {}, sent = {}, messages, next }: Case) => {
  const queue = { held: alertsOf(...alerts), sentOn: new Map(Object.entries(sent)) }
  const composed = dueMessages(queue, { policy: { ...NO_POLICY, ...policy }, now: ist(now) })
  expect(composed.messages.map(shown)).toEqual(messages)
  expect(composed.nextAt).toBe(next === undefined ? null : ist(next))
}

test.each<[string, Case]>([
  ['none', { alerts: [], now: '10:00', messages: [] }],
  ['one', { alerts: ['a 10:00'], now: '10:00', messages: ['10:00 a'] }],
  [
    'up to five of one moment, one each',
    {
      alerts: ['a 10:00', 'b 10:00', 'c 10:00', 'd 10:00', 'e 10:00'],
      now: '10:01',
      messages: ['10:00 a', '10:00 b', '10:00 c', '10:00 d', '10:00 e'],
    },
  ],
  [
    'six of one moment, in one',
    {
      alerts: ['a 10:00', 'b 10:00', 'c 10:00', 'd 10:00', 'e 10:00', 'f 10:00', 'g 10:01'],
      now: '10:01',
      messages: ['10:00 a b c d e f (several)', '10:01 g'],
    },
  ],
  [
    'a digest beside six others, apart from them',
    {
      alerts: ['a 10:00', 'b 10:00', 'digest 10:00', 'c 10:00', 'd 10:00', 'e 10:00', 'f 10:00'],
      now: '10:00',
      messages: ['10:00 a b c d e f (several)', '10:00 digest'],
    },
  ],
])('messages of alerts: %s', (_name, each) => check(each))

describe('quiet hours', () => {
  const policy = { quietHours: NIGHT }
  test.each<[string, Case]>([
    ['hold alerts back', { alerts: ['a 22:00'], now: '22:00', policy, messages: [], next: '+07:30' }],
    [
      'do not hold back what comes just before they begin',
      { alerts: ['a 21:59'], now: '22:00', policy, messages: ['21:59 a'] },
    ],
    [
      'release those of a night in one message when they end',
      {
        alerts: ['a 22:30', 'b 23:00', 'c +07:29', 'd +07:30'],
        now: '+07:30',
        policy,
        messages: ['+07:30 a b c (held: quiet hours)', '+07:30 d'],
      },
    ],
    ['release one alert as it is', { alerts: ['a 23:00'], now: '+07:31', policy, messages: ['+07:30 a'] }],
    [
      'that do not pass midnight',
      {
        alerts: ['a 11:00', 'b 11:30', 'c 12:30'],
        now: '12:45',
        policy: { quietHours: { from: '10:00', to: '12:00' } },
        messages: ['12:00 a b (held: quiet hours)', '12:30 c'],
      },
    ],
    [
      'hold a digest back, apart from the others',
      {
        alerts: ['a 06:00', 'digest 07:00', 'b 07:00'],
        now: '07:30',
        policy,
        messages: ['07:30 a b (held: quiet hours)', '07:30 digest'],
      },
    ],
  ])('%s', (_name, each) => check(each))
})

describe('a maximum of messages a day', () => {
  const policy = { maxPerDay: 2 }
  const full = { [DAY]: 2 }
  test.each<[string, Case]>([
    [
      'is reached by the last message',
      { alerts: ['a 10:00', 'b 11:00'], now: '11:00', policy, messages: ['10:00 a', '11:00 b last'] },
    ],
    [
      'holds back what is beyond it, until the morning',
      { alerts: ['a 11:00', 'b 12:00'], now: '12:00', policy, sent: full, messages: [], next: '+09:00' },
    ],
    [
      'holds back into the first message of the next day',
      { alerts: ['a 11:00', 'b +08:00'], now: '+08:00', policy, sent: full, messages: ['+08:00 a b (held)'] },
    ],
    [
      'holds back into a message of its own in the morning',
      {
        alerts: ['a 11:00', 'b 12:00', 'c +09:05'],
        now: '+09:05',
        policy,
        sent: full,
        messages: ['+09:00 a b (held: daily maximum)', '+09:05 c last'],
      },
    ],
    [
      'holds back until quiet hours end in the morning',
      {
        alerts: ['a 11:00'],
        now: '+09:30',
        policy: { maxPerDay: 2, quietHours: { from: '22:00', to: '09:30' } },
        sent: full,
        messages: ['+09:30 a'],
      },
    ],
    [
      'combines alerts of one moment rather than holding some back',
      {
        alerts: ['a 10:00', 'b 10:00', 'c 10:00'],
        now: '10:00',
        policy,
        sent: { [DAY]: 1 },
        messages: ['10:00 a b c (several) last'],
      },
    ],
    [
      'is of the day on which quiet hours end',
      {
        alerts: ['a 23:00'],
        now: '+07:30',
        policy: { maxPerDay: 2, quietHours: NIGHT },
        sent: full,
        messages: ['+07:30 a'],
      },
    ],
    [
      'lets a digest be before what was held back',
      {
        alerts: ['a 11:00', 'digest +08:00'],
        now: '+09:00',
        policy,
        sent: full,
        messages: ['+08:00 digest', '+09:00 a last'],
      },
    ],
    [
      'of one lets no digest take the place of what was held back',
      {
        alerts: ['a 11:00', 'digest +08:00'],
        now: '+08:00',
        policy: { maxPerDay: 1 },
        sent: full,
        messages: ['+08:00 a digest (held) last'],
      },
    ],
  ])('%s', (_name, each) => check(each))
})

describe('what should have been sent more than an hour ago', () => {
  test.each<[string, Case]>([
    [
      'comes in one message',
      { alerts: ['a -10:00', 'b 10:00', 'c 11:00'], now: '12:01', messages: ['12:01 a b c (missed)'] },
    ],
    [
      'comes before what is not late',
      {
        alerts: ['a 10:00', 'b 10:30', 'c 11:30'],
        now: '12:00',
        messages: ['12:00 a b (missed)', '11:30 c'],
      },
    ],
    ['is no longer than an hour ago', { alerts: ['a 11:00'], now: '12:00', messages: ['11:00 a'] }],
    ['may be one alert', { alerts: ['a 10:00'], now: '12:00', messages: ['12:00 a (missed)'] }],
    [
      'does not include the digest of this day',
      { alerts: ['digest 08:00', 'a 09:00'], now: '12:00', messages: ['12:00 a (missed)', '08:00 digest'] },
    ],
    [
      'includes digests of earlier days',
      {
        alerts: ['digest -08:00', 'a 09:00', 'b 11:30'],
        now: '12:00',
        messages: ['12:00 digest a (missed)', '11:30 b'],
      },
    ],
    [
      'waits until quiet hours end, with the digest of this day',
      {
        alerts: ['digest 08:00', 'a 09:00'],
        now: '22:30',
        policy: { quietHours: NIGHT },
        messages: [],
        next: '+07:30',
      },
    ],
    [
      'is counted by the maximum of the day on which it is sent',
      {
        alerts: ['a -10:00', 'b -11:00', 'c 11:30'],
        now: '12:00',
        policy: { maxPerDay: 2 },
        messages: ['12:00 a b (missed)', '11:30 c last'],
      },
    ],
    [
      'waits until the morning when the day is full',
      {
        alerts: ['a 10:00', 'b 11:00'],
        now: '13:00',
        policy: { maxPerDay: 1 },
        sent: { [addDays(DAY, -1)]: 0, [DAY]: 1 },
        messages: [],
        next: '+09:00',
      },
    ],
  ])('%s', (_name, each) => check(each))

  test('a maximum that was raised lets what was held back come now, but not at midnight', () => {
    const sent = { [DAY]: 2 }
    check({
      alerts: ['a 10:00'],
      now: '+00:30',
      policy: { maxPerDay: 2 },
      sent,
      messages: [],
      next: '+09:00',
    })
    check({
      alerts: ['a 10:00'],
      now: '+00:30',
      policy: { maxPerDay: 3 },
      sent,
      messages: ['+00:30 a (missed)'],
    })
  })
})

describe('whatever the alerts and the policy are', () => {
  const START = msOf(istInstant(DAY, '00:00'))
  const MINUTE = 60_000
  const clockTime = fc.integer({ min: 0, max: 95 }).map((quarter) => {
    const minutes = quarter * 15
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  })
  const policies = fc.record({
    quietHours: fc.option(
      fc.record({ from: clockTime, to: clockTime }).filter(({ from, to }) => from !== to),
      { nil: null },
    ),
    maxPerDay: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
  })
  const alertLists = fc
    .array(fc.record({ minute: fc.integer({ min: 0, max: 4 * 1440 }), isDigest: fc.boolean() }), {
      maxLength: 40,
    })
    .map((all) =>
      all
        .sort((a, b) => a.minute - b.minute)
        .map(
          ({ minute, isDigest }, i): Named => ({
            name: `n${i}`,
            at: instantFromMs(START + minute * MINUTE),
            event: isDigest && i % 5 === 0 ? 'digest' : 'gmp',
          }),
        ),
    )

  /** Composes at each of these moments, as a process does, with what was sent before. */
  function composeAt(alerts: readonly Named[], policy: ChannelPolicy, minutes: readonly number[]) {
    const messages: PlannedMessage<Named>[] = []
    const sentOn = new Map<Day, number>()
    let left = alerts
    for (const minute of minutes) {
      const now = instantFromMs(START + minute * MINUTE)
      const held = left.filter((alert) => alert.at <= now)
      if (held.length === 0) continue
      const { messages: more, nextAt } = dueMessages({ held, sentOn }, { policy, now })
      for (const message of more) {
        messages.push(message)
        const day = istDay(message.createdAt)
        sentOn.set(day, (sentOn.get(day) ?? 0) + 1)
        expect(message.createdAt <= now).toBe(true)
      }
      if (nextAt !== null) expect(nextAt > now).toBe(true)
      const carried = new Set(more.flatMap((message) => message.alerts))
      expect(nextAt !== null).toBe(held.length > carried.size)
      left = left.filter((alert) => !carried.has(alert))
    }
    return { messages, sentOn }
  }

  /** The minutes of some days, in steps. */
  const every = (step: number, days: number) =>
    Array.from({ length: Math.ceil((days * 1440) / step) + 1 }, (_, i) => i * step)

  test('none is lost or in two messages, and no day has more than its maximum', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(alertLists, policies, gaps, (alerts, policy, steps) => {
        let minute = 0
        const cut = steps.map((step) => {
          minute += step
          return minute
        })
        const last = Math.max(minute, 4 * 1440)
        const tail = every(10, 30).map((after) => last + after)
        const { messages, sentOn } = composeAt(alerts, policy, [...cut, ...tail])
        const carried = messages.flatMap((message) => message.alerts.map(({ name }) => name))
        expect(carried.toSorted()).toEqual(alerts.map(({ name }) => name).toSorted())
        for (const count of sentOn.values()) expect(count).toBeLessThanOrEqual(policy.maxPerDay ?? count)
        for (const { alerts: inside } of messages)
          expect(inside).toEqual(alerts.filter((alert) => inside.includes(alert)))
      }),
      { numRuns: 100 },
    )
  })

  test('a digest that comes with alerts of the same quiet hours keeps its place among them', () => {
    const at = (minute: string) => `2026-01-15T18:${minute}:00.000Z`
    const alerts = [
      ...['a', 'b', 'c', 'd'].map((name) => ({
        name,
        at: '2026-01-12T18:30:00.000Z',
        event: 'gmp' as const,
      })),
      { name: 'first', at: at('45'), event: 'gmp' as const },
      { name: 'digest', at: at('49'), event: 'digest' as const },
      { name: 'last', at: at('57'), event: 'gmp' as const },
    ]
    const policy = { quietHours: { from: '00:15', to: '00:00' }, maxPerDay: 1 }
    const minutes = [61, ...every(10, 30).map((after) => 4 * 1440 + after)]
    const { messages } = composeAt(alerts, policy, minutes)
    for (const { alerts: inside } of messages)
      expect(inside).toEqual(alerts.filter((alert) => inside.includes(alert)))
  })

  test('a replay, which is never late, has them all at its end', () => {
    const lateAfterMs = Number.POSITIVE_INFINITY
    fc.assert(
      fc.property(alertLists, policies, (alerts, policy) => {
        const now = instantFromMs(START + 30 * 1440 * MINUTE)
        const replayed = dueMessages({ held: alerts, sentOn: new Map() }, { policy, now, lateAfterMs })
        expect(replayed.messages).toEqual(composeAt(alerts, policy, every(20, 8)).messages)
      }),
      { numRuns: 20 },
    )
  })

  test('the messages are the same however often this is done, as long as nothing is late', () => {
    const steps = fc.constantFrom(7, 20, 45, 60)
    fc.assert(
      fc.property(alertLists, policies, steps, (alerts, policy, step) => {
        const often = composeAt(alerts, policy, every(1, 8))
        const seldom = composeAt(alerts, policy, every(step, 8))
        expect(seldom.messages).toEqual(often.messages)
      }),
      { numRuns: 20 },
    )
  })
})
