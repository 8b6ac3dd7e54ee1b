import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { DAY_MS, type Instant, instantFromMs, msOf } from '../../market/calendar.ts'
import type { Owners } from '../../market/facts/publisher.ts'
import type { Position } from '../../reports/changes/position.ts'
import {
  type AwayTime,
  alertProgress,
  knownRules,
  lastAwayTime,
  type NewAlert,
  type RecordedAlerts,
  recordAlerts,
} from '../../store/alerts/alert-progress.ts'
import { alertsAbout } from '../../store/alerts/outbox.ts'
import { type Db, whileBusy } from '../../store/engines/db.ts'
import {
  marketVersion,
  SERVED_WITHIN_MS,
  versionRoundAt,
  versionRounds,
} from '../../store/version/market-version.ts'
import { untilNoCommitPending } from '../../store/version/pending-commit.ts'
import type { FiredAlert, StatedAlert } from '../alert.ts'
import { readContent } from '../messages/alert-content.ts'
import type { AlertRules } from '../rules/alert-rules.ts'
import type { TriggerContext } from '../triggers/alert-walk.ts'
import { alertPages } from '../triggers/alerts-between.ts'

export interface RecordContext {
  readonly db: Db
  readonly owners: Owners
  readonly rules: AlertRules
  readonly publicUrl: string
  readonly now: () => Instant
  /** Called when the store has fewer facts than alerts were recorded for, as after the restore of an old backup. */
  readonly onLostFacts: (from: Position, to: Position) => void
  readonly signal: AbortSignal
}

/** What messages stated for so long is corrected. */
export const STATED_FOR_MS = 60 * DAY_MS
/** A longer time without a walk means that no process was running. */
const AWAY_MS = 3_600_000

/**
 * Records the alerts of what every process serves by now, and returns the moment that they reach; `null` while a commit
 * is being made, or the moment of the first facts is still ahead.
 */
export async function recordFired(context: RecordContext): Promise<Instant | null> {
  const { db, now, signal } = context
  const current = await positionAt(db, now())
  if (current === null) return null
  const begun = await beginning(context, current)
  if (begun === null) return null
  let since = begun
  const end = await servedPart(db, current)
  const known = await knownRules(db)
  const rules = idsOf(context.rules)
  const isKnown = isDeepStrictEqual(rules, known)
  const record = (recorded: Omit<RecordedAlerts, 'recorded'>) =>
    whileBusy(now, () => recordAlerts(db, { ...recorded, recorded: now() }))
  // A clock that was set back is waited for.
  if (since.moment >= end.moment) {
    if (!isKnown) await record({ from: since, to: since, alerts: [], rules })
    return since.moment
  }
  const away = await awayTime(db, since, end)
  const walk = triggerContext(
    isKnown || known === null ? context : { ...context, rules: knownPart(context.rules, known) },
  )
  for await (const { alerts, reached, isComplete } of alertPages(walk, since, end)) {
    const progress = { from: since, to: reached, alerts: alerts.flatMap(rowsOf), away }
    // Only with the last page, since a process that is killed before leaves the rest of the walk to another one.
    await record(isComplete && !isKnown ? { ...progress, rules } : progress)
    since = reached
    if (signal.aborted) break
  }
  return since.moment
}

/** The rules as far as they are known: one that was added, or changed, while no process was running has no past. */
function knownPart(rules: AlertRules, ids: readonly string[]): AlertRules {
  const known = new Set(ids)
  const knownOf = <Rule extends Sent>(rule: Rule): Rule => ({
    ...rule,
    channels: rule.channels.filter((channel) => known.has(ruleId(rule, channel))),
  })
  return { ...rules, rules: rules.rules.map(knownOf), digest: rules.digest && knownOf(rules.digest) }
}

/** A rule, or the digest. */
interface Sent {
  readonly name?: string
  readonly channels: readonly string[]
}

