import { type Instant, istDay } from '../../market/calendar.ts'
import { copyNotices as words } from '../../texts/en/copy-notices.ts'
import { freshness } from '../../texts/en/freshness.ts'
import { dayAndTime } from '../../texts/format.ts'
import { written } from '../../texts/phrase.ts'

/** The state of the whole copy, which is written at every run. */
export const STATUS_PATH = '/status.json'

/** When a page of a copy last changed, and when the clock next makes it outdated; `null` for never. */
export interface PageTimes {
  readonly changedAt: Instant
  readonly changesAt: Instant | null
}

/** What a page reads in the state of the copy. */
export interface CopyAge {
  /** The moment of the last run, when the next is due, and from when on none has come. */
  readonly checkedAt: Instant
  readonly nextRunAt: Instant
  readonly staleAfter: Instant
  /** The sources that are not updating. */
  readonly stale: readonly { readonly source: string; readonly since: Instant | null }[]
}

/** A notice on a page: in bold, after it, and a link. */
export interface CopyNotice {
  readonly first: string
  readonly rest: string
  readonly link?: readonly [text: string, address: string]
}

/** What a visitor must know of the age of a page, the most important first; without a state of the copy, by its own times. */
export function copyNotices(
  { changedAt, changesAt }: PageTimes,
  status: CopyAge | null,
  now: Instant,
): CopyNotice[] {
  const shown = (at: Instant): string => dayAndTime(at, istDay(now))
  const outdated = changesAt !== null && changesAt <= now ? changesAt : null
  if (status === null) return [notice(words.unreadable(shown(changedAt), outdated && shown(outdated)))]
  const { checkedAt, nextRunAt, staleAfter, stale } = status
  if (now > staleAfter) return [notice(words.notUpdated(shown(checkedAt)))]
  const own =
    outdated === null
      ? []
      : checkedAt < outdated
        ? [notice(words.outdated(shown(outdated), shown(nextRunAt), nextRunAt < now))]
        : [{ ...notice(words.newer), link: [words.reload, ''] as const }]
  return [...own, ...sourcesNotice(stale, shown)]
}

const notice = ([first = '', rest = '']: readonly string[]): CopyNotice => ({ first, rest })

/** The same as on a page of the service. */
function sourcesNotice(stale: CopyAge['stale'], shown: (at: Instant) => string): CopyNotice[] {
  if (stale.length === 0) return []
  const since = freshness.notUpdatedSince(
    stale.map(({ since }) => since),
    shown,
  )
  const names = [...new Set(stale.map(({ source }) => nameOf(source)))]
  const named = freshness.sourcesNamed(names, (name, comma) => comma + name)
  return [{ first: `${written(since)}:`, rest: `${written(named)}.`, link: [freshness.details, '/sources/'] }]
}

/** Exchanges publish under their names in small letters. */
const nameOf = (source: string): string => (/^[nb]se$/.test(source) ? source.toUpperCase() : source)

/** The state of a copy from the body of its file; `null` for anything else. */
export function copyStatus(body: unknown): CopyAge | null {
  const { checkedAt, nextRunAt, staleAfter, stale } = (body ?? {}) as Partial<Record<keyof CopyAge, unknown>>
  const isMoment = (at: unknown): at is Instant => typeof at === 'string' && !Number.isNaN(Date.parse(at))
  return isMoment(checkedAt) && isMoment(nextRunAt) && isMoment(staleAfter)
    ? { checkedAt, nextRunAt, staleAfter, stale: Array.isArray(stale) ? stale : [] }
    : null
}
