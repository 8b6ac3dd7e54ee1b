import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import {
  ALERT_AT,
  alertIpo,
  dayEvent,
  dealEvent,
  digestEvent,
  gmpEvent,
} from '../../../test/support/alert-events.ts'
import type { AlertEvent, HeldAlert, PlannedMessage } from '../alert.ts'
import { MessageBody } from './alert-body.ts'
import { alertContent, readContent } from './alert-content.ts'
import { alertMessage, MAXIMUM_NOTE } from './message.ts'

const OPTIONS = { at: ALERT_AT, publicUrl: 'https://ipo.example', isDemo: false }
const YESTERDAY = '2026-11-16T15:05:00.000Z'
const validator = Compile(MessageBody)

const part = (event: AlertEvent, at = ALERT_AT, options = OPTIONS): HeldAlert => ({
  ...{ key: 'some key', rule: 'some rule', event: event.on, at },
  content: alertContent(event, { ...options, at }),
})

interface Composed {
  readonly heldBy?: PlannedMessage<unknown>['heldBy']
  readonly away?: { readonly from: string; readonly to: string }
  readonly isLastOfDay?: boolean
  readonly publicUrl?: string
  readonly isDemo?: boolean
}

const composed = (
  alerts: readonly HeldAlert[],
  why: PlannedMessage<unknown>['why'] = null,
  { heldBy = null, away, isLastOfDay = false, ...options }: Composed = {},
) =>
  alertMessage(
    'family',
    { createdAt: ALERT_AT, alerts, why, heldBy, isLastOfDay },
    { ...OPTIONS, away: away ?? null, ...options },
  )
const deals = (n: number, more = {}) =>
  Array.from({ length: n }, (_, i) => part(dealEvent({ symbol: `N${i + 1}`, ...more })))
const symbolsIn = (text: string) => [...text.matchAll(/^- (\w+): /gm)].map(([, symbol]) => symbol)

describe('one alert', () => {
  test('has its lines, and the link after an empty line', () => {
    expect(composed([part(gmpEvent())])).toMatchObject({
      title: 'GMP of Acme Foods rose above 20%: ₹45 (+45.0%) on 17 Nov, 3 sources',
      text: [
        'Before: +18.5% on 17 Nov, 3 sources',
        'Closes Thu 19 Nov, 5:00 pm',
        'GMP is unofficial.',
        '',
        'https://ipo.example/ipos/acme-foods',
      ].join('\n'),
    })
  })

  test('may have a note', () => {
    const { text, body } = composed([part(dealEvent())], null, { isLastOfDay: true })
    expect(text.split('\n')).toEqual([
      'Acme Foods',
      'Daily maximum reached: further alerts come tomorrow.',
      '',
      'https://ipo.example/deals/ACME',
    ])
    expect(body).toMatchObject({ note: MAXIMUM_NOTE })
  })

  test('has data as described', () => {
    const { body } = composed([part(gmpEvent())])
    expect([...validator.Errors(JSON.parse(JSON.stringify(body)))]).toEqual([])
    expect(body).toMatchObject({
      type: 'alert',
      count: 1,
      alerts: [{ rule: 'some rule', type: 'gmp' }],
      from: null,
      to: null,
      note: null,
      disclaimer: expect.stringContaining('unofficial'),
    })
  })
})

test('alerts that an earlier build recorded have the same messages', () => {
  const earlier = (own: HeldAlert): HeldAlert => {
    const { title, lines, link, data, stated } = own.content
    const recorded = { title, lines: [...lines, 'GMP is unofficial.'], link, data, stated }
    return { ...own, content: readContent(JSON.stringify(recorded)) }
  }
  const now = [part(gmpEvent()), part(dayEvent('opens'))]
  const before = now.map(earlier)
  // Only what a tap on a notification opens is not known.
  expect(composed(before.slice(0, 1))).toEqual({ ...composed(now.slice(0, 1)), firstLink: null })
  expect(composed(before, 'several')).toEqual(composed(now, 'several'))
})

