import { type ComponentType, h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { plain } from '../../../test/support/pages.ts'
import { isOldGmp } from '../../market/gmp/gmp.ts'
import type { GmpHistoryDay } from '../../reports/ipos/gmp-history.ts'
import type { IpoView } from '../../reports/ipos/ipo-view.ts'
import { en } from '../../texts/en.ts'
import { GmpChangeText, GmpFigure, GmpNote, ImpliedGain, OneGmp } from './quoted-gmp.tsx'

const TODAY = '2026-08-20'

/** Quotes of a share at ₹100. */
const AGREED: GmpHistoryDay = {
  day: TODAY,
  gmp: 42.25,
  gmpPct: 42.25,
  lowest: 39.5,
  highest: 45,
  lowestPct: 39.5,
  highestPct: 45,
  spread: 5.5,
  owners: 2,
  ownersOfDay: 2,
  disputed: false,
  quotes: [],
}
const DISPUTED: GmpHistoryDay = {
  ...AGREED,
  gmp: 156.5,
  gmpPct: 156.5,
  lowest: 94,
  highest: 219,
  lowestPct: 94,
  highestPct: 219,
  spread: 125,
  disputed: true,
}
const ONE: GmpHistoryDay = { ...AGREED, owners: 1, ownersOfDay: 1 }
const UNPRICED: GmpHistoryDay = { ...DISPUTED, gmpPct: null, lowestPct: null, highestPct: null }
const on = (day: string, quoted = AGREED): GmpHistoryDay => ({ ...quoted, day })

const viewOf = (quoted: GmpHistoryDay, state: IpoView['state'] = 'open') => ({
  view: { quoted, today: TODAY, state, isOldGmp: isOldGmp(quoted.day, TODAY) },
})

const html = <Props extends object>(component: ComponentType<Props>, props: Props) =>
  renderToString(h(component, props))
const textIn = (markup: string) => plain(markup.replaceAll(/<[^>]*>/g, ''))

describe('a GMP', () => {
  test.each([
    ['that sources agree on', AGREED, '₹42.25', '+42.3%', '2 sources today'],
    [
      'of which one quote is of the day before',
      { ...AGREED, ownersOfDay: 1 },
      '₹42.25',
      '+42.3%',
      '2 sources, 1 today',
    ],
    ['of one source', ONE, '₹42.25', '+42.3%', '1 source today'],
    ['of yesterday', on('2026-08-19'), '₹42.25', '+42.3%', '2 sources, 19 Aug'],
    ['in dispute', DISPUTED, '₹94 to ₹219', '+94.0% to +219.0%', '⚠ 2 sources disagree today'],
    ['without a price', UNPRICED, '₹94 to ₹219', 'no price yet', '⚠ 2 sources disagree today'],
  ])('%s has its headline, its implied gain and a note', (_name, quoted, headline, implied, note) => {
    const props = viewOf(quoted)
    expect(textIn(html(GmpFigure, props))).toBe(headline)
    expect(textIn(html(ImpliedGain, props))).toBe(implied)
    expect(textIn(html(GmpNote, props))).toBe(note)
    expect(en.ipo.gmpText(quoted)).toBe(headline)
  })

  test.each([
    ['2026-08-20', null],
    ['2026-08-17', null],
    ['2026-08-16', '4 days old'],
    ['2026-07-09', '42 days old'],
  ])('of %s is grey with its age when it is old: %s', (day, age) => {
    expect(textIn(html(OneGmp, { gmp: 40, day, today: TODAY })).trim()).toBe(
      age === null ? '₹40' : `₹40 ${age}`,
    )
    for (const quoted of [on(day), on(day, DISPUTED)]) {
      const shown = html(GmpFigure, viewOf(quoted)) + html(ImpliedGain, viewOf(quoted))
      expect(/class="num (up|down|plain)"/.test(shown)).toBe(age === null)
      expect(shown.includes('class="num old"')).toBe(age !== null)
    }
  })

  test('of today is grey once the issue has listed', () => {
    for (const component of [GmpFigure, ImpliedGain])
      expect(html(component, viewOf(AGREED, 'listed'))).toContain('class="num old"')
  })

  test('has its day and sources as plain text for cards', () => {
    expect(plain(en.ipo.gmpOrigin(AGREED, TODAY))).toBe('2 sources today')
    expect(plain(en.ipo.gmpOrigin({ ...AGREED, ownersOfDay: 1 }, TODAY))).toBe('2 sources, 1 today')
    expect(plain(en.ipo.gmpOrigin(on('2025-12-30', ONE), TODAY))).toBe('1 source on 30 Dec 2025')
  })
})

describe('the change of a GMP', () => {
  const since = '2026-08-19'
  const changeIn = (by: number | null, last = AGREED, isFull = false) =>
    textIn(
      html(GmpChangeText, {
        view: { ...viewOf(last).view, gmpHistory: { days: [last], change: { since, before: 30, by } } },
        isFull,
      }),
    )

  test.each([
    [12.25, '▲ up 12.25 since yesterday', '▲ up ₹12.25 since yesterday'],
    [-5, '▼ down 5 since yesterday', '▼ down ₹5 since yesterday'],
    [0, '', '● same as yesterday'],
    [null, '', '19 Aug: ₹30 (from other sources)'],
  ])('by %s is %s', (by, short, full) => {
    expect(changeIn(by)).toBe(short)
    expect(changeIn(by, AGREED, true)).toBe(full)
  })

  test('has no arrow in a dispute', () => {
    expect(changeIn(12.25, DISPUTED, true)).toBe('19 Aug: ₹30')
    expect(changeIn(null, DISPUTED, true)).toBe('19 Aug: ₹30 (from other sources)')
  })

  test.each([12.25, null])('by %s is not shown beside an old GMP', (by) => {
    expect(changeIn(by, on('2026-08-16'))).toBe('')
  })
})
