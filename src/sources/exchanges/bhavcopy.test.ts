import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OPEN_ALONE } from '../../market/facts/fact.ts'
import { type DayFigures, dayFigures } from './bhavcopy.ts'

const HEADINGS = { high: 'HIGH', low: 'LOW', close: 'CLOSE', volume: 'VOLUME', deliveredPct: 'DELIVERED' }
const CELLS = { HIGH: '73.19', LOW: '65.8', CLOSE: '67.12', VOLUME: '130275', DELIVERED: '62.78' }
const READ: DayFigures = { high: 7319, low: 6580, close: 6712, volume: 130275, deliveredPct: 62.78 }
const read = (cells: Readonly<Record<string, string>>, open = 7200) =>
  dayFigures({ text: (heading) => cells[heading] || null }, HEADINGS, open)

describe('the figures of a day', () => {
  test('are read beside its opening price', () => {
    expect(read(CELLS)).toEqual({ figures: READ, fault: null })
  })

  test.each<[string, keyof DayFigures]>([
    ['HIGH', 'high'],
    ['LOW', 'low'],
    ['CLOSE', 'close'],
    ['VOLUME', 'volume'],
    ['DELIVERED', 'deliveredPct'],
  ])('lack %s where it is not printed, and where it is invalid', (heading, key) => {
    for (const text of ['', '-']) {
      expect(read({ ...CELLS, [heading]: text })).toEqual({ figures: { ...READ, [key]: null }, fault: null })
    }
    for (const text of ['x', '-1', '1e99']) {
      const { figures, fault } = read({ ...CELLS, [heading]: text })
      expect(figures).toEqual({ ...READ, [key]: null })
      expect(fault).toContain(`${heading} must be`)
    }
  })

  test('lack what the exchange never prints', () => {
    const { figures } = dayFigures(
      { text: (heading) => Reflect.get(CELLS, heading) },
      { ...HEADINGS, deliveredPct: null },
      7200,
    )
    expect(figures).toEqual({ ...READ, deliveredPct: null })
  })

  test.each<[string, Readonly<Record<string, string>>]>([
    ['the open is above the high', { HIGH: '71.99' }],
    ['the open is below the low', { LOW: '72.01', CLOSE: '72.5' }],
    ['the close is above the high', { CLOSE: '73.2' }],
    ['the close is below the low', { CLOSE: '65.79' }],
    ['the low is above the high', { HIGH: '60', LOW: '80', CLOSE: '-' }],
  ])('are all left out when %s', (_name, cells) => {
    const { figures, fault } = read({ ...CELLS, ...cells })
    expect(figures).toEqual(OPEN_ALONE)
    expect(fault).toBe('the prices of LOW to HIGH must contain the others')
  })

  test('may all be one price', () => {
    const { figures } = read({ ...CELLS, HIGH: '72', LOW: '72', CLOSE: '72' })
    expect(figures).toMatchObject({ high: 7200, low: 7200, close: 7200 })
  })

  test('that are published have the opening price within them', () => {
    const price = fc.integer({ min: 1, max: 10_000 })
    fc.assert(
      fc.property(price, price, price, price, (open, high, low, close) => {
        const { figures } = read(
          { HIGH: `${high / 100}`, LOW: `${low / 100}`, CLOSE: `${close / 100}` },
          open,
        )
        if (figures.high === null || figures.low === null || figures.close === null) return
        expect(figures.low).toBeLessThanOrEqual(Math.min(open, figures.close))
        expect(figures.high).toBeGreaterThanOrEqual(Math.max(open, figures.close))
      }),
    )
  })
})
