import { once } from 'node:events'
import { parseArgs } from 'node:util'
import type { AlertRules } from '../../alerts/rules/alert-rules.ts'
import { alertsBetween } from '../../alerts/triggers/alerts-between.ts'
import { type Config, loadConfig } from '../../config.ts'
import { type Instant, istClock } from '../../market/calendar.ts'
import { beginningOf, MOMENT_FORMS, parseNamedMoment } from '../../market/named-moment.ts'
import type { Position } from '../../reports/changes/position.ts'
import { EXIT, type ExitCode, type Terminal, UsageError } from '../command.ts'
import { pastMoment } from '../moments.ts'
import { messageJson, messageText } from './replay-text.ts'
import { ReplayTotals } from './replay-totals.ts'
import { alertsFile, channelNamed, checkRuleName, DIGEST, loadRules } from './rules-file.ts'
import { SimulatedOutbox } from './simulated-outbox.ts'
import { type StoreOrDemoMarket, withStoreOrDemo } from './store-or-demo.ts'

const OPTIONS = {
  from: { type: 'string' },
  to: { type: 'string' },
  rule: { type: 'string' },
  channel: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

interface Replay {
  readonly rules: AlertRules
  readonly from: Instant
  readonly to: Instant
  readonly isJson: boolean
  readonly publicUrl: string
}

/** Prints what would have been sent in the past by what was known at each moment. Nothing is sent or recorded. */
export async function replayAlerts(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  const span = spanOf(values, terminal.now())
  const config: Config = loadConfig(terminal.env)
  const loaded = await loadRules(alertsFile(config), terminal)
  const rules = chosenRules(loaded.rules, values)
  const replay = { rules, ...span, isJson: values.json, publicUrl: config.PUBLIC_URL }
  return withStoreOrDemo(terminal, config, (market) => printReplay(market, replay, terminal))
}

function spanOf({ from, to }: { from?: string; to?: string }, now: Instant): Pick<Replay, 'from' | 'to'> {
  const named = from === undefined ? undefined : parseNamedMoment(from)
  const begin = named && beginningOf(named)
  if (begin === undefined || begin > now)
    throw new UsageError(
      from === undefined
        ? 'give the beginning, such as --from 2026-01-14'
        : `--from must be a past moment: ${MOMENT_FORMS}; got "${from}"`,
    )
  const end = pastMoment('--to', to, now) ?? now
  if (begin > end) throw new UsageError(`--from ${from} is after --to ${to}`)
  return { from: begin, to: end }
}

/** The rules as if there were only the chosen rule and channel. */
function chosenRules(
  file: AlertRules,
  { rule, channel }: { readonly rule?: string; readonly channel?: string },
): AlertRules {
  if (rule !== undefined) checkRuleName(file, rule)
  if (channel !== undefined) channelNamed(file, channel)
  const isChosen = (name: string) => rule === undefined || rule === name
  const chosen = <T extends { readonly channels: readonly string[] }>(one: T): T[] => {
    const channels = channel === undefined ? one.channels : one.channels.filter((name) => name === channel)
    return channels.length > 0 ? [{ ...one, channels }] : []
  }
  return {
    channels: file.channels,
    rules: file.rules.filter(({ name }) => isChosen(name)).flatMap(chosen),
    digest: (file.digest && isChosen(DIGEST) ? chosen(file.digest) : [])[0] ?? null,
  }
}

async function printReplay(
  market: StoreOrDemoMarket,
  replay: Replay,
  { stdout }: Terminal,
): Promise<ExitCode> {
  const { rules, from, to, isJson, publicUrl } = replay
  const { isDemo } = market
  const outbox = new SimulatedOutbox(rules)
  const totals = new ReplayTotals(rules)
  const context = { ...market, rules, publicUrl, statedOn: outbox.statedOn }
  // Facts count from their own time of recording, so that imported history is replayed, too.
  const { version } = market
  const end: Position = { version, moment: to }
  let position: Position = { version, moment: from }
  for (let isComplete = false; !isComplete; ) {
    const page = await alertsBetween(context, position, end)
    outbox.add(page.alerts)
    for (const message of outbox.take(page.isComplete ? to : page.reached.moment)) {
      totals.add(message)
      const write = isJson ? messageJson : messageText
      if (!stdout.write(write(message, { publicUrl, isDemo }))) await once(stdout, 'drain')
    }
    position = page.reached
    isComplete = page.isComplete
  }
  if (isJson) return EXIT.done
  stdout.write(`From ${istClock(from)} to ${istClock(to)} in India: ${totals.text()}`)
  for (const [channel, waiting] of outbox.waiting()) stdout.write(totals.waitingText(channel, waiting))
  return EXIT.done
}
