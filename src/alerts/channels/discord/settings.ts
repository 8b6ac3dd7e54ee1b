import { HTTP_ADDRESS } from '../../rules/addresses.ts'
import { object, secret } from '../../rules/fields.ts'
import { type FileSettings, limits, type } from '../settings-parts.ts'

export const Discord = object('A channel of Discord, by its webhook.', {
  type: type('discord'),
  url: secret(HTTP_ADDRESS, 'The address of a webhook of a Discord channel.', 'DISCORD_URL'),
  ...limits,
})
export type DiscordSettings = FileSettings<typeof Discord>
