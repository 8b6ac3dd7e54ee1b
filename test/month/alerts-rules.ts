import { SECRETS } from '../support/receivers/start-receiver.ts'

/** The secrets of the file below, as variables of the environment. */
export type AlertVariables = Readonly<
  Record<'TOKEN' | 'HOOK' | 'PASSWORD' | 'NTFY' | 'SLACK' | 'DISCORD', string>
>

/** The names of the channels of the file. */
export const CHANNELS = ['program', 'family', 'me', 'phone', 'team', 'club'] as const
export type ChannelName = (typeof CHANNELS)[number]

const affordable = { board: 'MAINBOARD', minAmount: { max: 15_000 } }

/** Twenty-one rules with every trigger. */
export const RULES = [
  { name: 'opening', on: 'opens', channels: ['program', 'phone'] },
  {
    name: 'opening with a GMP',
    on: { opens: { at: '08:30' } },
    where: { board: 'MAINBOARD', gmpPercent: { min: 10 } },
    channels: ['family'],
  },
  { name: 'closing', on: 'closes', channels: ['program', 'family', 'phone'] },
  { name: 'last day', on: { closes: { hoursBefore: 24 } }, where: { board: 'SME' }, channels: ['club'] },
  {
    name: 'two of mine',
    on: { closes: { hoursBefore: 6 } },
    where: { ipos: ['quokka-pumps', 'harbour-cement-2031'] },
    channels: ['me'],
  },
  { name: 'allotment', on: { allotment: { at: '10:00' } }, channels: ['program', 'family'] },
  { name: 'lists tomorrow', on: 'listsTomorrow', channels: ['program', 'team'] },
  { name: 'lock-in', on: { 'lock-in-ends': { daysBefore: 25 } }, channels: ['program'] },
  { name: 'listed', on: 'listed', channels: ['program', 'me', 'club'] },
  { name: 'new', on: 'new', channels: ['program', 'me'] },
  { name: 'new and affordable', on: 'new', where: affordable, channels: ['family'] },
  { name: 'dates', on: 'datesMoved', channels: ['program', 'family'] },
  { name: 'withdrawn', on: 'withdrawn', channels: ['program', 'family', 'club'] },
  { name: 'twenty percent', on: { gmp: { percent: 20 } }, channels: ['program', 'phone'] },
  {
    name: 'below zero',
    on: { gmp: { rupees: 0, direction: 'down' } },
    where: { board: 'SME' },
    channels: ['program', 'club'],
  },
  {
    name: 'strong',
    on: { gmp: { percent: 76, direction: 'up' } },
    where: { sources: { min: 2 }, disputed: false, gmp: { min: 90 } },
    channels: ['team'],
  },
  { name: 'dispute', on: 'dispute', channels: ['program', 'phone'] },
  { name: 'subscribed', on: { subscription: { times: 1 } }, channels: ['program', 'team'] },
  {
    name: 'retail',
    on: { subscription: { category: 'RII', times: 2 } },
    where: { board: 'MAINBOARD' },
    channels: ['family'],
  },
  { name: 'large deals', on: { deal: { value: 20_000_000 } }, channels: ['me'] },
  { name: 'Heron', on: { deal: { client: 'Heron Emerging' } }, channels: ['program', 'team'] },
]

/** The file of alerts, for receivers at these addresses. */
export function alertsFile(addressOf: (channel: ChannelName) => string) {
  return {
    channels: {
      program: {
        type: 'webhook',
        url: `${addressOf('program')}${SECRETS.webhookPath}`,
        secret: { env: 'HOOK' },
      },
      family: {
        type: 'telegram',
        token: { env: 'TOKEN' },
        chat: '-100777',
        server: addressOf('family'),
        quietHours: { from: '20:00', to: '07:30' },
      },
      me: {
        type: 'email',
        server: addressOf('me'),
        user: 'alerts',
        password: { env: 'PASSWORD' },
        from: 'alerts@greymark.example',
        to: 'asha@family.example',
      },
      phone: {
        type: 'ntfy',
        server: addressOf('phone'),
        topic: SECRETS.ntfyTopic,
        token: { env: 'NTFY' },
        maxPerDay: 2,
      },
      team: { type: 'slack', url: { env: 'SLACK' } },
      club: { type: 'discord', url: { env: 'DISCORD' } },
    },
    rules: RULES,
    digest: { at: '08:00', channels: ['program', 'me'] },
  }
}

export const alertVariables = (addressOf: (channel: ChannelName) => string): AlertVariables => ({
  TOKEN: SECRETS.telegramToken,
  HOOK: SECRETS.webhook,
  PASSWORD: SECRETS.password,
  NTFY: SECRETS.ntfyToken,
  SLACK: `${addressOf('team')}${SECRETS.slackPath}`,
  DISCORD: `${addressOf('club')}${SECRETS.discordPath}`,
})
