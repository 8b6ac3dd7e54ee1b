import type { AddressInfo, Socket } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { type Behaviour, BehaviourPlan, type ReceivedMessage, type Receiver, receiptOf } from './behaviour.ts'
import { readMail } from './read-mail.ts'

export interface ReceivedMail extends ReceivedMessage {
  readonly from: string
  /** The recipients that were accepted. */
  readonly to: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  /** The mail as it was sent. */
  readonly raw: string
  readonly wasEncrypted: boolean
}

export interface SmtpReceiver extends Receiver {
  readonly received: readonly ReceivedMail[]
  openConnections(): number
}

export interface SmtpReceiverOptions {
  /** The account that must log in; without one, everybody may send. */
  readonly account?: { readonly user: string; readonly password: string }
  /** The reply code for a recipient; `null` accepts it. */
  readonly refuses?: (recipient: string) => number | null
  /** A certificate with its key, for STARTTLS; without one, nothing is encrypted. */
  readonly certificate?: Buffer
}

/** The reply to a mail that is not accepted: its code and its text. A pause has no place in SMTP. */
const REPLIES: Readonly<Record<'busy' | 'reject' | 'fail', readonly [number, string]>> = {
  busy: [451, '4.7.1 Greylisted, try again later'],
  reject: [554, '5.6.0 Message refused'],
  fail: [421, '4.3.0 Service not available'],
}

const reply = (code: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode: code })

/** Starts a mail server on loopback. Its address begins with smtp:// */
export async function startSmtpReceiver(options: SmtpReceiverOptions = {}): Promise<SmtpReceiver> {
  const { account, refuses = () => null, certificate } = options
  const plan = new BehaviourPlan()
  const received: ReceivedMail[] = []
  const sockets = new Map<number, Socket>()
  const server = new SMTPServer({
    ...securityOf(certificate, account !== undefined),
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 0,
    onAuth: ({ username, password }, _session, done) => {
      if (username === account?.user && password === account?.password) done(null, { user: username })
      else done(reply(535, '5.7.8 Authentication failed'))
    },
    onRcptTo: ({ address }, _session, done) => {
      const code = refuses(address)
      done(code === null ? null : reply(code, `<${address}> refused`))
    },
    onData: async (stream, session, done) => {
      const raw = await textOf(stream).catch(() => null)
      // The sender was killed before its mail was whole.
      if (raw === null) return
      const behaviour = plan.take()
      received.push({ ...mailOf(raw, session), receipt: receiptOf(behaviour) })
      respond(behaviour, sockets.get(session.remotePort), done)
    },
  })
  // A sender that is killed or gives up resets its connection.
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort ?? 0, socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    address: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    plan,
    received,
    openConnections: () => [...sockets.values()].filter(({ destroyed }) => !destroyed).length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets.values()) socket.destroy()
      }),
  }
}

const securityOf = (certificate: Buffer | undefined, needsAccount: boolean): SMTPServerOptions => ({
  ...(certificate && { key: certificate, cert: certificate }),
  disabledCommands: [...(certificate ? [] : ['STARTTLS']), ...(needsAccount ? [] : ['AUTH'])],
  authOptional: !needsAccount,
  allowInsecureAuth: true,
})

function mailOf(raw: string, { envelope, secure }: SMTPServerSession): Omit<ReceivedMail, 'receipt'> {
  const { headers, text } = readMail(raw)
  return {
    id: headers['message-id'] ?? null,
    title: headers.subject ?? null,
    text,
    from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
    to: envelope.rcptTo.map(({ address }) => address),
    headers,
    raw,
    wasEncrypted: secure,
  }
}

function respond(
  behaviour: Behaviour,
  socket: Socket | undefined,
  done: (error?: Error | null) => void,
): void {
  if (behaviour === 'confirm') done()
  else if (behaviour === 'reset') socket?.resetAndDestroy()
  else if (behaviour === 'acceptAndCut') socket?.destroy()
  else if (behaviour !== 'slow') done(reply(...REPLIES[typeof behaviour === 'object' ? 'busy' : behaviour]))
}
