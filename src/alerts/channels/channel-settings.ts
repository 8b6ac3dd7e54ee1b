import Type, { type Static } from 'typebox'
import { explained, mustBe } from '../rules/fields.ts'
import { Discord } from './discord/settings.ts'
import { Email, emailSettings } from './email/settings.ts'
import { Ntfy, ntfySettings } from './ntfy/settings.ts'
import type { FileSettings } from './settings-parts.ts'
import { Slack } from './slack/settings.ts'
import { Telegram, telegramSettings } from './telegram/settings.ts'
import { Webhook } from './webhook/settings.ts'

/** A channel as the file has it. */
export const FileChannel = explained(
  Type.Union([Webhook, Telegram, Email, Ntfy, Slack, Discord], { description: 'A receiver of messages.' }),
  (value) => mustBe('an object with "type"', value),
)
export type FileChannel = Static<typeof FileChannel>

/** The environment of the service, in which the secrets are. */
export type Variables = Readonly<Record<string, string | undefined>>

/** A channel with its defaults and the values of variables. */
export type ChannelSettings = ReturnType<typeof channelSettings>

export function channelSettings(
  { quietHours: _hours, maxPerDay: _most, ...channel }: FileChannel,
  variables: Variables,
) {
  const withValues = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withValues)
    return value instanceof Object && 'env' in value ? variables[String(value.env)] : value
  }
  const entries = Object.entries(channel).map(([key, value]) => [key, withValues(value)])
  const settings: FileSettings<typeof FileChannel> = Object.fromEntries(entries)
  switch (settings.type) {
    case 'telegram':
      return telegramSettings(settings)
    case 'email':
      return emailSettings(settings)
    case 'ntfy':
      return ntfySettings(settings)
    default:
      return settings
  }
}
