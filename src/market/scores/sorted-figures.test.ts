import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SortedFigures } from './sorted-figures.ts'

test('figures have the ranks of a sorted list, whatever was added and removed', () => {
  const figures = fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 30 })
  fc.assert(
    fc.property(figures, figures, (kept, removed) => {
      const sorted = new SortedFigures()
      for (const figure of [...removed, ...kept]) sorted.add(figure)
      for (const figure of removed) sorted.remove(figure)
      const expected = kept.toSorted((a, b) => a - b)
      expect(sorted.length).toBe(expected.length)
      expect(expected.map((_, i) => sorted.ofRank(i + 1))).toEqual(expected)
      expect([sorted.ofRank(0), sorted.ofRank(expected.length + 1)]).toEqual([undefined, undefined])
    }),
  )
})
