import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  HTTP_CHANNEL_TYPES,
  type HttpChannelType,
  SECRETS,
  startHttpReceiverFor,
} from '../../../test/support/receivers/start-receiver.ts'
import { MESSAGE, openForTest, unaborted } from './channel.test-message.ts'

/** Long enough for the beginning of an answer on a busy machine. */
const STALLED_TIMEOUT_MS = 2000

async function scene(type: HttpChannelType, timeoutMs = 10_000) {
  const { receiver, settings } = await startHttpReceiverFor(type)
  onTestFinished(() => receiver.close())
  const channel = openForTest(settings, { timeoutMs })
  /** Delivers to a receiver that answers so. */
  const deliverTo = (write: (response: ServerResponse) => void) => {
    receiver.answerWith(write)
    return channel.deliver(MESSAGE, unaborted())
  }
  return { receiver, settings, channel, deliverTo }
}

const answer =
  (status: number, body = '', headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body)

/** Sends a body that has no end, as fast as it is read. */
const endless = (status: number) => (response: ServerResponse) => {
  response.writeHead(status)
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(16_384)));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

/** Sends the beginning of an answer and then nothing. */
const stalled = (status: number) => (response: ServerResponse) => void response.writeHead(status).write('x')

describe.each(HTTP_CHANNEL_TYPES)('a channel of type %s', (type) => {
  test('sends JSON with our user agent by POST', async () => {
    const { receiver, channel } = await scene(type)
    await channel.deliver(MESSAGE, unaborted())
    expect(receiver.requests).toMatchObject([
      { method: 'POST', headers: { 'user-agent': 'Greymark/test', 'content-type': 'application/json' } },
    ])
  })

  test.each([301, 302, 303, 307, 308])('does not follow a redirect (%i)', async (status) => {
    const { receiver, deliverTo } = await scene(type)
    const location = `https://asha:password@other.example:8443${SECRETS.slackPath}?a=${SECRETS.telegramToken}`
    expect(await deliverTo(answer(status, '', { location }))).toEqual({
      isDelivered: false,
      reason: `HTTP ${status}: redirects to other.example:8443, and redirects are not followed`,
      retryAfterMs: null,
      isRejected: true,
    })
    expect(receiver.requests).toHaveLength(1)
  })

  test.each<[string, Readonly<Record<string, string>>]>([
    ['no target', {}],
    ['a target that is no address', { location: 'http://[' }],
    ['a target without a host', { location: 'mailto:a@b.example' }],
  ])('reports a redirect with %s', async (_name, headers) => {
    const { deliverTo } = await scene(type)
    const reason = 'HTTP 302: redirects elsewhere, and redirects are not followed'
    expect(await deliverTo(answer(302, '', headers))).toMatchObject({ reason, isRejected: true })
  })

  test.each([
    [401, true],
    [403, true],
    [404, true],
    [408, false],
    [413, true],
    [425, false],
    [502, false],
    [503, false],
    [504, false],
  ])('HTTP %i is a rejection: %s', async (status, isRejected) => {
    const { deliverTo } = await scene(type)
    expect(await deliverTo(answer(status))).toMatchObject({
      isDelivered: false,
      isRejected,
      retryAfterMs: null,
    })
  })

  test.each([
    [503, '120', 120_000],
    [429, '99999999999', 86_400_000],
    [429, 'soon', null],
    [500, '120', null],
    [400, '120', null],
  ])('HTTP %i with Retry-After: %s asks for a pause of %s ms', async (status, header, retryAfterMs) => {
    const { deliverTo } = await scene(type)
    expect(await deliverTo(answer(status, '', { 'retry-after': header }))).toMatchObject({ retryAfterMs })
  })

  test('Retry-After as a date counts from now', async () => {
    const { receiver, settings } = await scene(type)
    const channel = openForTest(settings, { now: () => '2026-01-14T12:00:00.000Z' })
    const date = 'Wed, 14 Jan 2026 12:01:00 GMT'
    if (type !== 'webhook') receiver.answerWith(answer(429, '', { 'retry-after': date }))
    const expected = type === 'webhook' ? { isRejected: true } : { retryAfterMs: 60_000 }
    expect(await channel.deliver(MESSAGE, unaborted())).toMatchObject(expected)
  })

  test('names a receiver that is gone', async () => {
    const { deliverTo } = await scene(type)
    const reason = expect.stringMatching(/^HTTP 410: the receiver is gone/)
    expect(await deliverTo(answer(410, 'bye'))).toMatchObject({ reason, isRejected: true })
  })

  test.each([
    ['of 10 MB', answer(400, 'x'.repeat(10 * 1024 * 1024))],
    ['without end', endless(400)],
    ['that is no JSON', answer(400, '{"a":')],
    ['that is JSON of another shape', answer(400, '[null]')],
    [
      'with null for every field',
      answer(400, '{"description":null,"parameters":null,"message":null,"error":null}'),
    ],
    ['of deep JSON', answer(400, '['.repeat(60_000))],
    [
      'that breaks off',
      (response: ServerResponse) => {
        response.writeHead(400, { 'content-length': '100' }).write('x', () => response.destroy())
      },
    ],
    ['that is no text', answer(400, '\u0000\u0001\ud83d')],
  ])('reports a refusal with an answer %s in one short line', async (_name, write) => {
    const { deliverTo } = await scene(type)
    const delivery = await deliverTo(write)
    expect(delivery).toMatchObject({ isRejected: true, reason: expect.stringMatching(/^HTTP 400.{0,220}$/u) })
  })

  test('shows no secret that the receiver repeats', async () => {
    const { deliverTo, settings } = await scene(type)
    const own = Object.values(settings).filter((value) => typeof value === 'string' && value.length > 8)
    for (const secret of own.filter((value) => value !== ('server' in settings ? settings.server : ''))) {
      const echo = JSON.stringify({ description: secret, message: secret, error: secret })
      const delivery = await deliverTo(answer(400, echo))
      expect(delivery).toMatchObject({ reason: expect.stringContaining('***') })
      expect(JSON.stringify(delivery)).not.toContain(secret)
    }
  })
})

