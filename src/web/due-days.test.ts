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

const UNANNOUNCED = { allotmentDate: null, listingDay: null, expected: null, hasListingPrice: false }

const textsOf = (dates: Parameters<typeof dueSteps>[0], today: string): string[] =>
  dueSteps(dates, today).map((due) =>
    plain(renderToString(h(DueText, { due, today })).replaceAll(/<[^>]*>/g, '')),
  )

describe('the next steps of a closed issue', () => {
  test.each([
    ['2026-08-19', ['allotment due by Thu 20 Aug', 'listing due Mon 24 Aug (expected)']],
    ['2026-08-20', ['allotment due today', 'listing due Mon 24 Aug (expected)']],
    ['2026-08-21', ['listing due Mon 24 Aug (expected)']],
    ['2026-08-24', ['listing due today (expected)']],
    ['2026-08-25', ['should have listed by Mon 24 Aug; not confirmed here']],
  ])('by the expected days on %s', (today, texts) => {
    expect(textsOf({ ...UNANNOUNCED, expected: EXPECTED }, today)).toEqual(texts)
  })

  test.each([
    ['2026-08-20', ['allotment due by Fri 21 Aug', 'lists Tue 25 Aug']],
    ['2026-08-25', ['lists today']],
    ['2026-08-26', ['should have listed by Tue 25 Aug; not confirmed here']],
  ])('by the announced days, before expected ones, on %s', (today, texts) => {
    const announced = { ...UNANNOUNCED, allotmentDate: '2026-08-21', listingDay: '2026-08-25' }
    expect(textsOf({ ...announced, expected: EXPECTED }, today)).toEqual(texts)
    // From the listing day on nothing is expected.
    if (today >= '2026-08-25') expect(textsOf(announced, today)).toEqual(texts)
  })

  test('are none while no day is known, and once a price confirms the listing', () => {
    expect(textsOf(UNANNOUNCED, '2026-08-20')).toEqual([])
    const listed = { ...UNANNOUNCED, listingDay: '2026-08-19', hasListingPrice: true }
    expect(textsOf(listed, '2026-08-20')).toEqual([])
  })
})
