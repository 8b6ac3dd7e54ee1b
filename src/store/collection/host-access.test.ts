import { expect, test } from 'vitest'
import { openStore } from '../../../test/support/store.ts'
import {
  closePath,
  closingsOf,
  countRequests,
  installationNumber,
  reopenHost,
  requestsOn,
  requestTotals,
  storeTrial,
  storeVisit,
  trialsBelow,
  trialsOf,
  visitOf,
  WHOLE_HOST,
} from './host-access.ts'

const NOON = '2030-03-04T12:00:00.000Z'
const LATER = '2030-03-04T12:30:00.000Z'
const host = 'www.acme.example'

test('a path is closed until its time is over, and a later closing replaces an earlier one', async () => {
  const db = await openStore()
  await closePath(db, { host, path: '/a', until: NOON, why: 'HTTP 403' })
  await closePath(db, { host, path: '/a', until: LATER, why: 'HTTP 401' })
  await closePath(db, { host: 'other.example', path: WHOLE_HOST, until: LATER, why: 'HTTP 429' })
  expect(await closingsOf(db, host, NOON)).toEqual([{ host, path: '/a', until: LATER, why: 'HTTP 401' }])
  expect(await closingsOf(db, host, LATER)).toEqual([])
  await reopenHost(db, host)
  expect(await closingsOf(db, host, NOON)).toEqual([])
  expect(await closingsOf(db, 'other.example', NOON)).toHaveLength(1)
})

test('the last trial of each introduction is remembered, by host', async () => {
  const db = await openStore()
  await storeTrial(db, host, 'B/1', { tried: NOON, reception: 'cut' })
  await storeTrial(db, host, 'A/1', { tried: NOON, reception: 'silent' })
  await storeTrial(db, host, 'B/1', { tried: LATER, reception: 'served' })
  await storeTrial(db, 'other.example', 'A/1', { tried: NOON, reception: 'denied' })
  const [a, b] = [
    { host, agent: 'A/1', tried: NOON, reception: 'silent' },
    { host, agent: 'B/1', tried: LATER, reception: 'served' },
  ]
  expect(await trialsOf(db, host)).toEqual([a, b])
  expect(await trialsBelow(db, 'acme.example')).toEqual([a, b])
})

test('the last visit replaces the one before', async () => {
  const db = await openStore()
  expect(await visitOf(db, host)).toBeUndefined()
  await storeVisit(db, { host, visited: NOON, cookies: '[]' })
  await storeVisit(db, { host, visited: LATER, cookies: '[1]' })
  expect(await visitOf(db, host)).toEqual({ host, visited: LATER, cookies: '[1]' })
})

test('requests are counted by host and day', async () => {
  const db = await openStore()
  await countRequests(db, host, '2030-03-04', 2)
  await countRequests(db, host, '2030-03-04', 3)
  await countRequests(db, host, '2030-03-05', 1)
  await countRequests(db, 'a.example', '2030-03-04', 7)
  expect(await requestsOn(db, '2030-03-04')).toEqual([
    { host: 'a.example', requests: 7 },
    { host, requests: 5 },
  ])
  expect(await requestTotals(db)).toEqual([
    { host: 'a.example', requests: 7 },
    { host, requests: 6 },
  ])
})

test('a store has a number of its own, which stays', async () => {
  const db = await openStore()
  const number = await installationNumber(db)
  expect(Number.isInteger(number)).toBe(true)
  expect(await installationNumber(db)).toBe(number)
})
