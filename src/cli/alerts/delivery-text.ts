import type { ChannelSettings, Delivery } from '../../alerts/channels/channel.ts'
import { channelHost } from './channel-host.ts'

const RECEIVERS: Readonly<Record<ChannelSettings['type'], string>> = {
  webhook: 'The receiver',
  telegram: 'Telegram',
  email: 'The mail server',
  ntfy: 'ntfy',
  slack: 'Slack',
  discord: 'Discord',
}

export const confirmedText = ({ type }: ChannelSettings): string => `${RECEIVERS[type]} confirmed it.`

/** What to check when a receiver objects. */
const SETTINGS_TO_CHECK: Readonly<Record<ChannelSettings['type'], string>> = {
  webhook: '"url" and "secret", and what the receiver accepts',
  telegram: '"token" and "chat", and that the bot is a member of the chat and may write there',
  email: '"server", "user", "password", "from" and "to"',
  ntfy: '"server", "topic" and "token"',
  slack: '"url": it may have been revoked',
  discord: '"url": it may have been deleted',
}

/** What the operator can do about a message that was not delivered. */
export function failureAdvice(
  settings: ChannelSettings,
  { isRejected, retryAfterMs }: Extract<Delivery, { readonly isDelivered: false }>,
): string {
  if (isRejected) return `to do: check ${SETTINGS_TO_CHECK[settings.type]}`
  if (retryAfterMs !== null) return `to do: try again in ${Math.ceil(retryAfterMs / 1000)} seconds`
  return `to do: check that ${channelHost(settings)} works and can be reached from here, then try again`
}
