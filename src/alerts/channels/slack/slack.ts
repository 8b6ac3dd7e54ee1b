import { cutText } from '../cut-text.ts'
import type { Channel, ChannelOptions } from '../delivery.ts'
import { httpChannel, plainMessage } from '../http-channel.ts'
import type { SlackSettings } from './settings.ts'

/** Slack cuts longer texts, maybe within an escaped character. */
const MAX_UNITS = 40_000

/** An incoming webhook of Slack, or of a server with the same interface. */
export function slackChannel({ url }: SlackSettings, options: ChannelOptions): Channel {
  return httpChannel(
    {
      url: new URL(url),
      secrets: [],
      body: (message) =>
        JSON.stringify({
          text: slackText(cutText(plainMessage(message), (text) => slackText(text).length <= MAX_UNITS)),
          mrkdwn: false,
          unfurl_links: false,
        }),
      objection: ({ text }) => text,
    },
    options,
  )
}

/** The three characters that have a meaning for Slack, escaped as it asks. */
export const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
