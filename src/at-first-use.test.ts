import { expect, test } from 'vitest'
import { atFirstUse } from './at-first-use.ts'

test('makes the value at the first call and returns it from then on', () => {
  let count = 0
  const read = atFirstUse(() => ({ count: ++count }))
  expect(count).toBe(0)
  const first = read()
  expect([read() === first, count]).toEqual([true, 1])
})

test('a failure is not kept: the next call makes the value', () => {
  let isReady = false
  const read = atFirstUse(() => {
    if (!isReady) throw new Error('not yet')
    return {}
  })
  expect(read).toThrow('not yet')
  isReady = true
  expect(read()).toEqual({})
})
