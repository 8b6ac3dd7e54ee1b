import { Webhook } from 'standardwebhooks'
import { type HttpReceiver, type HttpRequest, jsonReply, startHttpReceiver } from './http-receiver.ts'

export interface WebhookReceiverOptions {
  /** `whsec_` and the key in base64. */
  readonly secret: string
  /** The clock of the sender in milliseconds, for tests with an invented time; otherwise that of the machine. */
  readonly nowMs?: () => number
}

const TOLERATED_SECONDS = 300

/** Starts a receiver of signed webhooks, which verifies each request with the reference library. */
export function startWebhookReceiver({ secret, nowMs }: WebhookReceiverOptions): Promise<HttpReceiver> {
  const hook = new Webhook(secret)
  return startHttpReceiver({
    read(request) {
      const fault = nowMs ? faultAt(hook, request, nowMs()) : faultNow(hook, request)
      if (fault !== null) return { status: 401, body: fault }
      const content = JSON.parse(request.body)
      const { title = null } = content
      return { id: String(request.headers['webhook-id']), title, text: request.body }
    },
    confirmation: { status: 204 },
    rejection: { status: 400, body: 'unknown event' },
    failure: { status: 500, body: 'out of order' },
    busy: (seconds) => jsonReply(429, {}, seconds === null ? {} : { 'retry-after': String(seconds) }),
  })
}

function faultNow(hook: Webhook, { headers, body }: HttpRequest): string | null {
  try {
    hook.verify(body, headers as Record<string, string>)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** As the library verifies, but at another time than now, which it reads from the clock of the machine. */
function faultAt(hook: Webhook, { headers, body }: HttpRequest, nowMs: number): string | null {
  const seconds = Number(headers['webhook-timestamp'])
  if (!(Math.abs(nowMs / 1000 - seconds) <= TOLERATED_SECONDS)) return 'Message timestamp too old or too new'
  const signature = hook.sign(String(headers['webhook-id']), new Date(seconds * 1000), body)
  return headers['webhook-signature'] === signature ? null : 'No matching signature found'
}
