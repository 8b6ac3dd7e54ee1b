import { expect, test } from 'vitest'
import { ipo } from '../../test/support/lines.ts'
import { startTestService } from '../../test/support/service.ts'
import { BASE } from '../request/paths.ts'
import { ipoText } from './ipo-text.ts'

const TERMS = { openDate: '2026-01-13', closeDate: '2026-01-15' }
const ANNOUNCED = { ...TERMS, listingDate: '2026-01-21' }

test.each<[string, Record<string, string>, string, string]>([
  ['due on the day before', TERMS, '2026-01-19', 'due 2026-01-20 (expected)'],
  ['due on the expected day', TERMS, '2026-01-20', 'due 2026-01-20 (expected)'],
  [
    'overdue after the expected day',
    TERMS,
    '2026-01-21',
    'should have listed by 2026-01-20; not confirmed here',
  ],
  ['announced until its day', ANNOUNCED, '2026-01-21', '2026-01-21'],
  [
    'overdue after the announced day',
    ANNOUNCED,
    '2026-01-22',
    'should have listed by 2026-01-21; not confirmed here',
  ],
])('the listing of an IPO without a listing price is %s', async (_name, terms, today, text) => {
  const service = await startTestService({ now: `${today}T06:00:00.000Z`, lines: [ipo('acorn', terms)] })
  const shown = ipoText((await service.json(`${BASE}/ipos/acorn`)).ipo, today)
  expect(/^Listing +(.+)$/m.exec(shown)?.[1]).toBe(text)
})

test('the listing of an IPO that trades by a disclosed deal is not overdue', async () => {
  const service = await startTestService({
    now: '2026-01-22T06:00:00.000Z',
    lines: [ipo('acorn', ANNOUNCED)],
  })
  const shown = ipoText((await service.json(`${BASE}/ipos/acorn`)).ipo, '2026-01-22', '2026-01-21')
  expect(shown).toMatch(/^Listing +Trading by 2026-01-21 \(deal disclosed\); listing day and opening price/m)
})

test('an allotment that was due and is not confirmed is no longer due', async () => {
  const service = await startTestService({ now: '2026-01-19T06:00:00.000Z', lines: [ipo('acorn', TERMS)] })
  const { ipo: acorn } = await service.json(`${BASE}/ipos/acorn`)
  expect(ipoText(acorn, '2026-01-16')).toMatch(/^Allotment +due by 2026-01-16 \(expected\)$/m)
  expect(ipoText(acorn, '2026-01-19')).toMatch(/^Allotment +was due by 2026-01-16; not confirmed here$/m)
})

test.each<[string, string, string]>([
  ['no quote yet on the expected day of listing', '2026-01-20', 'no quote yet'],
  ['no quote once it should have listed', '2026-01-21', 'no quote'],
])('an IPO without a GMP has %s', async (_name, today, text) => {
  const service = await startTestService({ now: `${today}T06:00:00.000Z`, lines: [ipo('acorn', TERMS)] })
  const shown = ipoText((await service.json(`${BASE}/ipos/acorn`)).ipo, today)
  expect(/^GMP +(.+)$/m.exec(shown)?.[1]).toBe(text)
})
