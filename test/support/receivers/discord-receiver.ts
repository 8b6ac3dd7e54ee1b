import { type HttpReceiver, json, startHttpReceiver } from './http-receiver.ts'

/** Starts an imitation of Discord with one webhook at this path, such as /api/webhooks/1/secret. */
export function startDiscordReceiver(hookPath: string): Promise<HttpReceiver> {
  return startHttpReceiver({
    read({ path, body }) {
      const url = new URL(path, 'http://discord.example')
      if (url.pathname !== hookPath) return json(404, { message: 'Unknown Webhook', code: 10015 })
      const { content } = JSON.parse(body)
      if (content === '') return json(400, { message: 'Cannot send an empty message', code: 50006 })
      if (content.length > 2000) return json(400, { message: 'Invalid Form Body', code: 50035 })
      return { id: null, title: null, text: content }
    },
    confirmation: json(200, { id: '1234', type: 0, content: 'x' }),
    rejection: json(400, { message: 'Invalid Form Body', code: 50035 }),
    failure: json(500, { message: '500: Internal Server Error', code: 0 }),
    busy: (seconds) =>
      json(429, { message: 'You are being rate limited.', retry_after: seconds ?? undefined, global: false }),
  })
}
