import { RANK, rankOf } from '../../market/publisher.ts'
import type { Subject } from '../../sources/source.ts'
import {
  confirms,
  hasOtherSymbol,
  isOtherBoard,
  isOtherTime,
  opensOnOtherDay,
  SAME_KEY_DAYS,
  SAME_NAME_DAYS,
} from './evidence.ts'
import type { IssueIndex, KnownIssue } from './issue-index.ts'
import { begins, type NameKey, nameKeys } from './name-key.ts'

export type Match =
  | { readonly kind: 'found'; readonly slug: string; readonly by: MatchedBy }
  /** No issue fits. `candidates` are near, for the operator's eyes. */
  | { readonly kind: 'unknown'; readonly candidates: readonly string[] }
  /** Several fit, or one may and nothing confirms it. */
  | { readonly kind: 'ambiguous' | 'unconfirmed'; readonly candidates: readonly string[] }

export type MatchedBy = 'isin' | 'symbol' | 'bse-code' | 'upstream-key' | 'name' | 'beginning of the name'

/** Who says the row. */
export interface Speaker {
  readonly source: string
  readonly publisher: string
}

const CANDIDATES_SHOWN = 3

/**
 * Whose issue is this row about? By ISIN, exchange symbol, trading code, the source's own key once seen; then by the
 * name; then by a beginning of the name that dates or price confirm. One wrong match is worse than ten refusals.
 */
export function matchSubject(index: IssueIndex, subject: Subject, speaker: Speaker): Match {
  for (const [by, found] of byKeys(index, subject, speaker)) {
    const fitting = found.filter(
      (issue) =>
        !isOtherTime(subject, issue, SAME_KEY_DAYS) &&
        !hasOtherSymbol(subject, issue, speaker.publisher) &&
        !isNextAttempt(subject, issue, speaker),
    )
    const only = theOne(subject, fitting)
    if (only) return { kind: 'found', slug: only.slug, by }
    if (fitting.length > 1) return { kind: 'ambiguous', candidates: slugsOf(fitting) }
  }
  return byName(index, subject, speaker) ?? byBeginning(index, subject, speaker)
}

function* byKeys(
  index: IssueIndex,
  subject: Subject,
  speaker: Speaker,
): Generator<readonly [MatchedBy, readonly KnownIssue[]]> {
  const { isin, symbol, bseCode, upstreamId } = subject
  if (isin !== null) yield ['isin', index.withIsin(isin)]
  if (symbol !== null)
    yield ['symbol', index.withSymbol(symbol).filter((issue) => bearsSymbol(index, subject, issue, speaker))]
  if (bseCode !== null) yield ['bse-code', index.withBseCode(bseCode)]
  if (upstreamId !== null) yield ['upstream-key', index.withUpstreamKey(speaker.source, idKey(upstreamId))]
}

const idKey = (upstreamId: string) => `id ${upstreamId}`
const ownNameKey = ({ joined }: NameKey) => `name ${joined}`

/** By what a source calls an issue: its own number, and the name it uses. Once matched by other means, they are learned. */
export const ownKeys = ({ upstreamId, name }: Subject): string[] => [
  ...(upstreamId === null ? [] : [idKey(upstreamId)]),
  ...(name === null ? [] : nameKeys(name).map(ownNameKey)),
]

/** Symbols of two exchanges may coincide, so one of the other exchange counts only beside a name that fits. */
function bearsSymbol(
  index: IssueIndex,
  subject: Subject,
  issue: KnownIssue,
  { publisher }: Speaker,
): boolean {
  if (subject.symbol !== null && issue.symbols.get(publisher)?.has(subject.symbol)) return true
  if (hasOtherSymbol(subject, issue, publisher)) return false
  return subject.name === null || fitsName(index, subject.name, issue)
}

const fitsName = (index: IssueIndex, name: string, { slug }: KnownIssue): boolean =>
  nameKeys(name).some((key) =>
    index.namesOf(slug).some((known) => known.joined === key.joined || begins(known, key)),
  )

/** True for a tracker's row with new days about an issue that was called off: an exchange says whether it is the same. */
const isNextAttempt = (subject: Subject, issue: KnownIssue, { publisher }: Speaker): boolean =>
  rankOf(publisher) > RANK.exchange && issue.terms.offMarket && opensOnOtherDay(subject, issue)

function byName(index: IssueIndex, subject: Subject, speaker: Speaker): Match | undefined {
  if (subject.name === null) return undefined
  const named = new Set(
    nameKeys(subject.name).flatMap((key) => [
      ...index.withName(key),
      ...index.withUpstreamKey(speaker.source, ownNameKey(key)),
    ]),
  )
  const fitting = [...named].filter(
    (issue) =>
      !isOtherTime(subject, issue, SAME_NAME_DAYS) &&
      !hasOtherSymbol(subject, issue, speaker.publisher) &&
      !isNextAttempt(subject, issue, speaker),
  )
  if (fitting.length === 0) return undefined
  const only = theOne(subject, fitting)
  return only
    ? { kind: 'found', slug: only.slug, by: 'name' }
    : { kind: 'ambiguous', candidates: slugsOf(fitting) }
}

function byBeginning(index: IssueIndex, subject: Subject, { publisher }: Speaker): Match {
  const { name } = subject
  const fitting =
    name === null
      ? []
      : [...index.all()].filter(
          (issue) =>
            fitsName(index, name, issue) &&
            !isOtherTime(subject, issue, SAME_NAME_DAYS) &&
            !hasOtherSymbol(subject, issue, publisher) &&
            !isOtherBoard(subject, issue),
        )
  const confirmed = fitting.filter((issue) => confirms(subject, issue))
  const only = theOne(subject, confirmed)
  if (only) return { kind: 'found', slug: only.slug, by: 'beginning of the name' }
  if (confirmed.length > 1) return { kind: 'ambiguous', candidates: slugsOf(confirmed) }
  // An exchange gives all dates, so that other ones mean another issue; a tracker may be wrong about them.
  const isExact = rankOf(publisher) <= RANK.exchange
  const open = fitting.filter((issue) => !isExact || !opensOnOtherDay(subject, issue))
  if (open.length > 0) return { kind: 'unconfirmed', candidates: slugsOf(open) }
  return { kind: 'unknown', candidates: nearby(index, subject) }
}

/** The only one; or of several the only one that the dates confirm; or the only one that is not off the market. */
function theOne(subject: Subject, issues: readonly KnownIssue[]): KnownIssue | undefined {
  if (issues.length <= 1) return issues[0]
  const onMarket = issues.filter(({ terms }) => !terms.offMarket)
  const confirmed = issues.filter((issue) => confirms(subject, issue))
  return [confirmed, onMarket, onMarket.filter((issue) => confirmed.includes(issue))].find(
    (narrowed) => narrowed.length === 1,
  )?.[0]
}

/** Issues of the same days or price, or whose name begins with the same word. */
function nearby(index: IssueIndex, subject: Subject): string[] {
  const first = firstWord(subject.name ?? '')
  const near = [...index.all()].filter(
    (issue) =>
      !isOtherTime(subject, issue, SAME_NAME_DAYS) &&
      ((subject.openDate !== null && confirms(subject, issue)) ||
        (first.length > 3 && issue.names.some((name) => firstWord(name) === first))),
  )
  return slugsOf(near)
}

const firstWord = (name: string): string => name.trim().toLowerCase().split(/\s+/)[0] ?? ''

const slugsOf = (issues: readonly KnownIssue[]): string[] =>
  issues
    .map(({ slug }) => slug)
    .sort()
    .slice(0, CANDIDATES_SHOWN)
