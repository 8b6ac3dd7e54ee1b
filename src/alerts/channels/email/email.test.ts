import { readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type SmtpReceiverOptions,
  startSmtpReceiver,
} from '../../../../test/support/receivers/smtp-receiver.ts'
import { MESSAGE, openForTest, unaborted } from '../channel.test-message.ts'
import { smtpOptions } from './email.ts'
import type { EmailSettings } from './settings.ts'

const ACCOUNT = { user: 'alerts', password: 'correct horse battery' }
const CERTIFICATES = fileURLToPath(
  new URL('../../../../test/support/postgres/certificates/', import.meta.url),
)

async function scene(
  options: SmtpReceiverOptions = {},
  settings: Partial<EmailSettings> = {},
  account: Pick<EmailSettings, 'user' | 'password'> = options.account ?? {},
) {
  const receiver = await startSmtpReceiver(options)
  onTestFinished(() => receiver.close())
  const addresses = { from: 'alerts@greymark.example', to: ['asha@family.example'] }
  const channel = openForTest({
    type: 'email',
    server: receiver.address,
    ...account,
    ...addresses,
    ...settings,
  })
  return { receiver, channel }
}

describe('a mail', () => {
  test('has subject, text, date, and a header that stops automatic replies', async () => {
    const { receiver, channel } = await scene()
    expect(await channel.deliver(MESSAGE, unaborted())).toEqual({ isDelivered: true })
    const [mail] = receiver.received
    expect(mail).toMatchObject({
      id: '<msg_3f9a@greymark.example>',
      title: MESSAGE.title,
      text: MESSAGE.text,
      from: 'alerts@greymark.example',
      to: ['asha@family.example'],
      wasEncrypted: false,
    })
    expect(mail?.headers).toMatchObject({
      from: 'alerts@greymark.example',
      to: 'asha@family.example',
      date: 'Wed, 14 Jan 2026 04:00:00 +0000',
      'auto-submitted': 'auto-generated',
      'content-type': expect.stringContaining('text/plain; charset=utf-8'),
    })
  })

  test('keeps its Message-ID when it is repeated', async () => {
    const { receiver, channel } = await scene()
    receiver.plan.next('acceptAndCut')
    await channel.deliver(MESSAGE, unaborted())
    await channel.deliver(MESSAGE, unaborted())
    expect(receiver.received).toMatchObject([
      { id: '<msg_3f9a@greymark.example>', receipt: 'cut' },
      { id: '<msg_3f9a@greymark.example>', receipt: 'confirmed' },
    ])
  })

  test.each([
    ['a new header', 'Closes today\r\nBcc: all@other.example'],
    ['a body', 'Closes today\r\n\r\nBuy now'],
    ['a new header after a line feed', 'Closes today\nX-Evil: 1'],
    ['a new header after a carriage return', 'Closes today\rX-Evil: 1'],
  ])('gets no other shape by a title with %s', async (_name, title) => {
    const { receiver, channel } = await scene()
    await channel.deliver({ ...MESSAGE, title }, unaborted())
    const [mail] = receiver.received
    expect(mail).toMatchObject({ to: ['asha@family.example'], text: MESSAGE.text })
    expect(Object.keys(mail?.headers ?? {})).not.toContain('bcc')
    expect(Object.keys(mail?.headers ?? {})).not.toContain('x-evil')
    expect(mail?.title?.replaceAll(/\s+/g, ' ')).toBe(title.replaceAll(/\s+/g, ' '))
  })

  test('may contain any characters and lines of any length', async () => {
    const { receiver, channel } = await scene()
    const text = `.\n..\nFrom x\n${'ab '.repeat(500)}end\n₹ 😀 é =20\n\nlast`
    const title = `₹ ${'long title '.repeat(40)}😀`
    await channel.deliver({ ...MESSAGE, title, text }, unaborted())
    expect(receiver.received).toMatchObject([{ title, text }])
  })
})

describe('recipients', () => {
  const to = ['asha@family.example', 'ravi@family.example', 'gone@family.example']

  test('get one mail together', async () => {
    const { receiver, channel } = await scene({}, { to })
    expect(await channel.deliver(MESSAGE, unaborted())).toEqual({ isDelivered: true })
    expect(receiver.received).toMatchObject([
      { to: ['asha@family.example', 'ravi@family.example', 'gone@family.example'] },
    ])
  })

  test('that the server refuses are noted when others were accepted', async () => {
    const refuses = (address: string) => (address.startsWith('gone') ? 550 : null)
    const { receiver, channel } = await scene({ refuses }, { to })
    expect(await channel.deliver(MESSAGE, unaborted())).toEqual({
      isDelivered: true,
      note: 'not delivered to gone@family.example: 550 <gone@family.example> refused',
    })
    expect(receiver.received).toMatchObject([{ to: ['asha@family.example', 'ravi@family.example'] }])
  })

  test.each([
    ['for good', () => 550, true],
    ['for now', () => 450, false],
    ['some only for now', (address: string) => (address.startsWith('gone') ? 550 : 450), false],
  ])('that are all refused %s fail the delivery', async (_name, refuses, isRejected) => {
    const { receiver, channel } = await scene({ refuses }, { to })
    expect(await channel.deliver(MESSAGE, unaborted())).toMatchObject({ isDelivered: false, isRejected })
    expect(receiver.received).toEqual([])
  })
})

