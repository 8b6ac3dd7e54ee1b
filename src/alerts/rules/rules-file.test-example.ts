import { readAlertRules } from './read-alert-rules.ts'

/** An invented environment for files of alerts. */
export const EXAMPLE_VARIABLES = {
  TELEGRAM_TOKEN: '123456:ABC-def_1',
  HOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  SMTP_PASSWORD: 'correct horse',
  NTFY_TOKEN: 'tk_example',
  SLACK_URL: 'https://hooks.slack.example/services/T1/B2/c3',
  DISCORD_URL: 'https://discord.example/api/webhooks/1/abc',
  EMPTY: '',
}

/** A file with a channel of each kind and every key of a rule. */
export const EXAMPLE_FILE = {
  $schema: 'alerts.schema.json',
  channels: {
    family: { type: 'telegram', token: { env: 'TELEGRAM_TOKEN' }, chat: '-1001234567890' },
    program: {
      type: 'webhook',
      url: 'https://example.org/hook',
      secret: { env: 'HOOK_SECRET' },
      quietHours: null,
      maxPerDay: null,
    },
    me: {
      type: 'email',
      server: 'smtps://mail.example:465',
      user: 'alerts',
      password: { env: 'SMTP_PASSWORD' },
      from: 'alerts@example.org',
      to: ['me@example.org', 'you@example.org'],
      maxPerDay: 3,
    },
    phone: { type: 'ntfy', topic: 'my-ipos', token: { env: 'NTFY_TOKEN' } },
    team: { type: 'slack', url: { env: 'SLACK_URL' } },
    club: { type: 'discord', url: { env: 'DISCORD_URL' }, quietHours: { from: '12:00', to: '13:00' } },
  },
  rules: [
    {
      name: 'closing',
      on: { closes: { hoursBefore: 2.5 } },
      where: {
        board: 'MAINBOARD',
        ipos: ['acme-foods', 'neem-works'],
        minAmount: { max: 15000 },
        gmpPercent: { min: 10 },
        gmp: { min: -5, max: 500 },
        sources: { min: 2 },
        disputed: false,
      },
      channels: ['family', 'phone', 'team', 'club'],
    },
    { name: 'opening', on: 'opens', channels: ['me'] },
    { name: 'everything', on: 'datesMoved', channels: ['program'] },
  ],
  digest: { at: '08:00', channels: ['family'] },
  quietHours: { from: '22:00', to: '07:00' },
  maxPerDay: 20,
}

/** The file with one rule in place of its own. */
export const fileWithRule = (rule: object): string =>
  JSON.stringify({
    ...EXAMPLE_FILE,
    rules: [{ name: 'one', on: 'opens', channels: Object.keys(EXAMPLE_FILE.channels), ...rule }],
  })

/** The file with one more channel, which its digest uses. */
export const fileWithChannel = (channel: unknown, name = 'one'): string =>
  JSON.stringify({
    ...EXAMPLE_FILE,
    channels: { ...EXAMPLE_FILE.channels, [name]: channel },
    digest: { channels: [name] },
  })

/** What reading a file gives in the example environment: rules, or problems. */
export function verdictOn(text: string) {
  const verdict = readAlertRules(text, EXAMPLE_VARIABLES)
  return 'problems' in verdict ? { rules: null, warnings: [], ...verdict } : { problems: [], ...verdict }
}