describe('several alerts', () => {
  test('have their titles, with the moment of those of earlier days', () => {
    const parts = [part(dayEvent('opens'), YESTERDAY), part(gmpEvent()), part(dealEvent())]
    expect(composed(parts, 'several')).toMatchObject({
      title: '3 alerts',
      text: [
        '- 16 Nov, 8:35 pm: Acme Foods opens tomorrow, Tue 17 Nov',
        '- GMP of Acme Foods rose above 20%: ₹45 (+45.0%) on 17 Nov, 3 sources',
        '- ACME: bulk buy of 5,00,000 shares by SOME FUND at ₹131.50 on NSE, 17 Nov, ₹6.58 Cr',
        'GMP is unofficial.',
      ].join('\n'),
      body: { type: 'several', count: 3, alerts: [{ type: 'opens' }, { type: 'gmp' }, { type: 'deal' }] },
    })
  })

  const away = { from: '2026-11-10T03:30:00.000Z', to: ALERT_AT }

  test.each([
    ['several', 7, {}, '7 alerts'],
    ['held', 4, { heldBy: 'quiet hours' }, '4 alerts held back in quiet hours'],
    ['held', 3, { heldBy: 'daily maximum' }, '3 alerts held back by the daily maximum'],
    ['held', 2, {}, '2 alerts held back'],
    ['missed', 23, { away }, 'Greymark was not running from 10 Nov, 9:00 am to 17 Nov, 10:00 am: 23 alerts'],
    ['missed', 3, {}, '3 alerts held back'],
  ] as const)('%s: %d, with the reason in the title', (why, n, more, title) => {
    const { title: written, body } = composed(deals(n), why, more)
    expect(written).toBe(title)
    expect([...validator.Errors(JSON.parse(JSON.stringify(body)))]).toEqual([])
    expect(body).toMatchObject({ type: title.includes('held') ? 'held' : why, count: n })
  })

  test('a time in which it was not running is in the data', () => {
    expect(composed(deals(2), 'missed', { away }).body).toMatchObject(away)
  })

  test('of more than 20, the newest are named, and where the others are', () => {
    const { text } = composed(deals(23), 'held', { isLastOfDay: true })
    expect(symbolsIn(text)).toEqual(Array.from({ length: 20 }, (_, i) => `N${i + 4}`))
    expect(text.split('\n').slice(-2)).toEqual([
      'and 3 more before these: https://ipo.example/changes',
      MAXIMUM_NOTE,
    ])
  })

  test('without an address of the service there is no link', () => {
    const { text } = composed(deals(21), 'several', { publicUrl: '' })
    expect(text.split('\n').at(-1)).toBe('and 1 more before these')
  })

  test('the newest 100 are in the data, with the number of all', () => {
    const { body } = composed(deals(130), 'held')
    expect(body.count).toBe(130)
    expect(body.alerts).toHaveLength(100)
    expect(body.alerts).toMatchObject([{ deal: { symbol: 'N31' } }, ...Array(99).fill({})])
  })

  test('the demo is named once at the beginning and once at the end', () => {
    const demo = { ...OPTIONS, isDemo: true }
    const parts = [part(gmpEvent(), ALERT_AT, demo), part(dealEvent(), ALERT_AT, demo)]
    const { title, text } = composed(parts, 'several', { isDemo: true })
    expect(title).toBe('DEMO: 2 alerts')
    expect(text.match(/DEMO/g)).toHaveLength(1)
    expect(text.split('\n').at(-1)).toBe('DEMO: every issue, person, price and date here is invented.')
  })
})

describe('a digest that was held back', () => {
  const digest = (n: number) =>
    part(digestEvent({ opens: Array.from({ length: n }, () => alertIpo()) }), '2026-11-17T03:30:00.000Z')

  test('stays whole below the others', () => {
    const { text } = composed([digest(1), ...deals(1)], 'held')
    expect(text.split('\n')).toEqual([
      '- N1: bulk buy of 5,00,000 shares by SOME FUND at ₹131.50 on NSE, 17 Nov, ₹6.58 Cr',
      '',
      'IPOs on Tue 17 Nov: 1 opening',
      'Opens:',
      '- Acme Foods: closes Thu 19 Nov, 5:00 pm, minimum ₹15,000; GMP ₹45 (+45.0%) on 17 Nov, 3 sources',
      'GMP is unofficial.',
    ])
  })

  test('only the last of several stays whole', () => {
    const { text } = composed([part(digestEvent({ day: '2026-11-16' }), YESTERDAY), digest(1)], 'held')
    expect(text.split('\n').slice(0, 3)).toEqual([
      '- 16 Nov, 8:35 pm: IPOs on Mon 16 Nov: nothing due',
      '',
      'IPOs on Tue 17 Nov: 1 opening',
    ])
  })

  test('has only its title where it leaves no room for the others', () => {
    const { text } = composed([digest(50), ...deals(19, { clientName: 'x'.repeat(60) })], 'held')
    expect(text).not.toContain('Acme Foods: closes')
    expect(symbolsIn(text)).toHaveLength(19)
    expect(text).toContain('- IPOs on Tue 17 Nov: 50 openings')
  })
})
