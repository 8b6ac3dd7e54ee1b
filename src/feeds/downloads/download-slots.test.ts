import { expect, test } from 'vitest'
import { TemporarilyUnavailable } from '../../request/problems.ts'
import { ownSlots } from '../slot-counts.ts'
import { DownloadSlots, downloadCounts } from './download-slots.ts'

const slotsFor = (max: number, onTaken?: (count: number) => void) =>
  new DownloadSlots(ownSlots(downloadCounts(max)), max, onTaken)

const A = '192.0.2.1'
const B = '192.0.2.2'
const C = '192.0.2.3'

test('one client gets two slots, and another client still gets one', async () => {
  const slots = slotsFor(8)
  const [first] = [await slots.take(A), await slots.take(A)]
  await expect(slots.take(A)).rejects.toThrow(
    expect.objectContaining({ code: 'TOO_MANY_REQUESTS', headers: { 'Retry-After': '30' } }),
  )
  await slots.take(B)
  first?.release()
  await slots.take(A)
  await expect(slots.take(A)).rejects.toThrow('2 downloads of one client are already in progress')
})

test('a slot is contended while all are taken, and another request is told to retry later', async () => {
  const slots = slotsFor(3)
  const [first, second] = [await slots.take(A), await slots.take(A)]
  expect(first?.isContended()).toBe(false)
  const third = await slots.take(B)
  expect(first?.isContended()).toBe(true)
  await expect(slots.take(C)).rejects.toThrow(TemporarilyUnavailable)
  second?.release()
  expect([first?.isContended(), third.isContended()]).toEqual([false, false])
  await slots.take(C)
})

test('a slot that is released twice is freed once', async () => {
  const counts: number[] = []
  const slots = slotsFor(2, (count) => counts.push(count))
  const first = await slots.take(A)
  await slots.take(B)
  first.release()
  first.release()
  await slots.take(C)
  await expect(slots.take(A)).rejects.toThrow(TemporarilyUnavailable)
  expect(counts).toEqual([1, 2, 1, 2])
})
