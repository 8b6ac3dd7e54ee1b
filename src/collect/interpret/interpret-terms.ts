import type { Instant } from '../../market/calendar.ts'
import { NAMING_PUBLISHER } from '../../market/exchanges.ts'
import { boundsFault } from '../../market/facts/bounds.ts'
import {
  EXCHANGES,
  type IpoFact,
  type PartialTerms,
  type Recorded,
  type Terms,
} from '../../market/facts/fact.ts'
import { RANK, rankOf } from '../../market/facts/publisher.ts'
import { OFFER_TERMS, type OfferTerm } from '../../market/facts/term-table.ts'
import { freeSlug } from '../../market/issues/names.ts'
import type { IssueKey } from '../../store/issues/issue-keys.ts'
import type { KnownMarket } from '../known-market.ts'
import type { KnownIssue } from '../match/issue-finder.ts'
import { matchSubject, ownKeys } from '../match/match.ts'
import { confirmsDay } from '../match/match-evidence.ts'
import { nameKeys } from '../match/name-key.ts'
import type { Interpretation, RefusedParsedRow, TermsRow } from '../parsed-row.ts'
import { type Objection, objection, objectionIf, refusedMatch } from '../screen/refusal-rules.ts'
import { screenDays, screenTerms } from '../screen/screen-terms.ts'

/** The terms that one publisher reports for one issue, from all rows of a round. */
interface Draft {
  readonly terms: Partial<Terms>
  /** The last row with terms of the issue. */
  parsed: TermsRow
  fact: IpoFact | null
  /** The publisher's facts about the issue, and the issue as known, before this round. */
  readonly earlier: readonly Recorded<IpoFact>[]
  readonly current: KnownIssue | undefined
}

/** What is known at the time of the reading, and what is known now: they differ when a past moment is recorded. */
export interface KnownThenAndNow {
  readonly known: KnownMarket
  readonly latest: KnownMarket
  readonly clock: Instant
  readonly takenSlugs: Set<string>
  /** The issue of the rows, where the operator has chosen it. */
  readonly decidedSlug?: string
  /** The operator accepts the rows although a rule refuses them. */
  readonly isForced?: boolean
}

/**
 * Makes one fact per issue from all rows of a round; a later document takes precedence. An exchange's row about an
 * unknown issue creates the issue.
 */
export function interpretTerms(
  times: KnownThenAndNow,
  parsedRows: readonly TermsRow[],
): Omit<Interpretation, 'known'> {
  const drafts = new Map<string, Draft>()
  const refused: RefusedParsedRow[] = []
  const keys: IssueKey[] = []
  for (const parsed of parsedRows) {
    if (hasNewDates(parsed, parsedRows)) continue
    const found = parsed.said.onlyKnown ? slugOfKnown(times, parsed) : slugFor(times, parsed, drafts)
    if (found === null) continue
    if ('rule' in found) {
      refused.push({ ...parsed, candidates: [], ...found })
      continue
    }
    const { source } = parsed.reporter
    for (const key of ownKeys(parsed.said.subject)) {
      times.known.index.learn(source, key, found.slug)
      keys.push({ source, key, slug: found.slug })
    }
    if (Object.keys(parsed.said.terms).length > 0) extend(times, drafts, found.slug, parsed)
  }
  const facts = [...drafts.values()].flatMap(({ fact, parsed }) => (fact ? [{ fact, parsed }] : []))
  return { facts, refused, keys }
}

/** True for the row of a postponed issue when another row of the same symbol has its new dates. */
const hasNewDates = ({ said, reporter }: TermsRow, all: readonly TermsRow[]): boolean =>
  said.terms.postponed === true &&
  all.some(
    (other) =>
      other.reporter.source === reporter.source &&
      other.said.subject.symbol !== null &&
      other.said.subject.symbol === said.subject.symbol &&
      other.said.terms.postponed !== true &&
      (other.said.terms.openDate ?? '') > (said.terms.openDate ?? ''),
  )

type Found = { readonly slug: string } | (Objection & { readonly candidates?: readonly string[] })

function slugFor(times: KnownThenAndNow, parsed: TermsRow, drafts: ReadonlyMap<string, Draft>): Found {
  const { said, reporter } = parsed
  const implausible = () => screenTerms(said.terms) ?? screenDays(said.terms, times.clock)
  const impossible = objectionIf('impossible-value', boundsFault(said.terms))
  const fault = impossible ?? (times.isForced ? null : implausible())
  if (fault) return fault
  if (times.decidedSlug !== undefined) return { slug: times.decidedSlug }
  const match = matchSubject(times.known.index, said.subject, reporter)
  if (match.kind === 'found') return { slug: match.slug }
  // An issue that was recorded later, but is the same one: its slug is used here, too.
  const later = matchSubject(times.latest.index, said.subject, reporter)
  if (later.kind === 'found' && !drafts.has(later.slug)) return { slug: later.slug }
  const mayCreate = match.kind === 'unknown' && rankOf(reporter.publisher) <= RANK.exchange
  if (!mayCreate) return refusedMatch(match, said.subject.name)
  const { name, board, openDate } = said.terms
  if (name === undefined || board === undefined) return objection('no-board', `"${said.subject.name}"`)
  const slug = freeSlug(name, openDate ?? null, (taken) => times.takenSlugs.has(taken))
  times.takenSlugs.add(slug)
  return { slug }
}

