import { expect, test } from 'vitest'
import { SlotCounts } from '../../feeds/slot-counts.ts'
import { SharedSlots } from './shared-slots.ts'

const A = '192.0.2.1'
const B = '192.0.2.2'

/** Three slots for downloads, two for one client, and what processes are told about them. */
function slotsOfThree() {
  const told: boolean[] = []
  const pools = { downloads: new SlotCounts(3, 2), events: new SlotCounts(1, 1) }
  const slots = new SharedSlots(pools, (pool, isFull) => void (pool === 'downloads' && told.push(isFull)))
  return { slots, told }
}

test('a client gets its slots from all processes together', () => {
  const { slots } = slotsOfThree()
  expect([slots.take(1, 'downloads', A), slots.take(2, 'downloads', A)]).toEqual([null, null])
  expect(slots.take(1, 'downloads', A)).toEqual({ ofClient: true, ofAll: false })
  expect(slots.take(2, 'downloads', B)).toBeNull()
  expect(slots.take(1, 'downloads', B)).toEqual({ ofClient: false, ofAll: true })
  slots.free(1, 'downloads', A)
  expect(slots.take(2, 'downloads', A)).toBeNull()
})

test('the slots of a process that ends are freed, and only those', () => {
  const { slots, told } = slotsOfThree()
  for (const client of [A, A]) slots.take(1, 'downloads', client)
  slots.take(2, 'downloads', B)
  slots.take(1, 'events', null)
  expect(slots.full).toEqual(['downloads', 'events'])
  slots.freeAll(1)
  expect(slots.full).toEqual([])
  expect(told).toEqual([true, false])
  expect([slots.take(2, 'downloads', A), slots.take(2, 'downloads', A)]).toEqual([null, null])
  expect(slots.take(2, 'downloads', A)).toEqual({ ofClient: true, ofAll: true })
})

test('a slot that a process does not hold is not freed', () => {
  const { slots } = slotsOfThree()
  slots.take(1, 'events', A)
  slots.free(2, 'events', A)
  slots.free(1, 'events', B)
  expect(slots.full).toEqual(['events'])
})
