import { checkAlerts } from '../alerts/check.ts'
import { printAlertLog } from '../alerts/log.ts'
import { type Command, UsageError } from '../command.ts'

const ACTIONS = { check: checkAlerts, log: printAlertLog } as const

const isAction = (text: string): text is keyof typeof ACTIONS => Object.hasOwn(ACTIONS, text)

export const alerts: Command = {
  name: 'alerts',
  summary: 'Check the rules of alerts, and list messages',
  help: `Usage: greymark alerts check [FILE]
       greymark alerts log [--channel NAME] [--state STATE] [--since TIME] [--limit N] [--json]

Alerts follow the rules in the file that the setting ALERTS names; docs/alerts.md describes it.

  check   print what is wrong with the file, or its channels and the rules of each; it sends nothing
  log     print the messages that wait, were delivered or were given up, newest last, and how many
          alerts are held back for the next message. Times are those of India

  --channel NAME   only messages to this channel
  --state STATE    only messages that are waiting, delivered or given-up
  --since TIME     only messages made since then, such as 2026-01-14 or 2026-01-14T12:00:00Z
  --limit N        the newest N messages, 50 if not given
  --json           print one JSON object a line

Exit codes: 0 done, 1 the file has problems, 2 wrong arguments or settings.`,

  async run(args, terminal) {
    const [action = '', ...rest] = args
    if (isAction(action)) return ACTIONS[action](rest, terminal)
    const found = action === '' ? '' : `; got "${action}"`
    throw new UsageError(`give what to do: ${Object.keys(ACTIONS).join(' or ')}${found}`)
  },
}
