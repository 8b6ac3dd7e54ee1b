import { on } from 'node:events'

/** What a process sends to the one that has started it. */
export type ProcessReport = { readonly message: unknown } | { readonly error: Error }

export interface ParentConnection<Data, Message> {
  readonly data: Data
  /** The messages of the parent, in order. None is lost before they are read. */
  readonly messages: AsyncIterable<Message>
  post(message: unknown): void
}

/** Terminals and systemd send these to all processes at once. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Connects a script to the process that has started it by `inProcess`. That one decides when this one ends: signals are
 * ignored, and when it has ended itself, this one ends at once. An error that is not caught is reported to it.
 */
export async function connectToParent<Data, Message>(): Promise<ParentConnection<Data, Message>> {
  if (!process.send) throw new Error('this script runs beside a service; start it with "greymark serve"')
  const send = (report: ProcessReport, onSent?: () => void) =>
    process.send?.(report, undefined, undefined, onSent)
  for (const signal of SIGNALS) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit())
  process.on('uncaughtException', (error) => send({ error }, () => process.exit(1)))
  const messages = receivedMessages()
  const { value: data } = await messages.next()
  return {
    data: data as Data,
    messages: messages as AsyncGenerator<Message>,
    post: (message) => send({ message }),
  }
}

async function* receivedMessages(): AsyncGenerator<unknown, void> {
  for await (const [message] of on(process, 'message')) yield message
}
