import { expect, test } from 'vitest'
import { TemporarilyUnavailable } from '../request/problems.ts'
import { downloadSlots } from './slots.ts'

const A = '192.0.2.1'
const B = '192.0.2.2'
const C = '192.0.2.3'

const slotsOf = (max: number, onTaken = (_count: number) => {}) => downloadSlots(max, onTaken)

test('one client gets two slots, and another client still gets one', () => {
  const slots = slotsOf(8)
  const [release] = [slots.take(A), slots.take(A)]
  expect(() => slots.take(A)).toThrow(
    expect.objectContaining({ code: 'TOO_MANY_REQUESTS', headers: { 'Retry-After': '30' } }),
  )
  slots.take(B)
  release()
  slots.take(A)
  expect(() => slots.take(A)).toThrow('2 downloads of one client are already in progress')
})

test('all slots are taken, and another request is told to retry later', () => {
  const counts: number[] = []
  const slots = slotsOf(3, (count) => counts.push(count))
  const [, release] = [slots.take(A), slots.take(A)]
  expect(slots.isFull).toBe(false)
  slots.take(B)
  expect(slots.isFull).toBe(true)
  expect(() => slots.take(C)).toThrow(TemporarilyUnavailable)
  release()
  expect(slots.isFull).toBe(false)
  slots.take(C)
  expect(counts).toEqual([1, 2, 3, 2, 3])
})
