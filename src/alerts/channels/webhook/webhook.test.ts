import { expect, onTestFinished, test } from 'vitest'
import { startWebhookReceiver } from '../../../../test/support/receivers/webhook-receiver.ts'
import { MESSAGE, openForTest, unaborted } from '../channel.test-message.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const NOW = '2026-01-14T04:00:00.900Z'

async function scene(nowMs?: () => number) {
  const receiver = await startWebhookReceiver({ secret: SECRET, ...(nowMs && { nowMs }) })
  onTestFinished(() => receiver.close())
  return { receiver, url: `${receiver.address}/hook?a=b` }
}

test('the reference library verifies the signature, and the body is that of the message', async () => {
  const { receiver, url } = await scene()
  expect(await openForTest({ type: 'webhook', url, secret: SECRET }).deliver(MESSAGE, unaborted())).toEqual({
    isDelivered: true,
  })
  expect(receiver.requests).toMatchObject([{ path: '/hook?a=b', headers: { 'webhook-id': MESSAGE.id } }])
  expect(JSON.parse(receiver.requests[0]?.body ?? '')).toEqual(MESSAGE.body)
})

test('the timestamp is the moment of sending in whole seconds', async () => {
  const { receiver, url } = await scene(() => Date.parse(NOW))
  const channel = openForTest({ type: 'webhook', url, secret: SECRET }, { now: () => NOW })
  expect(await channel.deliver(MESSAGE, unaborted())).toEqual({ isDelivered: true })
  expect(receiver.requests[0]?.headers['webhook-timestamp']).toBe(
    String(Date.parse('2026-01-14T04:00:00Z') / 1000),
  )
})

test('a repeat has the same id and a new signature', async () => {
  let now = NOW
  const { receiver, url } = await scene(() => Date.parse(now))
  const channel = openForTest({ type: 'webhook', url, secret: SECRET }, { now: () => now })
  receiver.plan.next('acceptAndCut')
  await channel.deliver(MESSAGE, unaborted())
  now = '2026-01-14T05:00:00.000Z'
  expect(await channel.deliver(MESSAGE, unaborted())).toEqual({ isDelivered: true })
  expect(receiver.received).toMatchObject([
    { id: MESSAGE.id, receipt: 'cut' },
    { id: MESSAGE.id, receipt: 'confirmed' },
  ])
  const signatures = receiver.requests.map(({ headers }) => headers['webhook-signature'])
  expect(new Set(signatures).size).toBe(2)
})

test('a receiver with another secret rejects the message', async () => {
  const { url } = await scene()
  const channel = openForTest({ type: 'webhook', url, secret: 'whsec_b3RoZXI=' })
  expect(await channel.deliver(MESSAGE, unaborted())).toEqual({
    isDelivered: false,
    reason: 'HTTP 401: No matching signature found',
    retryAfterMs: null,
    isRejected: true,
  })
})
