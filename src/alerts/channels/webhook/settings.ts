import { HTTP_ADDRESS } from '../../rules/addresses.ts'
import { channelText, object, secret } from '../../rules/fields.ts'
import type { TextRule } from '../../rules/text-rules.ts'
import { type FileSettings, limits, type } from '../settings-parts.ts'

/** In the form and length that Standard Webhooks describes. */
const SECRET: TextRule = {
  expected:
    'whsec_ followed by 24 to 64 random bytes as base64; make one with: echo "whsec_$(openssl rand -base64 32)"',
  isRight: (text) => {
    if (!text.startsWith('whsec_') || text.length > 200) return false
    const encoded = text.slice('whsec_'.length)
    const bytes = Buffer.from(encoded, 'base64')
    // The decoder skips what is not base64, so that only a text that it writes again is right.
    return bytes.toString('base64') === encoded && bytes.length >= 24 && bytes.length <= 64
  },
}

export const Webhook = object('A program of yours that receives signed messages as JSON.', {
  type: type('webhook'),
  url: channelText(
    HTTP_ADDRESS,
    'The address that gets the messages as JSON, by POST.',
    'https://example.org/hook',
  ),
  secret: secret(
    SECRET,
    'The secret that signs each message, as Standard Webhooks describes: whsec_ and base64.',
    'HOOK_SECRET',
  ),
  ...limits,
})
export type WebhookSettings = FileSettings<typeof Webhook>
