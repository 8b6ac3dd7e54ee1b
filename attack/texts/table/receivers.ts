import { cutText, cutToUnits } from '../../../src/alerts/channels/cut-text.ts'
import { discordText } from '../../../src/alerts/channels/discord/discord.ts'
import { replyObject } from '../../../src/alerts/channels/http-channel.ts'
import { secretsOfAddress, showWithout } from '../../../src/alerts/channels/receiver-text.ts'
import { slackText } from '../../../src/alerts/channels/slack/slack.ts'
import { telegramObjection } from '../../../src/alerts/channels/telegram/telegram.ts'
import { readersOf } from '../text-reader.ts'

const HOST = new URL('https://a.example')
const show = showWithout(['secret', 'se'])

/** Channels read no more of an answer. */
const firstBytes = (text: string) => text.slice(0, 64 * 1024)

/** A rejected address is no finding: it comes from the operator. */
const addressOrNull = (text: string) => URL.parse(`https://a.example/${text}`)

/** Functions of the channels of alerts: for answers of receivers, and for texts that contain names from sources. */
export const RECEIVERS = [
  ...readersOf(
    'src/alerts/channels/cut-text.ts',
    {
      cutText: (text) => cutText(text, (part) => Buffer.byteLength(part) <= 4096),
      cutToUnits: (text) => cutToUnits(text, 4096),
    },
    ['\n', '\ud83d', '\ude00', '…'],
  ),
  ...readersOf(
    'src/alerts/channels/receiver-text.ts',
    {
      showWithout: show,
      secretsOfAddress: (text) => secretsOfAddress(addressOrNull(text) ?? HOST),
    },
    ['secret', 'se', '\u200b', '\n', '%', '?a='],
  ),
  ...readersOf(
    'src/alerts/channels/http-channel.ts',
    { replyObject: (text) => replyObject(firstBytes(text)) },
    ['{"a":', '[[', '"__proto__":', '@', ':'],
  ),
  ...readersOf(
    'src/alerts/channels/telegram/telegram.ts',
    { telegramObjection: (text) => telegramObjection(400, firstBytes(text)) },
    ['{"description":"', '"parameters":{', '"migrate_to_chat_id":1', '}'],
  ),
  ...readersOf('src/alerts/channels/slack/slack.ts', { slackText }, ['&', '<', '>', '&amp;']),
  ...readersOf('src/alerts/channels/discord/discord.ts', { discordText }, [
    'https://',
    '*',
    '\\',
    '[',
    '](',
    '\n',
  ]),
]
