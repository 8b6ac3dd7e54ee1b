import Type from 'typebox'
import { withoutSlashes } from '../../rules/addresses.ts'
import { channelText, explained, object, secret } from '../../rules/fields.ts'
import type { TextRule } from '../../rules/text-rules.ts'
import { type FileSettings, limits, serverOfOwn, type } from '../settings-parts.ts'

const TELEGRAM_SERVER = 'https://api.telegram.org'
const BOT_TOKEN: TextRule = {
  expected: 'the token of a bot as BotFather prints it, such as 123456:ABC-def',
  isRight: /^(?=.{1,200}$)\d+:[\w-]+$/,
}
const CHAT: TextRule = {
  expected: 'the number of a chat such as "-1001234567890", or the @name of a public channel',
  isRight: /^(?:-?[1-9]\d{0,19}|@[A-Za-z]\w{3,31})$/,
}

/** Telegram's numbers of chats may be written without quotes. */
const chatNumber = explained(
  Type.Integer({ description: 'The number of the chat.' }),
  () => `must be ${CHAT.expected}`,
  (chat) => Number.isSafeInteger(chat) && chat !== 0,
)

export const Telegram = object('A chat, group or channel of Telegram.', {
  type: type('telegram'),
  token: secret(BOT_TOKEN, 'The token of your bot, from @BotFather.', 'TELEGRAM_TOKEN'),
  chat: Type.Union([...channelText(CHAT, 'The chat.', '-1001234567890', '@my_channel').anyOf, chatNumber], {
    description: 'The number of the chat, or the @name of a public channel.',
  }),
  server: serverOfOwn('a Bot API server', TELEGRAM_SERVER),
  ...limits,
})

export type TelegramSettings = ReturnType<typeof telegramSettings>
export const telegramSettings = (file: FileSettings<typeof Telegram>) => ({
  ...file,
  chat: String(file.chat),
  server: withoutSlashes(file.server ?? TELEGRAM_SERVER),
})
