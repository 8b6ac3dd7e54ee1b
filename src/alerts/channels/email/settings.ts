import Type from 'typebox'
import { EMAIL_ADDRESS, SMTP_SERVER, withoutSlashes } from '../../rules/addresses.ts'
import { channelText, fitting, object, oneOrMore, secret } from '../../rules/fields.ts'
import { isOneLine, type TextRule } from '../../rules/text-rules.ts'
import { type FileSettings, limits, type } from '../settings-parts.ts'

const ACCOUNT_PART: TextRule = {
  expected: 'a text on one line',
  isRight: (text) => isOneLine(text, 500),
}

export const Email = fitting(
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

export type EmailSettings = ReturnType<typeof emailSettings>
export const emailSettings = (file: FileSettings<typeof Email>) => ({
  ...file,
  server: withoutSlashes(file.server),
  // Two variables may hold the same address.
  to: [...new Set([file.to].flat())],
})
