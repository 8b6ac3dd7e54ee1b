import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Behaviour, Receipt } from '../../../test/support/receivers/behaviour.ts'
import { SECRETS, startReceiverFor } from '../../../test/support/receivers/start-receiver.ts'
import { MESSAGE, openForTest, TEST_TIMEOUT_MS, unaborted } from './channel.test-message.ts'
import type { ChannelSettings, Delivery } from './channel.ts'

type ChannelType = ChannelSettings['type']

const TYPES: readonly ChannelType[] = ['webhook', 'telegram', 'email', 'ntfy', 'slack', 'discord']

async function scene(type: ChannelType, timeoutMs?: number) {
  const { receiver, settings } = await startReceiverFor(type)
  onTestFinished(() => receiver.close())
  const channel = openForTest(settings, timeoutMs === undefined ? {} : { timeoutMs })
  return { receiver, settings, channel }
}

const failed = (reason: string, isRejected = false, retryAfterMs: number | null = null): Delivery => ({
  isDelivered: false,
  reason,
  retryAfterMs,
  isRejected,
})
const rejected = (reason: string): Delivery => failed(reason, true)

const CLOSED = 'connection closed before the answer was whole'

/** What each kind of receiver does, and what the channel reports. */
const OUTCOMES: Readonly<Record<ChannelType, readonly (readonly [Behaviour, Delivery, Receipt])[]>> = {
  webhook: [
    [{ busy: 7 }, failed('HTTP 429: {}', false, 7000), 'refused'],
    [{ busy: null }, failed('HTTP 429: {}'), 'refused'],
    ['reject', rejected('HTTP 400: unknown event'), 'refused'],
    ['fail', failed('HTTP 500: out of order'), 'refused'],
    ['acceptAndCut', failed(CLOSED), 'cut'],
  ],
  telegram: [
    [{ busy: 7 }, failed('HTTP 429: Too Many Requests: retry later', false, 7000), 'refused'],
    [{ busy: null }, failed('HTTP 429: Too Many Requests: retry later'), 'refused'],
    ['reject', rejected('HTTP 400: Bad Request: chat not found'), 'refused'],
    ['fail', failed('HTTP 500: Internal Server Error'), 'refused'],
    ['acceptAndCut', failed(CLOSED), 'cut'],
  ],
  email: [
    [{ busy: 7 }, failed('451 4.7.1 Greylisted, try again later'), 'refused'],
    ['reject', rejected('554 5.6.0 Message refused'), 'refused'],
    ['fail', failed('421 4.3.0 Service not available'), 'refused'],
    ['acceptAndCut', failed('connection closed before the answer was whole'), 'cut'],
  ],
  ntfy: [
    [{ busy: 7 }, failed('HTTP 429: limit reached: too many requests', false, 7000), 'refused'],
    [{ busy: null }, failed('HTTP 429: limit reached: too many requests'), 'refused'],
    ['reject', rejected('HTTP 400: invalid request'), 'refused'],
    ['fail', failed('HTTP 500: internal server error'), 'refused'],
    ['acceptAndCut', failed(CLOSED), 'cut'],
  ],
  slack: [
    [{ busy: 7 }, failed('HTTP 429: rate_limited', false, 7000), 'refused'],
    [{ busy: null }, failed('HTTP 429: rate_limited'), 'refused'],
    ['reject', rejected('HTTP 400: invalid_payload'), 'refused'],
    ['fail', failed('HTTP 500: rollup_error'), 'refused'],
    ['acceptAndCut', failed(CLOSED), 'cut'],
  ],
  discord: [
    [{ busy: 0.25 }, failed('HTTP 429: You are being rate limited.', false, 250), 'refused'],
    [{ busy: null }, failed('HTTP 429: You are being rate limited.'), 'refused'],
    ['reject', rejected('HTTP 400: Invalid Form Body'), 'refused'],
    ['fail', failed('HTTP 500: 500: Internal Server Error'), 'refused'],
    ['acceptAndCut', failed(CLOSED), 'cut'],
  ],
}

