import type { ChannelSettings } from '../../alerts/channels/channel.ts'
import type { AlertRules, ChannelRules } from '../../alerts/rules/alert-rules.ts'
import { AlertRulesFile, type LoadedRules } from '../../alerts/rules/alert-rules-file.ts'
import type { Config } from '../../config.ts'
import { counted } from '../../texts/format.ts'
import { type Terminal, UsageError } from '../command.ts'

/** The file of rules: the one that is named, else that of the setting ALERTS. */
export function alertsFile({ ALERTS }: Config, named?: string): string {
  const file = named ?? ALERTS
  if (file !== '') return file
  throw new UsageError('no file of rules is known: set ALERTS, such as ALERTS=alerts.json')
}

/** Throws `BadAlertRules` when the file is missing or has problems. */
export const loadRules = (file: string, { env }: Terminal): Promise<LoadedRules> =>
  new AlertRulesFile(file, env).load()

/** A file may have a thousand rules. */
const MOST_NAMES = 20

/** The first of these names, and how many more there are. */
export function namesText(names: readonly string[]): string {
  const more = names.length - MOST_NAMES
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** The host that messages go to. The rest of an address may be a secret, such as the path of a Slack webhook. */
export const channelHost = (settings: ChannelSettings): string =>
  URL.parse('server' in settings ? settings.server : settings.url)?.host ?? 'no valid address'

export const heldText = (alerts: number, channel: string): string =>
  `${counted(alerts, 'alert waits', 'alerts wait')} for the next message to ${channel}\n`

/** Throws a `UsageError` that lists the names that exist. */
function unknownName(what: string, name: string, known: readonly string[]): never {
  const list = known.length === 0 ? 'the file has none' : `there are: ${namesText(known)}`
  throw new UsageError(`there is no ${what} "${name}"; ${list}`)
}

export const DIGEST = 'digest'

/** The names by which rules can be chosen, with the digest if there is one. */
export const ruleNames = ({ rules, digest }: AlertRules): string[] => [
  ...rules.map(({ name }) => name),
  ...(digest ? [DIGEST] : []),
]

/** Throws a `UsageError` when there is no such rule, or no digest. */
function checkRuleName(rules: AlertRules, name: string): void {
  const [channel = 'family'] = rules.channels.keys()
  if (name === DIGEST && rules.digest === null)
    throw new UsageError(
      `this file has no digest; add one, such as "digest": {"at": "08:00", "channels": ["${channel}"]}`,
    )
  const known = ruleNames(rules)
  if (!known.includes(name)) unknownName('rule', name, known)
}

export const channelNamed = ({ channels }: AlertRules, name: string): ChannelRules =>
  channels.get(name) ?? unknownName('channel', name, [...channels.keys()])

/** The rules as if there were only the chosen rule and channel. */
export function chosenRules(
  file: AlertRules,
  { rule, channel }: { readonly rule?: string | undefined; readonly channel?: string | undefined },
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
