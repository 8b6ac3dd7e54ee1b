import { expect, test } from 'vitest'
import { type Disturbance, disturbedSlices, isOutside, lostShare } from './disturbance.ts'
import { outsideDisturbances, withLittleLost } from './kept-requests.ts'

const delay = (from: number, ms: number): Disturbance => ({ from, to: from + ms, lostMs: ms })
/** As recorded on a shared machine in half a second: three delays by the hypervisor, and a second with other work. */
const RECORDED: readonly Disturbance[] = [
  delay(10_031.2, 3.9),
  delay(10_038.4, 1.2),
  delay(10_297.5, 14.3),
  { from: 10_400, to: 11_400, lostMs: 250 },
]

test.each([
  [[], 0, 1000, 0],
  [[delay(100, 50)], 0, 1000, 0.05],
  [[delay(100, 50), delay(200, 30)], 0, 1000, 0.08],
  // Only the part inside counts.
  [[delay(-20, 50)], 0, 1000, 0.03],
  [[{ from: 500, to: 1500, lostMs: 200 }], 0, 1000, 0.1],
  [[delay(1000, 50)], 0, 1000, 0],
])('of %j, between %d and %d, a share of %d is lost', (disturbances, from, to, share) => {
  expect(lostShare(disturbances, from, to)).toBeCloseTo(share)
})

test('a delay discards its slice, and those in which the server still catches up', () => {
  expect([...disturbedSlices([delay(1150, 3)], 1000)]).toEqual([1])
  expect([...disturbedSlices([delay(1190, 30)], 1000)]).toEqual([1, 2])
  expect([...disturbedSlices([delay(1102, 3)], 1000)]).toEqual([0, 1])
  expect([...disturbedSlices(RECORDED, 10_000)].filter((slice) => slice < 10)).toEqual([
    0, 2, 3, 4, 5, 6, 7, 8, 9,
  ])
})

test('a period is outside of the discarded slices if it touches none of them', () => {
  const slices = new Set([2])
  expect(isOutside(slices, 0, 199)).toBe(true)
  expect(isOutside(slices, 150, 200)).toBe(false)
  expect(isOutside(slices, 299)).toBe(false)
  expect(isOutside(slices, 300)).toBe(true)
})

/** A request every 10 ms that takes 1 ms, and 30 ms from the delay on until the server has caught up. */
const requests = Array.from({ length: 100 }, (_, n) => {
  const from = 10_000 + n * 10
  return { from, to: from, ms: from >= 10_290 && from < 10_320 ? 30 : 1 }
})

test('requests of disturbed slices do not count', () => {
  const { kept, slices, disturbed, isDisturbed } = outsideDisturbances(requests, RECORDED.slice(0, 3), {
    from: 10_000,
    to: 11_000,
  })
  expect(kept.map(({ ms }) => ms)).toEqual(new Array(70).fill(1))
  expect({ slices, disturbed, isDisturbed }).toEqual({ slices: 10, disturbed: 3, isDisturbed: false })
})

test('a request of several slices counts if it lost at most a twentieth of its time', () => {
  const window = { from: 10_000, to: 11_000 }
  const long = (from: number, to: number) => outsideDisturbances([{ from, to }], RECORDED, window).isDisturbed
  expect(long(10_000, 10_400)).toBe(false)
  expect(long(10_250, 10_550)).toBe(true)
  expect(long(10_250, 10_400)).toBe(true)
})

test('all requests count, but are called disturbed, if less than half would be left', () => {
  const { kept, disturbed, isDisturbed } = outsideDisturbances(requests, RECORDED, {
    from: 10_000,
    to: 11_000,
  })
  expect(kept).toEqual(requests)
  expect({ disturbed, isDisturbed }).toEqual({ disturbed: 9, isDisturbed: true })
})

test('for a median, each request counts that lost at most a twentieth of its own time', () => {
  const pair = (from: number, ms: number) => ({ from, to: from + ms })
  // The first is in a disturbed slice, the second lost 1.2 of 30 ms, the third 1.2 of 20 ms.
  const [beside, little, much] = [pair(10_050, 20), pair(10_036, 30), pair(10_036, 20)]
  expect(withLittleLost([beside, little, much], RECORDED)).toEqual({
    ...{ kept: [beside, little], isDisturbed: false, lost: 1 },
  })
})

test('for a median, all count, but are called disturbed, if less than half would be left', () => {
  const within = requests.map(({ from, ms }) => ({ from, to: from + ms }))
  expect(withLittleLost(within, RECORDED)).toEqual({ kept: within, isDisturbed: true, lost: 63 })
})