const idsOf = ({ rules, digest }: AlertRules): string[] => {
  const sent: readonly Sent[] = digest ? [...rules, digest] : rules
  return [...new Set(sent.flatMap((rule) => rule.channels.map((channel) => ruleId(rule, channel))))]
}

/** Names what a rule sends to a channel, whatever the rule is called. */
const ruleId = ({ name: _name, channels: _channels, ...does }: Sent, channel: string): string =>
  createHash('sha256')
    .update(JSON.stringify([channel, does], inOrder))
    .digest('base64url')
    .slice(0, 11)

/** Keys in order, and without those that are not set: a release that adds a key makes no rule new. */
const inOrder = (_key: string, value: unknown): unknown =>
  value instanceof Object && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, member]) => member !== null)
          .sort(),
      )
    : value

/** The position at a moment, once all that was committed by then is visible; `null` when that takes too long. */
async function positionAt(db: Db, moment: Instant): Promise<Position | null> {
  if (!(await untilNoCommitPending(db))) return null
  const newest = await marketVersion(db)
  // A commit's own moment lies a little ahead.
  const { version } = newest.recorded > moment ? await versionRoundAt(db, moment) : newest
  return { version, moment }
}

/**
 * The last position whose facts every process serves: just before the first round that some may not serve yet. The clock
 * is held with the facts, since its alerts state figures too.
 */
async function servedPart(db: Db, current: Position): Promise<Position> {
  const served = await versionRoundAt(db, instantFromMs(msOf(current.moment) - SERVED_WITHIN_MS))
  const [next] = await versionRounds(db, { after: served.version, upTo: current.version }, 1)
  if (!next) return current
  return { version: served.version, moment: instantFromMs(msOf(next.committed) - 1) }
}

/** The position that the walk continues from. The first time, nothing of the past is an alert; `null` before any facts. */
async function beginning(
  { db, now, onLostFacts }: RecordContext,
  current: Position,
): Promise<Position | null> {
  const progress = await alertProgress(db)
  const newest = await marketVersion(db)
  const continueAt = async (to: Position) => {
    await whileBusy(now, () => recordAlerts(db, { from: progress, to, alerts: [], recorded: now() }))
    return to
  }
  if (progress === null) return current.version === 0 ? null : continueAt(current)
  if (newest.version >= progress.version) return progress
  const moment = newest.recorded < progress.moment ? newest.recorded : progress.moment
  const to = { version: (await versionRoundAt(db, moment)).version, moment }
  onLostFacts(progress, to)
  return continueAt(to)
}

/** A long time without a walk. A process that was killed on its way through one left it behind, and it is continued. */
async function awayTime(db: Db, { moment }: Position, end: Position): Promise<AwayTime | null> {
  if (msOf(end.moment) - msOf(moment) <= AWAY_MS) return null
  const last = await lastAwayTime(db)
  const isContinued = last !== null && last.from <= moment && moment < last.to
  return { from: isContinued ? last.from : moment, to: end.moment }
}

function triggerContext({ db, owners, rules, publicUrl, now }: RecordContext): TriggerContext {
  const since = instantFromMs(msOf(now()) - STATED_FOR_MS)
  const statedOn = async (slug: string): Promise<StatedAlert[]> =>
    (await alertsAbout(db, slug, since)).flatMap((row) => {
      const { channel, at } = row
      const stated = readContent(row.content).stated[slug]
      // Nothing can be corrected on a channel that is no longer in the file.
      return stated && rules.channels.has(channel) ? [{ channel, at, stated }] : []
    })
  return { db, owners, rules, publicUrl, isDemo: false, statedOn }
}

const rowsOf = ({ channels, key, rule, event, at, position, slug, content }: FiredAlert): NewAlert[] =>
  channels.map((channel) => ({
    channel,
    key,
    rule,
    event,
    slug,
    at,
    version: position.version,
    content: JSON.stringify(content),
  }))
