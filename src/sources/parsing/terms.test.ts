import { expect, test } from 'vitest'
import { printedTerms } from './terms.ts'

test('terms that were not printed are left out and not retracted', () => {
  expect(Object.keys(printedTerms({ name: 'Acme Foods', symbol: null, withdrawn: false }))).toEqual([
    'name',
    'withdrawn',
  ])
})