test('a channel of any type reports a refusal whose answer does not end by its status', async () => {
  // At once, since each waits for the end.
  const deliveries = await Promise.all(
    HTTP_CHANNEL_TYPES.map(async (type) => (await scene(type, STALLED_TIMEOUT_MS)).deliverTo(stalled(403))),
  )
  for (const delivery of deliveries) expect(delivery).toMatchObject({ reason: 'HTTP 403', isRejected: true })
})

describe('a successful answer', () => {
  test.each<HttpChannelType>(['webhook', 'slack', 'discord'])('of any body confirms for %s', async (type) => {
    const { deliverTo } = await scene(type)
    for (const write of [answer(200, '<p>'), answer(204), answer(202, '{}'), endless(200), stalled(200)])
      expect(await deliverTo(write)).toEqual({ isDelivered: true })
  })

  test.each<HttpChannelType>(['telegram', 'ntfy'])('confirms for %s only in its own form', async (type) => {
    const { deliverTo } = await scene(type, STALLED_TIMEOUT_MS)
    for (const [write, reason] of [
      [answer(200, '<p>Please log in'), 'HTTP 200 without a confirmation: <p>Please log in'],
      [answer(200, '{"ok":"yes","id":7}'), 'HTTP 200 without a confirmation: {"ok":"yes","id":7}'],
      [answer(200), 'HTTP 200 without a confirmation: an empty answer'],
      [stalled(200), 'no answer within 2 seconds'],
      [endless(200), `HTTP 200 without a confirmation: ${'x'.repeat(200)}…`],
    ] as const)
      expect(await deliverTo(write)).toMatchObject({ isDelivered: false, isRejected: false, reason })
  })
})

describe('a receiver with a certificate', () => {
  const CERTIFICATES = new URL('../../../test/support/postgres/certificates/', import.meta.url)
  const read = (name: string) => readFileSync(new URL(name, CERTIFICATES), 'utf8')

  async function deliverEncrypted(certificate: string) {
    const pem = read(certificate)
    const server = createServer({ key: pem, cert: pem }, (_request, response) => void response.end('ok'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    return openForTest({ type: 'slack', url: `https://127.0.0.1:${port}/x` }).deliver(MESSAGE, unaborted())
  }

  test('of an unknown authority gets nothing', async () => {
    expect(await deliverEncrypted('right-host.pem')).toMatchObject({
      isDelivered: false,
      isRejected: false,
      reason: expect.stringMatching(/certificate/),
    })
  })

  test('of a known authority gets the message, unless the certificate has expired', async () => {
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, read('authority.pem')])
    onTestFinished(() => setDefaultCACertificates(before))
    expect(await deliverEncrypted('right-host.pem')).toEqual({ isDelivered: true })
    expect(await deliverEncrypted('expired.pem')).toMatchObject({
      isRejected: false,
      reason: expect.stringMatching(/certificate has expired/),
    })
  })
})
