import { expect, test } from 'vitest'
import { invariant } from './invariant.ts'

test.each([0, '', false, 'word'])('%j is there', (value) => {
  expect(invariant(value, 'a value')).toBe(value)
})

test.each([undefined, null])('%s is missing, and the error names what', (value) => {
  expect(() => invariant(value, 'the slug of issue 7')).toThrow('the slug of issue 7 is missing')
})
