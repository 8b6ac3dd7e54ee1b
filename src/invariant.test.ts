import { expect, test } from 'vitest'
import { invariant } from './invariant.ts'

test.each([0, '', false, 'word'])('%j is returned', (value) => {
  expect(invariant(value, 'a value')).toBe(value)
})

test.each([undefined, null])('%s throws an error that names what is missing', (value) => {
  expect(() => invariant(value, 'the slug of issue 7')).toThrow('the slug of issue 7 is missing')
})
