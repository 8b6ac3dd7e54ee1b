import type { TextRule } from './file-key.ts'

const PREFIX = 'whsec_'
const FEWEST_BYTES = 24
const MOST_BYTES = 64

/** The secret of a webhook, in the form and length that Standard Webhooks describes. */
export const WEBHOOK_SECRET: TextRule = {
  expected: `${PREFIX} followed by ${FEWEST_BYTES} to ${MOST_BYTES} random bytes as base64; make one with: echo "${PREFIX}$(openssl rand -base64 32)"`,
  isRight: (text) => {
    if (!text.startsWith(PREFIX) || text.length > 200) return false
    const encoded = text.slice(PREFIX.length)
    const bytes = Buffer.from(encoded, 'base64')
    // The decoder skips what is not base64, so that only a text that it writes again is right.
    return bytes.toString('base64') === encoded && bytes.length >= FEWEST_BYTES && bytes.length <= MOST_BYTES
  },
}
