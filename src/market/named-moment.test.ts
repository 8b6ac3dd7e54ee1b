import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantFromMs, istDay } from './calendar.ts'
import { beginningOf, parseNamedMoment, pastMomentOf } from './named-moment.ts'

describe('a named moment', () => {
  test.each([
    ['in full', '2026-01-14T12:00:00.125Z', '2026-01-14T12:00:00.125Z'],
    ['without a fraction', '2026-01-14T12:00:00Z', '2026-01-14T12:00:00.000Z'],
    ['without seconds', '2026-01-14T12:00Z', '2026-01-14T12:00:00.000Z'],
    ['in small letters', '2026-01-14t12:00:00z', '2026-01-14T12:00:00.000Z'],
    ['with one digit of fraction', '2026-01-14T12:00:00.5Z', '2026-01-14T12:00:00.500Z'],
    ['with nine digits, cut', '2026-01-14T12:00:00.999999999Z', '2026-01-14T12:00:00.999Z'],
    ['with 30 digits', `2026-01-14T12:00:00.${'1'.repeat(30)}Z`, '2026-01-14T12:00:00.111Z'],
    ['in the time of India', '2026-01-14T17:30:00+05:30', '2026-01-14T12:00:00.000Z'],
    ['with a plus that became a space', '2026-01-14T17:30:00 05:30', '2026-01-14T12:00:00.000Z'],
    ['without seconds, with an offset', '2026-01-14T17:30+05:30', '2026-01-14T12:00:00.000Z'],
    ['behind UTC, over midnight', '2026-01-13T20:00:00.25-08:00', '2026-01-14T04:00:00.250Z'],
    ['at an offset of zero', '2026-01-14T12:00:00+00:00', '2026-01-14T12:00:00.000Z'],
    ['at an unknown local offset', '2026-01-14T12:00:00-00:00', '2026-01-14T12:00:00.000Z'],
    ['at the largest offset', '2026-01-14T23:59:00+23:59', '2026-01-14T00:00:00.000Z'],
    ['in a leap second', '2016-12-31T23:59:60Z', '2016-12-31T23:59:59.999Z'],
    ['in a leap second with a fraction', '2016-12-31T23:59:60.75Z', '2016-12-31T23:59:59.999Z'],
    ['in a leap second in India', '2017-01-01T05:29:60+05:30', '2016-12-31T23:59:59.999Z'],
  ])('%s: %s', (_name, text, instant) => {
    expect(parseNamedMoment(text)).toEqual({ instant })
  })

  test('as a day', () => {
    expect(parseNamedMoment('2028-02-29')).toEqual({ day: '2028-02-29' })
  })

  test.each(
    [
      [
        '',
        'yesterday',
        'now',
        '1768392000000',
        '2026-1-14',
        '2026-02-29',
        '0000-01-01',
        '2026-01-14T',
        ' 2026-01-14',
      ],
      ['2026-01-14T12:00:00', '2026-01-14 12:00:00Z', '2026-01-14T12Z', '2026-01-14T1:00:00Z', '2026-01-14Z'],
      ['2026-02-30T12:00:00Z', '2026-01-14T24:00:00Z', '2026-01-14T12:60:00Z', '2026-01-14T12:00:61Z'],
      ['2026-01-14T12:00:60Z', '2026-01-14T23:59:60Z', '2017-01-01T23:59:60+05:30', '2026-01-14T12:00:00.Z'],
      ['2026-01-14T12:00:00,5Z', '2026-01-14T12:00:00+24:00', '2026-01-14T12:00:00+05:60'],
      [
        '2026-01-14T12:00:00+0530',
        '2026-01-14T12:00:00+05',
        '2026-01-14T12:00:00+5:30',
        '2026-01-14T12:00:00 Z',
      ],
      ['2026-01-14T12:00:00Z\n', '2026-01-14T12:00:00Z ', '2026-01-14T12:00:00IST', '२०२६-01-14'],
      ['0001-01-01T00:00:00+05:30', '9999-12-31T23:59:59-05:30', '+2026-01-14T12:00:00Z'],
    ].flat(),
  )('is not "%s"', (text) => {
    expect(parseNamedMoment(text)).toBeUndefined()
  })

  test('is the same at every offset', () => {
    const ms = fc.integer({ min: 0, max: Date.parse('2090-01-01T00:00:00.000Z') })
    fc.assert(
      fc.property(ms, fc.integer({ min: -1439, max: 1439 }), (at, minutes) => {
        const local = instantFromMs(at + minutes * 60_000).slice(0, -1)
        const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
        const offset = [hours, rest].map((part) => String(part).padStart(2, '0')).join(':')
        const text = `${local}${minutes < 0 ? '-' : '+'}${offset}`
        expect(parseNamedMoment(text)).toEqual({ instant: instantFromMs(at) })
      }),
    )
  })
})

describe('the past moment that is meant', () => {
  const NOW = '2026-01-14T20:00:00.000Z'
  test.each([
    ['a date-time', { instant: '2026-01-14T12:00:00.000Z' }, '2026-01-14T12:00:00.000Z'],
    ['this moment', { instant: NOW }, NOW],
    ['a moment to come', { instant: '2026-01-14T20:00:00.001Z' }, undefined],
    // It is the 15th in India.
    ['a day that has ended in India', { day: '2026-01-14' }, '2026-01-14T18:29:59.999Z'],
    ['the current day', { day: '2026-01-15' }, 'now'],
    ['a day to come', { day: '2026-01-16' }, undefined],
    ['the last day of all', { day: '9999-12-31' }, undefined],
    ['the first day of all', { day: '0001-01-01' }, '0001-01-01T18:29:59.999Z'],
  ])('by %s', (_name, named, moment) => {
    expect(pastMomentOf(named, NOW)).toBe(moment)
  })

  test('by a day is the last millisecond of that day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (days) => {
        const day = instantFromMs(days * 86_400_000).slice(0, 10)
        const end = pastMomentOf({ day }, '2999-01-01T00:00:00.000Z') ?? ''
        expect([istDay(end), istDay(instantFromMs(Date.parse(end) + 1)) > day]).toEqual([day, true])
      }),
    )
  })
})

test.each([
  ['a date-time', { instant: '2026-01-14T12:00:00.000Z' }, '2026-01-14T12:00:00.000Z'],
  ['a day', { day: '2026-01-14' }, '2026-01-13T18:30:00.000Z'],
  ['the first day of all', { day: '0001-01-01' }, '0001-01-01T00:00:00.000Z'],
])('the beginning that is meant by %s', (_name, named, moment) => {
  expect(beginningOf(named)).toBe(moment)
})
