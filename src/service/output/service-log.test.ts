import { expect, test } from 'vitest'
import { demoNotice } from './service-log.ts'

test.each([
  [false, /; collect them with COLLECT=on, or bring them in with "greymark import FILE"$/],
  [true, /; the first facts that are collected replace it$/],
])('the notice about the demo, with COLLECT=%s', (COLLECT, ending) => {
  expect(demoNotice({ COLLECT })).toMatch(ending)
})
