import { cutText } from '../cut-text.ts'
import type { Channel, ChannelOptions } from '../delivery.ts'
import { httpChannel, plainMessage, replyObject, textOrEmpty } from '../http-channel.ts'
import type { TelegramSettings } from './settings.ts'

/** The longest text of a message, in UTF-16 units. */
const MAX_UNITS = 4096

/** A bot that writes plain text into a chat (https://core.telegram.org/bots/api#sendmessage). */
export function telegramChannel({ token, chat, server }: TelegramSettings, options: ChannelOptions): Channel {
  return httpChannel(
    {
      url: new URL(`${server}/bot${token}/sendMessage`),
      secrets: [token, ...token.split(':').slice(1)],
      body: (message) =>
        JSON.stringify({
          chat_id: chat,
          text: cutText(plainMessage(message), ({ length }) => length <= MAX_UNITS),
          link_preview_options: { is_disabled: true },
        }),
      isConfirmation: ({ text }) => replyObject(text).ok === true,
      objection: ({ status, text }) => telegramObjection(status, text),
      pauseSeconds: ({ text }) => replyParameters(text).retry_after,
    },
    options,
  )
}

const replyParameters = (text: string): Readonly<Record<string, unknown>> => {
  const { parameters } = replyObject(text)
  return typeof parameters === 'object' && parameters !== null ? (parameters as Record<string, unknown>) : {}
}

/** What Telegram objects to, and what the operator can do about it. */
export function telegramObjection(status: number, text: string): string {
  const description = textOrEmpty(replyObject(text).description)
  const newChat = replyParameters(text).migrate_to_chat_id
  if (typeof newChat === 'number') return `${description} (set the chat to ${newChat})`
  return status === 401 || status === 404 ? `${description} (is the token right?)` : description
}
