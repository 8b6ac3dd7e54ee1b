import { createHmac } from 'node:crypto'
import { msOf } from '../../market/calendar.ts'
import type { Channel, ChannelOptions, WebhookSettings } from './delivery.ts'
import { httpChannel, receiverAddress } from './http-channel.ts'

const SECRET_PREFIX = 'whsec_'

/** A signed webhook, as https://www.standardwebhooks.com specifies it. */
export function webhookChannel({ url, secret }: WebhookSettings, options: ChannelOptions): Channel {
  const base64Key = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret
  const key = Buffer.from(base64Key, 'base64')
  if (key.length === 0)
    throw new Error(`the secret of a webhook must be ${SECRET_PREFIX} and a key in base64`)
  return httpChannel(
    {
      url: receiverAddress(url),
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
