import { expect, test } from 'vitest'
import { didYouMean } from './nearest-name.ts'

const NAMES = ['opens', 'closes', 'allotment', 'UPI']

test.each([
  ['opnes', 'opens'],
  ['Allotmnt', 'allotment'],
  ['upi', 'UPI'],
])('%s may mean %s', (name, meant) => {
  expect(didYouMean(name, NAMES)).toBe(`; did you mean "${meant}"?`)
})

test.each(['listed', '', 'o'.repeat(100)])('nothing is suggested for %s', (name) => {
  expect(didYouMean(name, NAMES)).toBe('')
})
