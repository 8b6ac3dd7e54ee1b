import { expect, test } from 'vitest'
import { openStore } from '../../../test/support/store.ts'
import { payloadBody, payloadOf, storePayload } from './payloads.ts'

const NOW = '2026-01-20T06:00:00.000Z'
const LATER = '2026-01-20T07:00:00.000Z'

test.each([
  ['text', Buffer.from('symbol,price\nACORN,128.50\n')],
  ['bytes that are no text', Buffer.from([0, 255, 254, 0, 13, 10])],
  ['nothing', Buffer.alloc(0)],
])('an answer of %s is read back as it was received', async (_name, body) => {
  const db = await openStore()
  const payload = await payloadOf(body)
  await storePayload(db, payload, NOW)
  expect(payload.size).toBe(body.length)
  expect(await payloadBody(db, payload.hash)).toEqual(body)
})

test('a page is stored in a fraction of its size', async () => {
  const body = Buffer.from('<tr><td>Acorn Mills</td><td>₹12</td></tr>\n'.repeat(1_000))
  const { compressed } = await payloadOf(body)
  expect(compressed.length).toBeLessThan(body.length / 20)
})

test('the same body is stored once, with the time when it was first received', async () => {
  const db = await openStore()
  const payload = await payloadOf(Buffer.from('same'))
  await storePayload(db, payload, NOW)
  await storePayload(db, payload, LATER)
  const rows = await db.selectFrom('payloads').select(['hash', 'stored', 'size']).execute()
  expect(rows).toEqual([{ hash: payload.hash, stored: NOW, size: 4 }])
})

test('the body of an unknown hash is null', async () => {
  expect(await payloadBody(await openStore(), 'nothing')).toBeNull()
})
