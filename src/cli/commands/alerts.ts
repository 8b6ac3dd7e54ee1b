import { checkAlerts } from '../alerts/check.ts'
import { printAlertLog } from '../alerts/log.ts'
import { replayAlerts } from '../alerts/replay.ts'
import { testAlert } from '../alerts/test.ts'
import { type Command, UsageError } from '../command.ts'

const ACTIONS = { check: checkAlerts, test: testAlert, replay: replayAlerts, log: printAlertLog } as const

const isAction = (text: string): text is keyof typeof ACTIONS => Object.hasOwn(ACTIONS, text)

export const help = `Usage: greymark alerts check [FILE]
       greymark alerts test RULE CHANNEL
       greymark alerts replay --from TIME [--to TIME] [--rule NAME] [--channel NAME] [--json]
       greymark alerts log [--channel NAME] [--state STATE] [--since TIME] [--limit N] [--json]

Alerts follow the rules in the file that the setting ALERTS names; docs/alerts.md describes it.
Only "test" sends anything.

  check    print what is wrong with the file, or its channels and the rules of each
  test     send the last alert of RULE in your store to CHANNEL now, or one of the demo while there is
           none. RULE may be "digest". Quiet hours and the maximum of a day do not apply, and the log
           does not list it
  replay   print what would have been sent in the past, by what was known at each moment
  log      print the messages that wait, were delivered or were given up, newest last, and how many
           alerts are held back for the next message

  --from TIME      the beginning, such as 2026-01-14T12:00:00Z; a day means its first moment in India
  --to TIME        the end; a day means its last moment in India; now if not given
  --rule NAME      as if there were only this rule; "digest" for the digest
  --channel NAME   only messages to this channel
  --state STATE    only messages that are waiting, delivered or given-up
  --since TIME     only messages created since then; a day means its first moment in India
  --limit N        the newest N messages, 50 if not given
  --json           print one JSON object a line

Times are those of India.

Exit codes: 0 done, 1 the file has problems or the message was not delivered, 2 wrong arguments or
settings.`

export const run: Command['run'] = async (args, terminal) => {
  const [action = '', ...rest] = args
  if (isAction(action)) return ACTIONS[action](rest, terminal)
  const found = action === '' ? '' : `; got "${action}"`
  throw new UsageError(`give what to do: ${Object.keys(ACTIONS).join(' or ')}${found}`)
}
