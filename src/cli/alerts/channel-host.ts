import type { ChannelSettings } from '../../alerts/channels/channel.ts'

/** The host that messages go to. The rest of an address may be a secret, such as the path of a Slack webhook. */
export const channelHost = (settings: ChannelSettings): string =>
  URL.parse('server' in settings ? settings.server : settings.url)?.host ?? 'no valid address'
