import type { AlertRules, ChannelRules } from '../../alerts/rules/alert-rules.ts'
import { BadAlertRules } from '../../alerts/rules/alert-rules-file.ts'
import { rulesSummary } from '../../alerts/rules/rules-summary.ts'
import { loadConfig } from '../../config.ts'
import { counted } from '../../texts/format.ts'
import { defineCommand, EXIT } from '../command.ts'
import { textTable } from '../text-table.ts'
import { file } from '../values.ts'
import { alertsFile, channelHost, loadRules, namesText, ruleNames } from './rules-file.ts'

export const check = defineCommand({
  about: 'Prints what is wrong with the file of rules, or its channels and the rules of each.',
  arguments: { file: { kind: file, help: 'that of the setting ALERTS if not given' } },
  examples: ['alerts.json'],
  run: async ({ file: named }, terminal) => {
    const file = alertsFile(loadConfig(terminal.env), named)
    const { stdout, stderr } = terminal
    try {
      const { rules, warnings } = await loadRules(file, terminal)
      stdout.write(`${file} is valid: ${rulesSummary(rules)}\n${channelTable(rules)}`)
      for (const warning of warnings) stderr.write(`warning: ${warning}\n`)
      return EXIT.done
    } catch (error) {
      if (!(error instanceof BadAlertRules)) throw error
      const { problems } = error
      stderr.write(`${file} has ${counted(problems.length, 'problem')}:\n`)
      for (const problem of problems) stderr.write(`  ${problem}\n`)
      return EXIT.failed
    }
  },
})

function channelTable(rules: AlertRules): string {
  const rows = [...rules.channels].map(([name, channel]) => [
    name,
    channel.settings.type,
    channelHost(channel.settings),
    quietText(channel),
    channel.maxPerDay === null ? 'no limit' : String(channel.maxPerDay),
    namesText(namesOfRules(rules, name)) || 'none',
  ])
  return textTable(['CHANNEL', 'TYPE', 'HOST', 'QUIET HOURS', 'MAX A DAY', 'RULES'], rows)
}

const quietText = ({ quietHours }: ChannelRules): string =>
  quietHours ? `${quietHours.from} to ${quietHours.to}` : 'none'

const namesOfRules = ({ rules, digest, ...file }: AlertRules, channel: string): string[] =>
  ruleNames({
    ...file,
    rules: rules.filter(({ channels }) => channels.includes(channel)),
    digest: digest?.channels.includes(channel) ? digest : null,
  })
