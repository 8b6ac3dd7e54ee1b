import { expect, test } from 'vitest'
import { TemporarilyUnavailable } from '../../request/problems.ts'
import { DownloadSlots } from './download-slots.ts'

const A = '192.0.2.1'
const B = '192.0.2.2'
const C = '192.0.2.3'

test('one client gets two slots, and another client still gets one', () => {
  const slots = new DownloadSlots(8)
  const [first] = [slots.take(A), slots.take(A)]
  expect(() => slots.take(A)).toThrow(
    expect.objectContaining({ code: 'TOO_MANY_REQUESTS', headers: { 'Retry-After': '30' } }),
  )
  slots.take(B)
  first?.release()
  slots.take(A)
  expect(() => slots.take(A)).toThrow('2 downloads of one client are already in progress')
})

test('a slot is contended while all are taken, and another request is told to retry later', () => {
  const slots = new DownloadSlots(3)
  const [first, second] = [slots.take(A), slots.take(A)]
  expect(first?.isContended()).toBe(false)
  const third = slots.take(B)
  expect(first?.isContended()).toBe(true)
  expect(() => slots.take(C)).toThrow(TemporarilyUnavailable)
  second?.release()
  expect([first?.isContended(), third.isContended()]).toEqual([false, false])
  slots.take(C)
})

test('a slot that is released twice is freed once', () => {
  const counts: number[] = []
  const slots = new DownloadSlots(2, (count) => counts.push(count))
  const first = slots.take(A)
  slots.take(B)
  first.release()
  first.release()
  slots.take(C)
  expect(() => slots.take(A)).toThrow(TemporarilyUnavailable)
  expect(counts).toEqual([1, 2, 1, 2])
})
