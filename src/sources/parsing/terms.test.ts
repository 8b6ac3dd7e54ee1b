import { expect, test } from 'vitest'
import { printedTerms } from './terms.ts'

test('what was not printed is left out and not taken back', () => {
  expect(Object.keys(printedTerms({ name: 'Acme Foods', symbol: null, withdrawn: false }))).toEqual([
    'name',
    'withdrawn',
  ])
})
