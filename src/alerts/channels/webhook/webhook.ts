import { createHmac } from 'node:crypto'
import { msOf } from '../../../market/calendar.ts'
import type { Channel, ChannelOptions } from '../delivery.ts'
import { httpChannel } from '../http-channel.ts'
import type { WebhookSettings } from './settings.ts'

const SECRET_PREFIX = 'whsec_'

/** A signed webhook, as https://www.standardwebhooks.com specifies it. */
export function webhookChannel({ url, secret }: WebhookSettings, options: ChannelOptions): Channel {
  const base64Key = secret.slice(SECRET_PREFIX.length)
  const key = Buffer.from(base64Key, 'base64')
  return httpChannel(
    {
      url: new URL(url),
      secrets: [secret, base64Key, key.toString('latin1')],
      body: ({ body }) => JSON.stringify(body),
      headers: ({ id }, body) => {
        const timestamp = String(Math.floor(msOf(options.now()) / 1000))
        const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
        return {
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,${signature}`,
        }
      },
      objection: ({ text }) => text,
    },
    options,
  )
}
