import { expect, onTestFinished, test } from 'vitest'
import { instantFromMs, msOf } from '../market/calendar.ts'
import { openDemoMarket } from './demo-market.ts'

const START = '2026-01-15T05:00:00.000Z'
const laterBy = (minutes: number) => instantFromMs(msOf(START) + minutes * 60_000)

test('processes that continue one demo have the same versions, whenever they open it and step', async () => {
  const first = await openDemoMarket(START)
  const later = await openDemoMarket(laterBy(95), START)
  onTestFinished(async () => {
    await first.close()
    await later.close()
  })
  const before = first.served().version
  for (const minutes of [10, 40, 41, 95]) await first.advance(laterBy(minutes))
  const { db: _first, ...ofFirst } = first.served()
  const { db: _later, ...ofLater } = later.served()
  expect(ofLater).toEqual(ofFirst)
  expect(ofFirst.version).toBeGreaterThan(before)
})
