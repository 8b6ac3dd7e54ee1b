import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { plain } from '../../test/support/pages.ts'
import { DueText, dueSteps } from './due-days.tsx'

const EXPECTED = {
  allotmentDate: '2026-08-20',
  creditDate: '2026-08-21',
  listingDate: '2026-08-24',
  rule: 'T+3',
} as const

const textsOf = (dates: Parameters<typeof dueSteps>[0], today: string): string[] =>
  dueSteps(dates, today).map((due) =>
    plain(renderToString(h(DueText, { due, today })).replaceAll(/<[^>]*>/g, '')),
  )

describe('the next steps of a closed issue', () => {
  test.each([
    ['2026-08-19', ['allotment due by Thu 20 Aug', 'listing due Mon 24 Aug (expected)']],
    ['2026-08-20', ['allotment due by Thu 20 Aug', 'listing due Mon 24 Aug (expected)']],
    ['2026-08-21', ['listing due Mon 24 Aug (expected)']],
    ['2026-08-24', ['listing due Mon 24 Aug (expected)']],
    ['2026-08-25', ['should have listed by Mon 24 Aug; not confirmed here']],
  ])('by the expected days on %s', (today, texts) => {
    expect(textsOf({ allotmentDate: null, listingDay: null, expected: EXPECTED }, today)).toEqual(texts)
  })

  test('use announced days before expected ones', () => {
    const dates = { allotmentDate: '2026-08-21', listingDay: '2026-08-25', expected: EXPECTED }
    expect(textsOf(dates, '2026-08-20')).toEqual(['allotment due by Fri 21 Aug', 'lists Tue 25 Aug'])
  })

  test('are none while no day is known', () => {
    expect(textsOf({ allotmentDate: null, listingDay: null, expected: null }, '2026-08-20')).toEqual([])
  })
})
