import { describe, expect, test } from 'vitest'
import { MISSPELT, nameMatch } from './name-search.ts'

const isFound = (name: string, typed: string, symbol: string | null = null) => {
  const rank = nameMatch(typed)(name, symbol)
  return rank !== null && rank < MISSPELT
}

test.each([
  ['Skyparcel Limited', 'sky parcel', true],
  ['Mohan Lal Sweets', 'mohanlal', true],
  ['Old Mohan Lal Sweets', 'Mohanlal sw', true],
  ['J.G. Paints', 'jg paints', true],
  ['J G Paints', 'J.G.', true],
  ['Tea & Toast', 'tea toast', true],
  ['अन्न भंडार', 'अन्नभंडार', true],
  ['Great Eastern Tea Mills', 'tea great', true],
  // Full legal names, also with another legal form and while they are typed.
  ['Acme Foods Limited', 'Acme Foods Limited', true],
  ['Acme Foods Limited', 'acme foods lim', true],
  ['Acme Foods Limited', 'Acme Foods Private Ltd', true],
  ['Acme Foods Limited', 'acme foods pvt. ltd.', true],
  ['Acme Foods Limited', 'acme foods ipo', true],
  ['Acme Foods Limited', 'Acme Foods Ltd IPO', true],
  ['Acme Foods Limited', 'ipo', false],
  ['Acme Foods Limited', 'Limited', false],
  ['Limited', 'limited', true],
  // Letters inside a word.
  ['Great East Mills', 'teast', false],
  ['Skyparcel Limited', 'skyparcels', false],
  ['Skyparcel Limited', '&', false],
  ['Skyparcel Limited', ' ', false],
  ['', 'a', false],
])('%s is found by "%s": %s', (name, typed, expected) => {
  expect(isFound(name, typed)).toBe(expected)
})

test('symbols and beginnings come first, a misspelt name last', () => {
  const typed = ['acme', 'acme foods', 'foods', 'cme', 'acmefoods', 'foods acme', 'akme', 'other']
  const ranks = typed.map((text) => nameMatch(text)('Acme Foods Limited', 'ACMEF'))
  expect(ranks).toEqual([0, 1, 2, 3, 4, 5, 6, null])
})

describe('a small misspelling', () => {
  test.each([
    ['another letter', 'akme'],
    ['a letter too many', 'accme foods'],
    ['a letter too few', 'ame foods'],
    ['two letters that changed places', 'amce'],
    ['two differences in a long text', 'akme fouds'],
    ['in a later word', 'fods'],
    ['with a legal form', 'akme foods pvt ltd'],
    ['without the space', 'akmefoods'],
    ['a letter too many at the end', 'acme foodss'],
  ])('%s', (_name, typed) => {
    expect(nameMatch(typed)('Acme Foods Limited', null)).toBe(MISSPELT)
  })

  test.each([
    ['three letters are too few to compare', 'akm'],
    ['two differences in a short text', 'akne'],
    ['three differences', 'akmi fuods'],
    ['another word', 'foods of india'],
    ['a text beyond any name', 'akme foods '.repeat(20)],
  ])('not: %s', (_name, typed) => {
    expect(nameMatch(typed)('Acme Foods Limited', null)).toBeNull()
  })
})
