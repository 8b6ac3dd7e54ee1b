import { type HttpAnswer, type HttpReceiver, jsonReply, startHttpReceiver } from './http-receiver.ts'

const fault = (code: number, description: string, parameters?: object): HttpAnswer =>
  jsonReply(code, { ok: false, error_code: code, description, ...(parameters && { parameters }) })

/** Answers of Telegram to settings that are wrong. */
export const TELEGRAM_FAULTS = {
  chatNotFound: fault(400, 'Bad Request: chat not found'),
  groupUpgraded: fault(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
    migrate_to_chat_id: -1001234,
  }),
  unauthorized: fault(401, 'Unauthorized'),
  blocked: fault(403, 'Forbidden: bot was blocked by the user'),
  noSuchBot: fault(404, 'Not Found'),
} as const

/** Starts an imitation of Telegram's interface for the bot with this token. */
export function startTelegramReceiver(token: string): Promise<HttpReceiver> {
  return startHttpReceiver({
    read({ path, body }) {
      if (path !== `/bot${token}/sendMessage`) return TELEGRAM_FAULTS.noSuchBot
      const { chat_id, text } = JSON.parse(body)
      if (typeof text !== 'string' || text === '') return fault(400, 'Bad Request: message text is empty')
      if (text.length > 4096) return fault(400, 'Bad Request: message is too long')
      if (!/^(-?\d+|@\w+)$/.test(String(chat_id))) return TELEGRAM_FAULTS.chatNotFound
      return { id: null, title: null, text }
    },
    confirmation: jsonReply(200, { ok: true, result: { message_id: 7, date: 1768392000, text: 'x' } }),
    rejection: TELEGRAM_FAULTS.chatNotFound,
    failure: fault(500, 'Internal Server Error'),
    busy: (seconds) =>
      fault(429, 'Too Many Requests: retry later', seconds === null ? undefined : { retry_after: seconds }),
  })
}
