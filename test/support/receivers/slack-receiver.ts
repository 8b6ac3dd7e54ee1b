import { type HttpReceiver, startHttpReceiver } from './http-receiver.ts'

/** Starts an imitation of Slack with one incoming webhook at this path, such as /services/T1/B1/secret. */
export function startSlackReceiver(hookPath: string): Promise<HttpReceiver> {
  return startHttpReceiver({
    read({ path, body }) {
      if (path !== hookPath) return { status: 404, body: 'no_service' }
      const { text } = JSON.parse(body)
      if (typeof text !== 'string' || text === '') return { status: 400, body: 'no_text' }
      return { id: null, title: null, text }
    },
    confirmation: { status: 200, body: 'ok' },
    rejection: { status: 400, body: 'invalid_payload' },
    failure: { status: 500, body: 'rollup_error' },
    busy: (seconds) => ({
      status: 429,
      headers: seconds === null ? {} : { 'retry-after': String(seconds) },
      body: 'rate_limited',
    }),
  })
}
