import { HTTP_ADDRESS } from '../../rules/addresses.ts'
import { object, secret } from '../../rules/fields.ts'
import { type FileSettings, limits, type } from '../settings-parts.ts'

export const Slack = object('A channel of Slack, by an incoming webhook.', {
  type: type('slack'),
  url: secret(HTTP_ADDRESS, 'The address of an incoming webhook of Slack.', 'SLACK_URL'),
  ...limits,
})
export type SlackSettings = FileSettings<typeof Slack>