/**
 * The issue of a row of a list that has far more than our issues; `null` unless its days prove it: a symbol may have been
 * another company's before, and a name may come again.
 */
function slugOfKnown({ known }: KnownThenAndNow, { said, reporter }: TermsRow): { slug: string } | null {
  const match = matchSubject(known.index, said.subject, reporter)
  const issue = match.kind === 'found' ? known.index.find(match.slug) : undefined
  const { listedOn = null, name = null } = said.onlyKnown ?? {}
  if (!issue || boundsFault(said.terms) !== undefined) return null
  const isProven =
    listedOn === null ? confirmsDay(said.subject, issue) : known.isListing(issue, { day: listedOn, name })
  return isProven ? { slug: issue.slug } : null
}

/** The row takes effect at once, so that the next row of the same issue finds it. */
function extend(times: KnownThenAndNow, drafts: Map<string, Draft>, slug: string, parsed: TermsRow): void {
  const { publisher } = parsed.reporter
  const { known } = times
  const draft: Draft = drafts.get(slug) ?? {
    terms: {},
    parsed,
    fact: null,
    earlier: known.statementsOf(slug, publisher),
    current: known.index.find(slug),
  }
  Object.assign(draft.terms, parsed.said.terms)
  draft.parsed = parsed
  drafts.set(slug, draft)
  const said = reportedTerms(draft, times, { slug, publisher })
  if (!said) return
  draft.fact = { fact: 'ipo', slug, said, source: publisher }
  times.known.addFact({ ...draft.fact, recorded: times.clock, id: Number.MAX_SAFE_INTEGER })
}

/** The terms as the publisher reports them, except where two exchanges would contradict each other needlessly. */
function reportedTerms(
  { terms, earlier, current }: Draft,
  { known, clock }: KnownThenAndNow,
  { slug, publisher }: { readonly slug: string; readonly publisher: string },
): PartialTerms | undefined {
  const name = spelling(terms.name, {
    own: earlier.findLast(({ recorded }) => recorded === clock)?.said.name,
    leading: known.statementsOf(slug, NAMING_PUBLISHER).at(-1)?.said.name,
    current: current?.terms.name,
  })
  const board = terms.board ?? current?.terms.board
  if (name === undefined || board === undefined) return undefined
  const { symbol, exchanges, ...printed } = terms
  const leading = publisher === NAMING_PUBLISHER ? [] : known.statementsOf(slug, NAMING_PUBLISHER)
  const rest = withoutOffer(printed, leading)
  const hasLeadingSymbol = publisher !== NAMING_PUBLISHER && current?.symbols.has(NAMING_PUBLISHER)
  const hasReportedExchanges = earlier.some(({ said }) => said.exchanges)
  const all = [...(exchanges ?? []), ...(current?.terms.exchanges ?? [])]
  return {
    ...rest,
    name,
    board,
    // BSE's short name is the symbol only where NSE has given none.
    ...(symbol !== undefined && !hasLeadingSymbol && { symbol }),
    // Each exchange reports only itself: an issue reported by both is on both.
    ...(exchanges &&
      !hasReportedExchanges && { exchanges: EXCHANGES.filter((exchange) => all.includes(exchange)) }),
  }
}

/** The terms of an offer that only rules use. */
const LIMITS = ['reservedFor', 'retailLimit', 'employeeLimit', 'shareholderLimit', 'niiMaxShares'] as const

/** NSE's page has more of an offer than BSE's: what NSE has stated of it, another exchange does not restate. */
function withoutOffer(terms: Partial<Terms>, leading: readonly Recorded<IpoFact>[]): Partial<Terms> {
  const isStated = (key: OfferTerm | (typeof LIMITS)[number]) =>
    leading.findLast(({ said }) => said[key] !== undefined)?.said[key] != null
  const stated = new Set<string>([...OFFER_TERMS, ...LIMITS].filter(isStated))
  return Object.fromEntries(Object.entries(terms).filter(([key]) => !stated.has(key)))
}

/**
 * A name that differs only in capitals is the same name, and NSE's spelling has precedence over another exchange's. A
 * round that is recorded again finds its own spelling.
 */
function spelling(
  name: string | undefined,
  known: { own: string | undefined; leading: string | undefined; current: string | undefined },
): string | undefined {
  if (name === undefined) return known.current
  const [key] = nameKeys(name)
  return (
    [known.own, known.leading].find(
      (other) => other !== undefined && nameKeys(other)[0]?.joined === key?.joined,
    ) ?? name
  )
}
