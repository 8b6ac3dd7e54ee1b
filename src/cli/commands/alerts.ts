import { MESSAGE_STATES } from '../../store/tables.ts'
import { joined } from '../../texts/format.ts'
import { checkAlerts } from '../alerts/check.ts'
import { MOST_MESSAGES, printAlertLog } from '../alerts/log.ts'
import { replayAlerts } from '../alerts/replay.ts'
import { testAlert } from '../alerts/test.ts'
import { defineCommand, defineGroup } from '../command.ts'
import { beginning, choice, file, pastBeginning, pastMoment, text, wholeNumber } from '../values.ts'

const name = text('NAME')
const JSON_LINES = { help: 'print one JSON object a line' }

export const command = defineGroup({
  about: `Alerts follow the rules in the file that the setting ALERTS names; docs/alerts.md describes it. Only
    "test" sends anything. Times are those of India.`,
  exits: ['done', 'the file has problems or the message was not delivered'],
  commands: {
    check: defineCommand({
      about: 'Prints what is wrong with the file of rules, or its channels and the rules of each.',
      arguments: { file: { kind: file, help: 'that of the setting ALERTS if not given' } },
      examples: ['alerts.json'],
      run: checkAlerts,
    }),
    test: defineCommand({
      about: `Sends the last alert of RULE in your store to CHANNEL, once more. It takes one of the demo while
        there is none. Quiet hours and the maximum of a day do not apply, and the log does not list it.`,
      arguments: {
        rule: { kind: text('RULE'), help: 'the name of a rule, or "digest"', isRequired: true },
        channel: { kind: text('CHANNEL'), help: 'the name of a channel', isRequired: true },
      },
      examples: ['closing family'],
      run: testAlert,
    }),
    replay: defineCommand({
      about: 'Prints what would have been sent in the past, by what was known at each moment.',
      options: {
        from: {
          kind: pastBeginning,
          help: 'the beginning, such as 2026-01-14T12:00:00Z; a day means its first moment in India',
          isRequired: true,
        },
        to: {
          kind: pastMoment,
          help: 'the end; a day means its last moment in India; now if not given',
        },
        rule: { kind: name, help: 'as if there were only this rule; "digest" for the digest' },
        channel: { kind: name, help: 'only messages to this channel' },
        json: JSON_LINES,
      },
      examples: ['--from 2026-01-01', '--from 2026-01-01 --to 2026-01-31 --rule closing'],
      run: replayAlerts,
    }),
    log: defineCommand({
      about: `Prints the messages that wait, were delivered or were given up, newest last, and how many
        alerts are held back for the next message.`,
      options: {
        channel: { kind: name, help: 'only messages to this channel' },
        state: {
          kind: choice('STATE', MESSAGE_STATES),
          help: `only messages that are ${joined(MESSAGE_STATES, 'or')}`,
        },
        since: {
          kind: beginning,
          help: 'only messages created since then; a day means its first moment in India',
        },
        limit: { kind: wholeNumber('N', 1, MOST_MESSAGES), help: 'the newest N messages', standard: '50' },
        json: JSON_LINES,
      },
      examples: ['--state given-up', '--since 2026-01-14 --limit 10'],
      run: printAlertLog,
    }),
  },
})
