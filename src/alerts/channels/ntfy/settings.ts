import Type from 'typebox'
import { withoutSlashes } from '../../rules/addresses.ts'
import { channelText, object, secret } from '../../rules/fields.ts'
import type { TextRule } from '../../rules/text-rules.ts'
import { type FileSettings, limits, serverOfOwn, type } from '../settings-parts.ts'

const NTFY_SERVER = 'https://ntfy.sh'
const TOPIC: TextRule = {
  expected: 'a topic of 1 to 64 letters, digits, _ and -',
  isRight: /^[\w-]{1,64}$/,
}
/** Goes into a header of a request. */
const ACCESS_TOKEN: TextRule = {
  expected: 'a token of printable characters without spaces',
  isRight: /^[\x21-\x7e]{1,500}$/,
}

export const Ntfy = object('Notifications on a phone or desktop by ntfy.', {
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

export type NtfySettings = ReturnType<typeof ntfySettings>
export const ntfySettings = (file: FileSettings<typeof Ntfy>) => ({
  ...file,
  server: withoutSlashes(file.server ?? NTFY_SERVER),
})
