import { type HttpReceiver, jsonReply, startHttpReceiver } from './http-receiver.ts'

/** Starts an imitation of Discord with one webhook at this path, such as /api/webhooks/1/secret. */
export function startDiscordReceiver(hookPath: string): Promise<HttpReceiver> {
  return startHttpReceiver({
    read({ path, body }) {
      const url = new URL(path, 'http://discord.example')
      if (url.pathname !== hookPath) return jsonReply(404, { message: 'Unknown Webhook', code: 10015 })
      const { content } = JSON.parse(body)
      if (content === '') return jsonReply(400, { message: 'Cannot send an empty message', code: 50006 })
      if (content.length > 2000) return jsonReply(400, { message: 'Invalid Form Body', code: 50035 })
      return { id: null, title: null, text: content }
    },
    confirmation: jsonReply(200, { id: '1234', type: 0, content: 'x' }),
    rejection: jsonReply(400, { message: 'Invalid Form Body', code: 50035 }),
    failure: jsonReply(500, { message: '500: Internal Server Error', code: 0 }),
    busy: (seconds) =>
      jsonReply(429, {
        message: 'You are being rate limited.',
        retry_after: seconds ?? undefined,
        global: false,
      }),
  })
}
