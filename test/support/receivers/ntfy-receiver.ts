import { type HttpAnswer, type HttpReceiver, jsonReply, startHttpReceiver } from './http-receiver.ts'

const fault = (code: number, http: number, error: string): HttpAnswer =>
  jsonReply(http, { code, http, error })

export interface NtfyReceiverOptions {
  readonly topic: string
  /** `null` for a topic that everybody may write to. */
  readonly token: string | null
}

/** Starts an imitation of an ntfy server with one topic. */
export function startNtfyReceiver({ topic, token }: NtfyReceiverOptions): Promise<HttpReceiver> {
  return startHttpReceiver({
    read({ path, headers, body }) {
      if (path !== '/') return fault(40401, 404, 'page not found')
      if (Buffer.byteLength(body) > 8192) return fault(40024, 400, 'invalid request: request body too large')
      if (token !== null && headers.authorization !== `Bearer ${token}`) return fault(40301, 403, 'forbidden')
      const message = JSON.parse(body)
      if (message.topic !== topic) return fault(40009, 400, 'invalid request: topic invalid')
      if (Buffer.byteLength(message.message) > 4096) return fault(41301, 413, 'attachment too large')
      return { id: message.sequence_id ?? null, title: message.title, text: message.message }
    },
    confirmation: jsonReply(200, { id: 'xE73Iyuabi', time: 1768392000, event: 'message', topic }),
    rejection: fault(40001, 400, 'invalid request'),
    failure: fault(50001, 500, 'internal server error'),
    busy: (seconds) => ({
      ...fault(42901, 429, 'limit reached: too many requests'),
      headers: seconds === null ? {} : { 'retry-after': String(seconds) },
    }),
  })
}