describe('an account', () => {
  test('logs in', async () => {
    const { channel } = await scene({ account: ACCOUNT })
    expect(await channel.deliver(MESSAGE, unaborted())).toEqual({ isDelivered: true })
  })

  test.each([
    ['with another password', { password: 'wrong' }, '535 5.7.8 Authentication failed'],
    ['without a password', { password: '' }, 'Missing credentials for "PLAIN" (EAUTH)'],
  ])('%s is rejected', async (_name, settings, reason) => {
    const { channel } = await scene({ account: ACCOUNT }, settings)
    const delivery = await channel.deliver(MESSAGE, unaborted())
    expect(delivery).toEqual({ isDelivered: false, reason, retryAfterMs: null, isRejected: true })
  })

  test('that is missing is rejected', async () => {
    const { channel } = await scene({ account: ACCOUNT }, {}, {})
    const reason = expect.stringMatching(/^530 .*authentication required/i)
    expect(await channel.deliver(MESSAGE, unaborted())).toMatchObject({ isRejected: true, reason })
  })
})

describe('encryption', () => {
  const certificate = readFileSync(`${CERTIFICATES}right-host.pem`)

  test('is used where the server offers it', async () => {
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, readFileSync(`${CERTIFICATES}authority.pem`, 'utf8')])
    onTestFinished(() => setDefaultCACertificates(before))
    const { receiver, channel } = await scene({ certificate, account: ACCOUNT })
    expect(await channel.deliver(MESSAGE, unaborted())).toEqual({ isDelivered: true })
    expect(receiver.received).toMatchObject([{ wasEncrypted: true }])
  })

  test('needs a certificate of a known authority', async () => {
    const { receiver, channel } = await scene({ certificate })
    const delivery = await channel.deliver(MESSAGE, unaborted())
    expect(delivery).toMatchObject({ isDelivered: false, isRejected: false })
    expect(delivery).toMatchObject({ reason: expect.stringMatching(/certificate/) })
    expect(receiver.received).toEqual([])
  })

  test.each([
    [
      'smtp://mail.example',
      ACCOUNT.user,
      { host: 'mail.example', port: 587, secure: false, requireTLS: true },
    ],
    [
      'smtp://mail.example:25',
      undefined,
      { host: 'mail.example', port: 25, secure: false, requireTLS: false },
    ],
    ['smtps://mail.example', ACCOUNT.user, { host: 'mail.example', port: 465, secure: true }],
    ['smtp://127.0.0.1:2525', ACCOUNT.user, { host: '127.0.0.1', port: 2525, requireTLS: false }],
    ['smtp://[::1]:2525', ACCOUNT.user, { host: '::1', port: 2525, requireTLS: false }],
    ['smtp://localhost', ACCOUNT.user, { host: 'localhost', port: 587, requireTLS: false }],
  ])('of %s for the account %s', (server, user, options) => {
    const settings: EmailSettings = {
      type: 'email',
      server,
      ...(user !== undefined && { user }),
      from: 'a@b.example',
      to: [],
    }
    expect(smtpOptions(settings, 10)).toMatchObject(options)
  })
})

describe('a hostile server', () => {
  /** A server that greets so. */
  const greeting = async (write: (send: (text: string) => boolean, socket: Socket) => void) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      write((text) => !socket.destroyed && socket.write(text), socket)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    const addresses = { from: 'a@b.example', to: ['c@d.example'] }
    return openForTest(
      { type: 'email', server: `smtp://127.0.0.1:${port}`, ...ACCOUNT, ...addresses },
      { timeoutMs: 2000 },
    )
  }

  test('with a greeting of a megabyte is left', async () => {
    const channel = await greeting((send) => send(`220 ${'x'.repeat(1_000_000)}`))
    expect(await channel.deliver(MESSAGE, unaborted())).toMatchObject({
      isRejected: false,
      reason: expect.stringMatching(/too large|too long|exceed|larger/i),
    })
  })

  test('with lines without end is left', async () => {
    const channel = await greeting((send) => {
      for (let line = 0; line < 20_000; line++) send('220-hello\r\n')
    })
    expect(await channel.deliver(MESSAGE, unaborted())).toMatchObject({
      isDelivered: false,
      isRejected: false,
    })
  })

  test('that never greets is left, and its connection closed', async () => {
    const closed = Promise.withResolvers<void>()
    const channel = await greeting((_send, socket) => socket.on('close', () => closed.resolve()))
    expect(await channel.deliver(MESSAGE, unaborted())).toMatchObject({
      reason: 'no answer within 2 seconds',
    })
    await closed.promise
  })

  test('that never ends a connection itself finds it closed after a mail', async () => {
    const { receiver, channel } = await scene()
    expect(await channel.deliver(MESSAGE, unaborted())).toEqual({ isDelivered: true })
    await expect.poll(() => receiver.openConnections()).toBe(0)
  })

  test('that repeats the password does not bring it into the reason', async () => {
    const channel = await greeting((send) => send(`554 no ${ACCOUNT.password} ${btoa(ACCOUNT.password)}\r\n`))
    expect(await channel.deliver(MESSAGE, unaborted())).toEqual({
      isDelivered: false,
      reason: '554 no *** ***',
      retryAfterMs: null,
      isRejected: true,
    })
  })
})
