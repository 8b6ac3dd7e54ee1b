import { cutText } from '../cut-text.ts'
import type { Channel, ChannelOptions } from '../delivery.ts'
import { httpChannel, replyObject, textOrEmpty } from '../http-channel.ts'
import type { NtfySettings } from './settings.ts'

/** The longest text of a message; ntfy turns a longer one into a file. */
const MAX_BYTES = 4096
/** The longest text as JSON, since ntfy accepts 8192 bytes for the whole request. */
const MAX_JSON_BYTES = 7000
const MAX_TITLE_BYTES = 250

/** A topic of an ntfy server (https://docs.ntfy.sh/publish/#publish-as-json). */
export function ntfyChannel({ server, topic, token }: NtfySettings, options: ChannelOptions): Channel {
  return httpChannel(
    {
      url: new URL(`${server}/`),
      // Whoever knows a topic can read it, so it is a secret, too.
      secrets: [topic, token ?? ''],
      body: ({ id, title, text, firstLink }) =>
        JSON.stringify({
          topic,
          title: cutText(title, (line) => Buffer.byteLength(line) <= MAX_TITLE_BYTES),
          message: cutText(text, fitsNtfy),
          click: firstLink?.startsWith('https://') ? firstLink : undefined,
          // From version 2.16 a repeated message replaces the first one.
          sequence_id: id,
        }),
      headers: () => (token === undefined ? {} : { authorization: `Bearer ${token}` }),
      isConfirmation: ({ text }) => textOrEmpty(replyObject(text).id) !== '',
      objection: ({ text }) => textOrEmpty(replyObject(text).error) || text,
    },
    options,
  )
}

const fitsNtfy = (text: string): boolean =>
  Buffer.byteLength(text) <= MAX_BYTES && Buffer.byteLength(JSON.stringify(text)) <= MAX_JSON_BYTES