describe.each(TYPES)('a channel of type %s', (type) => {
  test('delivers a message that the receiver confirms', async () => {
    const { receiver, channel } = await scene(type)
    expect(await channel.deliver(MESSAGE, unaborted())).toEqual({ isDelivered: true })
    expect(receiver.received).toMatchObject([{ receipt: 'confirmed' }])
  })

  test.each(OUTCOMES[type])('reports %j', async (behaviour, delivery, receipt) => {
    const { receiver, channel } = await scene(type)
    receiver.plan.next(behaviour)
    expect(await channel.deliver(MESSAGE, unaborted())).toEqual(delivery)
    expect(receiver.received).toMatchObject([{ receipt }])
  })

  test('reports a connection that is reset', async () => {
    const { receiver, channel } = await scene(type)
    receiver.plan.next('reset')
    const delivery = await channel.deliver(MESSAGE, unaborted())
    expect(delivery).toMatchObject({ isDelivered: false, retryAfterMs: null, isRejected: false })
    expect(delivery).toMatchObject({ reason: expect.stringMatching(/^connection (reset|closed before)/) })
  })

  test('gives up on a receiver that does not answer', async () => {
    const { receiver, channel } = await scene(type, TEST_TIMEOUT_MS)
    receiver.plan.next('slow')
    expect(await channel.deliver(MESSAGE, unaborted())).toEqual(failed('no answer within 0.3 seconds'))
  })

  test('reports a receiver that is not there', async () => {
    const { receiver, channel } = await scene(type)
    await receiver.close()
    expect(await channel.deliver(MESSAGE, unaborted())).toEqual(failed('connection refused'))
  })

  test('delivers after failures, and each repeat is the same message', async () => {
    const { receiver, channel } = await scene(type)
    receiver.plan.next('fail', 'acceptAndCut', 'reset')
    for (let attempt = 0; attempt < 3; attempt++) await channel.deliver(MESSAGE, unaborted())
    expect(await channel.deliver(MESSAGE, unaborted())).toEqual({ isDelivered: true })
    const { received } = receiver
    expect(received.map(({ receipt }) => receipt)).toEqual(['refused', 'cut', 'refused', 'confirmed'])
    expect(new Set(received.map(({ id, text }) => `${id} ${text}`)).size).toBe(1)
  })

  test('stops when it is told to', async () => {
    const { receiver, channel } = await scene(type)
    receiver.plan.otherwise('slow')
    const stopped = new AbortController()
    const delivery = channel.deliver(MESSAGE, stopped.signal)
    await expect.poll(() => receiver.received.length).toBe(1)
    stopped.abort(new Error('stopping'))
    await expect(delivery).rejects.toThrow('stopping')
    await expect(channel.deliver(MESSAGE, stopped.signal)).rejects.toThrow('stopping')
  })

  test('shows no secret in any reason', async () => {
    const { receiver, settings } = await scene(type)
    const wrong = wrongSettings(settings)
    const reasons: string[] = []
    for (const behaviour of ['reject', 'fail', 'reset', 'slow', 'acceptAndCut', { busy: 1 }] as const) {
      receiver.plan.next(behaviour)
      const channel = openForTest(settings, behaviour === 'slow' ? { timeoutMs: TEST_TIMEOUT_MS } : {})
      reasons.push(reasonOf(await channel.deliver(MESSAGE, unaborted())))
    }
    reasons.push(reasonOf(await openForTest(wrong).deliver(MESSAGE, unaborted())))
    await receiver.close()
    reasons.push(reasonOf(await openForTest(settings).deliver(MESSAGE, unaborted())))
    expect(reasons.filter((reason) => reason === '')).toEqual([])
    const secrets = [...Object.values(SECRETS), 'wrong-secret']
    expect(reasons.filter((reason) => secrets.some((secret) => reason.includes(secret)))).toEqual([])
  })

  test('reports a port that does not use its protocol', async () => {
    const { settings } = await scene(type)
    const noise = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.end('\u0000\u0001 hello\r\nno protocol that you know\r\n\r\n')
    })
    await new Promise<void>((resolve) => noise.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void noise.close())
    const { port } = noise.address() as { port: number }
    const channel = openForTest(atPort(settings, port), { timeoutMs: 2000 })
    expect(await channel.deliver(MESSAGE, unaborted())).toMatchObject({
      isDelivered: false,
      isRejected: false,
    })
  })
})

const reasonOf = (delivery: Delivery): string => (delivery.isDelivered ? '' : delivery.reason)

/** The same settings with a secret that the receiver does not know. */
function wrongSettings(settings: ChannelSettings): ChannelSettings {
  switch (settings.type) {
    case 'webhook':
      return { ...settings, secret: 'whsec_d3Jvbmctc2VjcmV0' }
    case 'telegram':
      return { ...settings, token: '1:wrong-secret' }
    case 'email':
      return { ...settings, password: 'wrong-secret' }
    case 'ntfy':
      return { ...settings, token: 'wrong-secret' }
    case 'slack':
    case 'discord':
      return { ...settings, url: `${settings.url}-wrong-secret` }
  }
}

/** The same settings for another port of this computer. */
function atPort(settings: ChannelSettings, port: number): ChannelSettings {
  const moved = (address: string) => address.replace(/:\d+/, `:${port}`)
  return 'url' in settings
    ? { ...settings, url: moved(settings.url) }
    : { ...settings, server: moved(settings.server) }
}
