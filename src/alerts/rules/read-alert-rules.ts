import type { AlertRules, QuietHours } from './alert-rules.ts'
import { isJsonObject } from './file-key.ts'
import { FilePlace, Findings, shownName, type Variables } from './file-place.ts'
import { alertsFileKey, DIGEST_AT, ruleSubject } from './file-schema.ts'
import { jsonFaults } from './json-faults.ts'
import { isQuietAt, NOT_SET, quietHoursIn } from './quiet-hours.ts'

/** A longer file is refused before it is parsed. */
export const MOST_BYTES = 1_048_576

export interface ReadAlertRules {
  /** `null` when there are problems. */
  readonly rules: AlertRules | null
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
}

/** Reads a file of alerts. All problems are reported, each with its place; none shows a secret. */
export function readAlertRules(text: string, variables: Variables): ReadAlertRules {
  const findings = new Findings()
  const rules = rulesIn(text, findings, variables)
  const { problems, warnings } = findings
  return { rules: problems.length > 0 ? null : rules, problems, warnings }
}

function rulesIn(text: string, findings: Findings, variables: Variables): AlertRules | null {
  const place = new FilePlace(findings, variables)
  const value = parsedIn(text, findings)
  if (value === undefined) return null
  const file = alertsFileKey.read(value, place)
  if (isJsonObject(value)) noteReferences(value, place)
  if (file === undefined) return null
  const { channels, rules, digest, quietHours, maxPerDay } = file
  const orNull = <T>(setting: T | typeof NOT_SET): T | null => (setting === NOT_SET ? null : setting)
  return {
    rules,
    digest,
    channels: new Map(
      [...channels].map(([name, channel]) => [
        name,
        {
          settings: channel.settings,
          quietHours: orNull(channel.quietHours === NOT_SET ? quietHours : channel.quietHours),
          maxPerDay: orNull(channel.maxPerDay === NOT_SET ? maxPerDay : channel.maxPerDay),
        },
      ]),
    ),
  }
}

function parsedIn(text: string, { problems }: Findings): unknown {
  if (Buffer.byteLength(text) > MOST_BYTES) {
    problems.push(`the file must have at most ${MOST_BYTES} bytes`)
    return undefined
  }
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text
  const faults = jsonFaults(json)
  problems.push(...faults)
  try {
    return JSON.parse(json)
  } catch {
    if (faults.length === 0) problems.push('the file is not JSON')
    return undefined
  }
}

type Raw = Readonly<Record<string, unknown>>
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** What names of the file refer to. It is checked on the file as it is, so that problems elsewhere hide none of these. */
function noteReferences(file: Raw, place: FilePlace): void {
  const channels = isJsonObject(file.channels) ? file.channels : {}
  const known = Object.keys(channels)
  const used = new Set<unknown>()
  const noteChannels = (holder: unknown, at: FilePlace): void => {
    if (!isJsonObject(holder)) return
    for (const [i, name] of listOf(holder.channels).entries()) {
      if (typeof name !== 'string') continue
      used.add(name)
      if (!Object.hasOwn(channels, name))
        at.key('channels')
          .item(i)
          .problem(
            `names ${shownName(name)}, which is not among the channels${place.findings.suggestion(name, known)}`,
          )
    }
  }
  for (const [i, rule] of listOf(file.rules).entries()) {
    const at = place.subject(ruleSubject(rule, i))
    noteChannels(rule, at)
    if (isJsonObject(rule) && isJsonObject(rule.on) && Object.hasOwn(rule.on, 'deal') && 'where' in rule)
      at.key('where').problem('does not apply to deals: their conditions stand in "on"')
  }
  noteChannels(file.digest, place.key('digest'))
  noteRepeatedNames(listOf(file.rules), place)
  noteQuietDigest(file, channels, place)
  for (const name of known)
    if (!used.has(name))
      place.findings.warnings.push(`channels ${shownName(name)} is not used by any rule, nor by the digest`)
  if (listOf(file.rules).length === 0 && !Object.hasOwn(file, 'digest'))
    place.findings.warnings.push('the file has neither rules nor a digest, so that nothing is ever sent')
}

function noteRepeatedNames(rules: readonly unknown[], place: FilePlace): void {
  const first = new Map<string, number>()
  for (const [i, rule] of rules.entries()) {
    if (!isJsonObject(rule) || typeof rule.name !== 'string') continue
    const earlier = first.get(rule.name)
    if (earlier === undefined) first.set(rule.name, i)
    else
      place
        .subject(ruleSubject(rule, i))
        .problem(`has the same name as rules[${earlier}]; each needs its own`)
  }
}

/** A digest is for a certain hour, so it must not be held back. */
function noteQuietDigest(file: Raw, channels: Raw, place: FilePlace): void {
  if (!isJsonObject(file.digest)) return
  const { at = DIGEST_AT, channels: names } = file.digest
  const standard = quietHoursIn(file)
  for (const name of new Set(listOf(names))) {
    if (typeof at !== 'string' || typeof name !== 'string' || !Object.hasOwn(channels, name)) continue
    const own = quietHoursIn(channels[name])
    const hours: QuietHours | null | typeof NOT_SET = own === NOT_SET ? standard : own
    if (hours !== NOT_SET && hours !== null && isQuietAt(hours, at))
      place
        .key('digest')
        .key('at')
        .problem(
          `is ${shownName(at)}, within the quiet hours of ${shownName(name)} (${hours.from} to ${hours.to}); choose another time`,
        )
  }
}
