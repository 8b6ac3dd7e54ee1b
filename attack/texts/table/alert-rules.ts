import { withoutSlashes } from '../../../src/alerts/rules/addresses.ts'
import { nearestName } from '../../../src/alerts/rules/nearest-name.ts'
import { readAlertRules } from '../../../src/alerts/rules/read-alert-rules.ts'
import { readersOf } from '../text-reader.ts'

/** A file of alerts with the text in every place, and as the value of a variable. */
const fileOf = (text: string): string =>
  JSON.stringify({
    [text]: text,
    channels: {
      [text]: { type: text },
      bot: { type: 'telegram', token: { env: 'TEXT' }, chat: text, server: text },
      hook: { type: 'webhook', url: text, secret: { env: 'TEXT' } },
      mail: { type: 'email', server: text, user: text, password: { env: text }, from: text, to: [text] },
      phone: { type: 'ntfy', topic: text, token: { env: 'TEXT' }, quietHours: { from: text, to: text } },
    },
    rules: [
      { name: text, on: text, where: { board: text, ipos: text, [text]: text }, channels: [text] },
      { name: text, on: { deal: { symbol: text, client: text } }, channels: [text] },
      { name: 'a', on: { subscription: { category: text, times: 1 } }, channels: text },
    ],
    digest: { at: text, channels: [text] },
  })

/** Functions that read the operator's file of alerts. */
export const ALERT_RULES = [
  ...readersOf('src/alerts/rules/addresses.ts', { withoutSlashes }, ['/']),
  ...readersOf('src/alerts/rules/nearest-name.ts', {
    nearestName: (text) => nearestName(text, ['channels', text]),
  }),
  ...readersOf(
    'src/alerts/rules/read-alert-rules.ts',
    { readAlertRules: (text) => [readAlertRules(text, {}), readAlertRules(fileOf(text), { TEXT: text })] },
    [
      'https://',
      'smtp://',
      'a@',
      'whsec_',
      'acme-',
      '22:',
      '123:',
      '{"rules":[',
      '{"channels":{',
      '{"a":1},',
      '[1,',
      '\\u0061',
      '\\"',
      '1e9',
      '-',
    ],
  ),
]
