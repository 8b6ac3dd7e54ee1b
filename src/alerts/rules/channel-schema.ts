import Type, { type Static } from 'typebox'
import { EMAIL_ADDRESS, HTTP_ADDRESS, HTTP_SERVER, SMTP_SERVER } from './addresses.ts'
import {
  channelText,
  explained,
  fitting,
  mustBe,
  nullable,
  object,
  oneOrMore,
  secret,
  text,
  wholeNumber,
  withDefault,
} from './fields.ts'
import {
  ACCESS_TOKEN,
  ACCOUNT_PART,
  BOT_TOKEN,
  CHAT,
  TIME_OF_DAY,
  TOPIC,
  WEBHOOK_SECRET,
} from './text-rules.ts'

export const TELEGRAM_SERVER = 'https://api.telegram.org'
export const NTFY_SERVER = 'https://ntfy.sh'

export const clock = (description: string, example: string) => text(TIME_OF_DAY, description, example)

const HOURS = 'Hours without messages. What was held back comes in one message when they end.'
const QuietHours = fitting(
  object(HOURS, {
    from: clock('When quiet hours begin, in India.', '22:00'),
    to: clock('When they end, in India; it may be on the next day.', '07:00'),
  }),
  ({ from, to }) => from !== to,
  'must begin and end at different times',
)

/** Quiet hours and the maximum, at the top of the file and in a channel. */
export const limits = {
  quietHours: Type.Optional(nullable(QuietHours, `${HOURS} Null for none.`)),
  maxPerDay: Type.Optional(
    nullable(
      wholeNumber(1, 10_000, 'The most messages a day.'),
      'The most messages a day in India to one channel, or null for no limit. What is beyond it comes with the first message of the next day.',
    ),
  ),
}

const type = <const T extends string>(name: T) =>
  Type.Literal(name, { description: 'What kind of receiver it is.' })

const serverOfOwn = (program: string, standard: string) =>
  Type.Optional(
    withDefault(channelText(HTTP_SERVER, `The address of ${program} of your own.`, standard), standard),
  )

const Webhook = object('A program of yours that receives signed messages as JSON.', {
  type: type('webhook'),
  url: channelText(
    HTTP_ADDRESS,
    'The address that gets the messages as JSON, by POST.',
    'https://example.org/hook',
  ),
  secret: secret(
    WEBHOOK_SECRET,
    'The secret that signs each message, as Standard Webhooks describes: whsec_ and base64.',
    'HOOK_SECRET',
  ),
  ...limits,
})

/** Telegram's numbers of chats may be written without quotes. */
const chatNumber = explained(
  Type.Integer({ description: 'The number of the chat.' }),
  () => `must be ${CHAT.expected}`,
  (chat) => Number.isSafeInteger(chat) && chat !== 0,
)
const Telegram = object('A chat, group or channel of Telegram.', {
  type: type('telegram'),
  token: secret(BOT_TOKEN, 'The token of your bot, from @BotFather.', 'TELEGRAM_TOKEN'),
  chat: Type.Union([...channelText(CHAT, 'The chat.', '-1001234567890', '@my_channel').anyOf, chatNumber], {
    description: 'The number of the chat, or the @name of a public channel.',
  }),
  server: serverOfOwn('a Bot API server', TELEGRAM_SERVER),
  ...limits,
})

const Email = fitting(
  object('E-mail by SMTP.', {
    type: type('email'),
    server: channelText(
      SMTP_SERVER,
      'The mail server: smtps://HOST:465 or smtp://HOST:587.',
      'smtps://mail.example:465',
    ),
    user: Type.Optional(channelText(ACCOUNT_PART, 'The user name at the mail server.', 'alerts@example.org')),
    password: Type.Optional(secret(ACCOUNT_PART, 'The password at the mail server.', 'SMTP_PASSWORD')),
    from: channelText(EMAIL_ADDRESS, 'The address that the messages come from.', 'alerts@example.org'),
    to: oneOrMore(
      channelText(EMAIL_ADDRESS, 'An address.', 'me@example.org'),
      50,
      'The address that gets the messages, or a list of addresses.',
    ),
    ...limits,
  }),
  ({ user, password }) => (user === undefined) === (password === undefined),
  'needs both "user" and "password", or neither',
)

const Ntfy = object('Notifications on a phone or desktop by ntfy.', {
  type: type('ntfy'),
  topic: channelText(
    TOPIC,
    'The topic. Whoever knows it can read it, so make it hard to guess.',
    'ipos-7h2k9w',
  ),
  server: serverOfOwn('an ntfy server', NTFY_SERVER),
  token: Type.Optional(secret(ACCESS_TOKEN, 'An access token, for a topic that is protected.', 'NTFY_TOKEN')),
  ...limits,
})

const Slack = object('A channel of Slack, by an incoming webhook.', {
  type: type('slack'),
  url: secret(HTTP_ADDRESS, 'The address of an incoming webhook of Slack.', 'SLACK_URL'),
  ...limits,
})

const Discord = object('A channel of Discord, by its webhook.', {
  type: type('discord'),
  url: secret(HTTP_ADDRESS, 'The address of a webhook of a Discord channel.', 'DISCORD_URL'),
  ...limits,
})

export const FileChannel = explained(
  Type.Union([Webhook, Telegram, Email, Ntfy, Slack, Discord], { description: 'A receiver of messages.' }),
  (value) => mustBe('an object with "type"', value),
)
export type FileChannel = Static<typeof FileChannel>
