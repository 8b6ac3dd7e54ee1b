import MailComposer from 'nodemailer/lib/mail-composer'
import type { SMTPConnectionOptions, SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection'
import { networkMessage } from '../../../network-message.ts'
import type { AlertMessage } from '../../alert.ts'
import {
  CHANNEL_TIMEOUT_MS,
  type Channel,
  type ChannelOptions,
  DELIVERED,
  type Delivery,
  tooSlow,
  unreachable,
} from '../delivery.ts'
import { type ShowText, showWithout } from '../receiver-text.ts'
import { isSmtpRejection, sendBySmtp } from './send-by-smtp.ts'
import type { EmailSettings } from './settings.ts'

/** Replies are a few lines; a longer one ends the connection. */
const MAX_REPLY_BYTES = 64 * 1024
/** Hosts that are this computer, so that nobody else can read what is sent to them. */
const THIS_COMPUTER = ['localhost', '127.0.0.1', '::1']

/** E-mails through an SMTP server, all recipients in one envelope. */
export function emailChannel(settings: EmailSettings, channelOptions: ChannelOptions): Channel {
  const timeoutMs = channelOptions.timeoutMs ?? CHANNEL_TIMEOUT_MS
  const { user, password } = settings
  const show = showWithout([password ?? '', `\u0000${user}\u0000${password ?? ''}`])
  const options = smtpOptions(settings, timeoutMs)
  const auth = user === undefined ? null : { user, pass: password ?? '' }

  return {
    async deliver(message, signal) {
      const tooLate = AbortSignal.timeout(timeoutMs)
      try {
        const mail = composed(message, settings)
        const raw = await mail.build()
        const whileWanted = AbortSignal.any([signal, tooLate])
        return outcome(await sendBySmtp(options, auth, mail.getEnvelope(), raw, whileWanted), show)
      } catch (error) {
        signal.throwIfAborted()
        return tooLate.aborted ? unreachable(tooSlow(timeoutMs)) : failure(error, show)
      }
    },
    close: () => {},
  }
}

/** How to reach the server. A password is sent unencrypted only within this computer. */
export function smtpOptions({ server, user }: EmailSettings, timeoutMs: number): SMTPConnectionOptions {
  const url = new URL(server)
  const secure = url.protocol === 'smtps:'
  // The attempt ends before, so that its reason is always the same; these only release what it used.
  const afterwards = 2 * timeoutMs
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: user !== undefined && !THIS_COMPUTER.includes(host),
    connectionTimeout: afterwards,
    greetingTimeout: afterwards,
    socketTimeout: afterwards,
    dnsTimeout: afterwards,
    maxResponseSize: MAX_REPLY_BYTES,
  }
}

/** The mail of a message. A repeat has the same `Message-ID`, so that mail programs can recognize it. */
const composed = ({ id, createdAt, title, text }: AlertMessage, { from, to }: EmailSettings) =>
  new MailComposer({
    from,
    to: [...to],
    subject: title,
    text,
    date: new Date(createdAt),
    messageId: `<${id}@${from.split('@').at(-1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()

function outcome({ rejected, rejectedErrors = [] }: SMTPConnectionSendInfo, show: ShowText): Delivery {
  if (rejected.length === 0) return DELIVERED
  const replies = rejectedErrors.map(({ response }) => response ?? '').join('; ')
  return { isDelivered: true, note: show(`not delivered to ${rejected.join(', ')}: ${replies}`) }
}

function failure(error: unknown, show: ShowText): Delivery {
  const response = error instanceof Error && 'response' in error ? String(error.response) : null
  return {
    isDelivered: false,
    reason: show(response ?? networkMessage(error)),
    retryAfterMs: null,
    isRejected: isSmtpRejection(error),
  }
}
