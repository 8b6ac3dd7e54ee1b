import { cutText } from '../cut-text.ts'
import type { Channel, ChannelOptions } from '../delivery.ts'
import { httpChannel, plainMessage, replyObject, textOrEmpty } from '../http-channel.ts'
import type { DiscordSettings } from './settings.ts'

const MAX_UNITS = 2000
/** A flag of messages: no previews of links. */
const SUPPRESS_EMBEDS = 4

/** A webhook of a Discord channel (https://discord.com/developers/docs/resources/webhook#execute-webhook). */
export function discordChannel(settings: DiscordSettings, options: ChannelOptions): Channel {
  const url = new URL(settings.url)
  // Without it, Discord also confirms messages that it then fails to store.
  url.searchParams.set('wait', 'true')
  return httpChannel(
    {
      url,
      secrets: [settings.url],
      body: (message) =>
        JSON.stringify({
          content: discordText(
            cutText(plainMessage(message), (text) => discordText(text).length <= MAX_UNITS),
          ),
          allowed_mentions: { parse: [] },
          flags: SUPPRESS_EMBEDS,
        }),
      objection: ({ text }) => textOrEmpty(replyObject(text).message) || text,
      pauseSeconds: ({ text }) => replyObject(text).retry_after,
    },
    options,
  )
}

/** Plain text that Discord shows as it is: characters of Markdown are escaped, except in links. */
export const discordText = (text: string): string =>
  text
    .split(/(\s)/)
    .map((word) => (word.startsWith('https://') ? word : word.replace(/[\\*_~`|<>#[\]]/g, '\\$&')))
    .join('')
