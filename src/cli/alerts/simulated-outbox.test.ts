import { expect, test } from 'vitest'
import type { FiredAlert } from '../../alerts/alert.ts'
import type { AlertRules, ChannelRules } from '../../alerts/rules/alert-rules.ts'
import { SimulatedOutbox } from './simulated-outbox.ts'

const CHANNEL: ChannelRules = {
  settings: { type: 'slack', url: 'https://hooks.slack.example/x' },
  quietHours: null,
  maxPerDay: null,
}

const rules = (channels: Readonly<Record<string, Partial<ChannelRules>>>): AlertRules => ({
  channels: new Map(Object.entries(channels).map(([name, more]) => [name, { ...CHANNEL, ...more }])),
  rules: [],
  digest: null,
})

const fired = (key: string, at: string, more: Partial<FiredAlert> = {}): FiredAlert => ({
  key,
  rule: 'GMP',
  on: 'gmp',
  channels: ['family'],
  at,
  position: { version: 1, moment: at },
  slug: 'acorn-mills',
  content: { title: key, lines: [], link: null, data: {}, stated: { 'acorn-mills': { lastGmp: 10 } } },
  ...more,
})

const at = (day: string, time = '06:30') => `2026-03-${day}T${time}:00.000Z`

const taken = (outbox: SimulatedOutbox, upTo: string) =>
  outbox
    .take(upTo)
    .map(({ createdAt, channel, alerts }) => [createdAt, channel, ...alerts.map(({ key }) => key)].join(' '))

test('an occasion comes once to each channel, also when pages overlap', () => {
  const outbox = new SimulatedOutbox(rules({ family: {}, club: {} }))
  outbox.add([fired('a', at('10'))])
  expect(taken(outbox, at('10'))).toEqual([`${at('10')} family a`])
  outbox.add([fired('a', at('11'), { channels: ['family', 'club'] })])
  expect(taken(outbox, at('12'))).toEqual([`${at('11')} club a`])
})

test('messages are those of one page, however the time is cut', () => {
  const policy = { family: { quietHours: { from: '22:00', to: '07:00' }, maxPerDay: 2 }, club: {} }
  const alerts = ['05', '11', '17', '18', '19', '23'].flatMap((hour, i) =>
    ['10', '11', '12'].map((day) =>
      fired(`${day}-${i}`, at(day, `${hour}:00`), {
        channels: i % 2 === 0 ? ['family', 'club'] : ['family'],
      }),
    ),
  )
  alerts.sort((a, b) => (a.at < b.at ? -1 : 1))
  const whole = new SimulatedOutbox(rules(policy))
  whole.add(alerts)
  const expected = taken(whole, at('20'))
  const cut = new SimulatedOutbox(rules(policy))
  const parts = alerts.flatMap((alert) => {
    cut.add([alert])
    return taken(cut, alert.at)
  })
  expect([...parts, ...taken(cut, at('20'))]).toEqual(expected)
  expect(expected.length).toBeGreaterThan(10)
})

test('alerts that are held back are counted until their message', () => {
  const outbox = new SimulatedOutbox(rules({ family: { quietHours: { from: '22:00', to: '07:00' } } }))
  outbox.add([fired('a', at('10', '18:00')), fired('b', at('10', '19:00'))])
  expect(taken(outbox, at('10', '20:00'))).toEqual([])
  expect(outbox.waiting()).toEqual([['family', 2]])
  expect(taken(outbox, at('11', '01:30'))).toEqual([`${at('11', '01:30')} family a b`])
  expect(outbox.waiting()).toEqual([])
})

test('what was stated last is known by channel, for 60 days', async () => {
  const outbox = new SimulatedOutbox(rules({ family: {}, club: {} }))
  const stated = { 'acorn-mills': { closeDate: 'x', lastGmp: 12 } }
  const content = { title: '', lines: [], link: null, data: {}, stated }
  outbox.add([fired('a', at('10')), fired('b', at('11'), { content, slug: null, on: 'digest' })])
  outbox.take(at('12'))
  expect(await outbox.statedOn('acorn-mills')).toEqual([
    { channel: 'family', at: at('11'), stated: { closeDate: 'x', lastGmp: 12 } },
  ])
  expect(await outbox.statedOn('birch-looms')).toEqual([])
  outbox.take('2026-05-10T06:30:00.000Z')
  expect(await outbox.statedOn('acorn-mills')).toHaveLength(1)
  outbox.take('2026-05-10T06:30:00.001Z')
  expect(await outbox.statedOn('acorn-mills')).toEqual([])
})
