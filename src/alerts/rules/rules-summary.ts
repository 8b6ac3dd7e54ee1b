import { counted } from '../../texts/format.ts'
import type { AlertRules } from './alert-rules.ts'

/** `3 rules, 1 channel, digest at 08:00` */
export const rulesSummary = ({ rules, channels, digest }: AlertRules): string =>
  [
    counted(rules.length, 'rule'),
    counted(channels.size, 'channel'),
    digest ? `digest at ${digest.at}` : 'no digest',
  ].join(', ')
