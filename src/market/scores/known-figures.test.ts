import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KnownFigures } from './known-figures.ts'

const change = (second: number, figure: number, isAdded: boolean) => ({
  ...{ figure, isAdded, groups: ['all'] },
  since: `2026-01-01T00:00:0${second}.000Z`,
})

test('figures are those of a sorted list, whatever was added and removed', () => {
  const figures = fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 30 })
  fc.assert(
    fc.property(figures, figures, (kept, removed) => {
      const known = new KnownFigures([
        ...removed.map((figure) => change(2, figure, false)),
        ...[...removed, ...kept].map((figure) => change(1, figure, true)),
      ])
      const sorted = (some: readonly number[]) => some.toSorted((a, b) => a - b)
      expect(known.inGroup('all').sorted).toEqual([])
      expect(known.moveTo('2026-01-01T00:00:01.000Z').inGroup('all').sorted).toEqual(
        sorted([...removed, ...kept]),
      )
      expect(known.moveTo(null).inGroup('all').sorted).toEqual(sorted(kept))
    }),
  )
})
