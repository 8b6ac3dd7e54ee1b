import Type from 'typebox'
import type { ChannelSettings } from '../channels/channel.ts'
import { EMAIL_ADDRESS, HTTP_ADDRESS, HTTP_SERVER, SMTP_SERVER, withoutSlashes } from './addresses.ts'
import type { QuietHours } from './alert-rules.ts'
import { channelTextKey, secretKey } from './channel-text.ts'
import {
  choiceKey,
  type FileKey,
  isJsonObject,
  mappedKey,
  objectKey,
  oneOrMoreKey,
  optionalKey,
  type TextRule,
} from './file-key.ts'
import { type NotSet, POLICY_KEYS } from './quiet-hours.ts'
import { WEBHOOK_SECRET } from './webhook-secret.ts'

/** A channel as the file has it: its settings, and what it sets in place of the default of the file. */
export interface FileChannel {
  readonly settings: ChannelSettings
  readonly quietHours: QuietHours | null | NotSet
  readonly maxPerDay: number | null | NotSet
}

const MOST_RECIPIENTS = 50

const BOT_TOKEN: TextRule = {
  expected: 'the token of a bot as BotFather prints it, such as 123456:ABC-def',
  isRight: (text) => text.length <= 200 && /^\d+:[\w-]+$/.test(text),
}
const CHAT_FORM = /^(?:-?[1-9]\d{0,19}|@[A-Za-z]\w{3,31})$/
const CHAT: TextRule = {
  expected: 'the number of a chat such as "-1001234567890", or the @name of a public channel',
  isRight: (text) => CHAT_FORM.test(text),
  pattern: CHAT_FORM,
}
const TOPIC_FORM = /^[\w-]{1,64}$/
const TOPIC: TextRule = {
  expected: 'a topic of 1 to 64 letters, digits, _ and -',
  isRight: (text) => TOPIC_FORM.test(text),
  pattern: TOPIC_FORM,
}
/** Goes into a header of a request. */
const ACCESS_TOKEN: TextRule = {
  expected: 'a token of printable characters without spaces',
  isRight: (text) => text.length <= 500 && /^[\x21-\x7e]+$/.test(text),
}
const ACCOUNT_PART: TextRule = {
  expected: 'a text on one line',
  isRight: (text) => text !== '' && text.length <= 500 && !/\p{Cc}/u.test(text),
}

const serverKey = (description: string, standard: string) =>
  optionalKey(mappedKey(channelTextKey(HTTP_SERVER, description, [standard]), withoutSlashes), standard)

/** Telegram's numbers of chats may be written without quotes. */
const chatKey: FileKey<string> = {
  schema: Type.Union(
    [
      channelTextKey(CHAT, 'The chat.', ['-1001234567890', '@my_channel']).schema,
      Type.Integer({ description: 'The number of the chat.' }),
    ],
    { description: 'The number of the chat, or the @name of a public channel.' },
  ),
  read: (value, place) =>
    channelTextKey(CHAT, '', []).read(Number.isSafeInteger(value) ? String(value) : value, place),
}

const typed = <const T extends ChannelSettings['type']>(type: T) =>
  choiceKey([type], 'What kind of receiver it is.')

const webhook = objectKey(
  {
    type: typed('webhook'),
    url: channelTextKey(HTTP_ADDRESS, 'The address that gets the messages as JSON, by POST.', [
      'https://example.org/hook',
    ]),
    secret: secretKey(
      WEBHOOK_SECRET,
      'The secret that signs each message, as Standard Webhooks describes: whsec_ and base64.',
      'HOOK_SECRET',
    ),
    ...POLICY_KEYS,
  },
  'A program of yours that receives signed messages as JSON.',
)

const telegram = objectKey(
  {
    type: typed('telegram'),
    token: secretKey(BOT_TOKEN, 'The token of your bot, from @BotFather.', 'TELEGRAM_TOKEN'),
    chat: chatKey,
    server: serverKey('The address of a Bot API server of your own.', 'https://api.telegram.org'),
    ...POLICY_KEYS,
  },
  'A chat, group or channel of Telegram.',
)

const email = mappedKey(
  objectKey(
    {
      type: typed('email'),
      server: channelTextKey(SMTP_SERVER, 'The mail server: smtps://HOST:465 or smtp://HOST:587.', [
        'smtps://mail.example:465',
      ]),
      user: optionalKey<string | null>(
        channelTextKey(ACCOUNT_PART, 'The user name at the mail server.', ['alerts@example.org']),
        null,
      ),
      password: optionalKey<string | null>(
        secretKey(ACCOUNT_PART, 'The password at the mail server.', 'SMTP_PASSWORD'),
        null,
      ),
      from: channelTextKey(EMAIL_ADDRESS, 'The address that the messages come from.', ['alerts@example.org']),
      to: oneOrMoreKey(
        channelTextKey(EMAIL_ADDRESS, 'An address.', ['me@example.org']),
        MOST_RECIPIENTS,
        'The address that gets the messages, or a list of addresses.',
      ),
      ...POLICY_KEYS,
    },
    'E-mail by SMTP.',
  ),
  (channel, place) =>
    (channel.user === null) === (channel.password === null)
      ? { ...channel, server: withoutSlashes(channel.server) }
      : place.problem('needs both "user" and "password", or neither'),
)

const ntfy = objectKey(
  {
    type: typed('ntfy'),
    topic: channelTextKey(TOPIC, 'The topic. Whoever knows it can read it, so make it hard to guess.', [
      'ipos-7h2k9w',
    ]),
    server: serverKey('The address of an ntfy server of your own.', 'https://ntfy.sh'),
    token: optionalKey<string | null>(
      secretKey(ACCESS_TOKEN, 'An access token, for a topic that is protected.', 'NTFY_TOKEN'),
      null,
    ),
    ...POLICY_KEYS,
  },
  'Notifications on a phone or desktop by ntfy.',
)

const slack = objectKey(
  {
    type: typed('slack'),
    url: secretKey(HTTP_ADDRESS, 'The address of an incoming webhook of Slack.', 'SLACK_URL'),
    ...POLICY_KEYS,
  },
  'A channel of Slack, by an incoming webhook.',
)

const discord = objectKey(
  {
    type: typed('discord'),
    url: secretKey(HTTP_ADDRESS, 'The address of a webhook of a Discord channel.', 'DISCORD_URL'),
    ...POLICY_KEYS,
  },
  'A channel of Discord, by its webhook.',
)

type FlatChannel = ChannelSettings & Omit<FileChannel, 'settings'>

const CHANNEL_TYPES: { readonly [T in ChannelSettings['type']]: FileKey<FlatChannel> } = {
  webhook,
  telegram,
  email,
  ntfy,
  slack,
  discord,
}
const typeKey = choiceKey(
  Object.keys(CHANNEL_TYPES) as ChannelSettings['type'][],
  'What kind of receiver it is.',
)

export const channelKey: FileKey<FileChannel> = {
  schema: Type.Union(
    Object.values(CHANNEL_TYPES).map(({ schema }) => schema),
    { description: 'A receiver of messages.' },
  ),
  read: (value, place) => {
    if (!isJsonObject(value)) return place.mustBe('an object with "type"', value)
    const type = typeKey.read(Object.hasOwn(value, 'type') ? value.type : undefined, place.key('type'))
    const channel = type === undefined ? undefined : CHANNEL_TYPES[type].read(value, place)
    if (channel === undefined) return undefined
    const { quietHours, maxPerDay, ...settings } = channel
    return { settings: settings as ChannelSettings, quietHours, maxPerDay }
  },
}
