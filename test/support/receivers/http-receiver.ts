import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { openServer } from '../open-server.ts'
import { type Behaviour, BehaviourPlan, type ReceivedMessage, type Receiver, receiptOf } from './behaviour.ts'

export interface HttpRequest {
  readonly method: string
  /** Path and parameters. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface HttpAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** What distinguishes one kind of HTTP receiver from another. */
export interface ReceiverKind {
  /** The message of a request, or the answer to a request that the real receiver would refuse. */
  read(request: HttpRequest): Omit<ReceivedMessage, 'receipt'> | HttpAnswer
  readonly confirmation: HttpAnswer
  readonly rejection: HttpAnswer
  readonly failure: HttpAnswer
  busy(seconds: number | null): HttpAnswer
}

export interface HttpReceiver extends Receiver {
  /** All requests, also those that were no messages. */
  readonly requests: readonly HttpRequest[]
  /** Answers of the next requests that no kind of receiver has; the messages count as refused. */
  answerWith(write: (response: ServerResponse) => void): void
}

export const jsonReply = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** Starts an HTTP receiver on loopback. */
export async function startHttpReceiver(kind: ReceiverKind): Promise<HttpReceiver> {
  const plan = new BehaviourPlan()
  const received: ReceivedMessage[] = []
  const requests: HttpRequest[] = []
  const ownAnswers: ((response: ServerResponse) => void)[] = []

  const { address, close } = await openServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const body = await textOf(request).catch(() => null)
    // The sender was killed before its request was whole.
    if (body === null) return
    const whole = { method, path, headers, body }
    requests.push(whole)
    const message = kind.read(whole)
    if ('status' in message) return send(response, message)
    const ownAnswer = ownAnswers.shift()
    if (ownAnswer) {
      received.push({ ...message, receipt: 'refused' })
      return ownAnswer(response)
    }
    const behaviour = plan.take()
    received.push({ ...message, receipt: receiptOf(behaviour) })
    respond(kind, response, behaviour)
  })
  return {
    address,
    plan,
    received,
    requests,
    answerWith: (write) => ownAnswers.push(write),
    close: async () => close(),
  }
}

function respond(kind: ReceiverKind, response: ServerResponse, behaviour: Behaviour): void {
  if (typeof behaviour === 'object') send(response, kind.busy(behaviour.busy))
  else if (behaviour === 'confirm') send(response, kind.confirmation)
  else if (behaviour === 'reject') send(response, kind.rejection)
  else if (behaviour === 'fail') send(response, kind.failure)
  else if (behaviour === 'reset') response.socket?.resetAndDestroy()
  else if (behaviour === 'acceptAndCut') response.socket?.destroy()
}

function send(response: ServerResponse, { status, headers = {}, body = '' }: HttpAnswer): void {
  response.writeHead(status, headers).end(body)
}
