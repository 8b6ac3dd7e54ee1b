import SMTPConnection, {
  type SMTPConnectionAuth,
  type SMTPConnectionOptions,
  type SMTPConnectionSendInfo,
  type SMTPEnvelope,
} from 'nodemailer/lib/smtp-connection'

/** Sends one mail over a connection of its own. Rejects with an error of the library, or the reason of the signal. */
export async function sendBySmtp(
  options: SMTPConnectionOptions,
  auth: SMTPConnectionAuth | null,
  envelope: SMTPEnvelope,
  mail: Buffer,
  signal: AbortSignal,
): Promise<SMTPConnectionSendInfo> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<SMTPConnectionSendInfo>()
  const connection = new SMTPConnection(options)
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  connection.on('error', reject)
  connection.on('end', () => reject(new Error('connection closed')))
  const send = () => connection.send(envelope, mail, (error, info) => (error ? reject(error) : resolve(info)))
  connection.connect((error) => {
    if (error) reject(error)
    else if (auth === null) send()
    else connection.login(auth, (refused) => (refused ? reject(refused) : send()))
  })
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', onAbort)
    connection.close()
  }
}

/** Failures without a reply that the same settings would have again. */
const REJECTED_HERE = ['EAUTH', 'EENVELOPE', 'EMESSAGE']

/** True for a reply of 5xx, which is permanent, and for settings with which nothing can be sent. */
export function isSmtpRejection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('responseCode' in error && typeof error.responseCode === 'number') return error.responseCode >= 500
  return 'code' in error && REJECTED_HERE.includes(String(error.code))
}
