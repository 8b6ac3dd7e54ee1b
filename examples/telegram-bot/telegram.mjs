// Sends messages with Telegram's Bot API, or prints them while there is no token.
import { setTimeout } from 'node:timers/promises'

const { TELEGRAM_TOKEN, TELEGRAM_CHAT, TELEGRAM_API = 'https://api.telegram.org' } = process.env

export const hasTelegram = TELEGRAM_TOKEN !== undefined

export async function post(text) {
  if (!hasTelegram) return console.log(text)
  const noPreview = { link_preview_options: { is_disabled: true } }
  const response = await fetch(`${TELEGRAM_API}/bot${TELEGRAM_TOKEN}/sendMessage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chat_id: TELEGRAM_CHAT, text, parse_mode: 'HTML', ...noPreview }),
  })
  const { ok, description, parameters } = await response.json()
  if (ok) return
  // Telegram accepts about 20 messages a minute for a group, and then names the seconds to wait.
  if (response.status !== 429) throw new Error(`Telegram refused the message: ${description}`)
  await setTimeout(parameters.retry_after * 1000)
  return post(text)
}
