import type { Instant } from '../market/calendar.ts'
import { NAMING_PUBLISHER } from '../market/exchanges.ts'
import {
  EXCHANGES,
  type IpoFact,
  type PartialTerms,
  type Recorded,
  type Terms,
} from '../market/facts/fact.ts'
import { RANK, rankOf } from '../market/facts/publisher.ts'
import { OFFER_TERMS, type OfferTerm } from '../market/facts/term-table.ts'
import { freeSlug } from '../market/issues/names.ts'
import type { ReportedTerms } from '../sources/source.ts'
import type { IssueKey } from '../store/issues/issue-keys.ts'
import type { KnownMarket } from './known-market.ts'
import { type KnownIssue, nameKeys } from './match/issue-finder.ts'
import { confirmsDay, matchSubject, ownKeys } from './match/match.ts'
import { type Draft, type Observed, type Refused, refuse } from './observation.ts'
import { type Objection, objection, refusedMatch, screenDays, screenTerms } from './screen.ts'

/** The terms that one publisher reports for one issue, from all rows of a batch. */
interface ReportedIssue {
  readonly terms: Partial<Terms>
  /** The last row with terms of the issue. */
  row: TermsRow
  fact: IpoFact | null
  /** The publisher's facts about the issue, and the issue as known, before this batch. */
  readonly earlier: readonly Recorded<IpoFact>[]
  readonly current: KnownIssue | undefined
}

type TermsRow = Observed<ReportedTerms>

/** What rows are compared with. */
interface Known {
  /** The market at the time of the reading, and the present one: they differ when a past moment is recorded. */
  readonly known: KnownMarket
  readonly latest: KnownMarket
  readonly clock: Instant
  readonly takenSlugs: Set<string>
}

/** What the operator has decided about refused terms: their issue, or that they are accepted although a rule refuses them. */
type TermsDecision = { readonly slug: string } | 'accepted' | null

interface DerivedTerms {
  readonly drafts: readonly Draft<IpoFact>[]
  readonly refused: readonly Refused[]
  /** The keys that the sources use for the issues. */
  readonly keys: readonly IssueKey[]
}

/**
 * Makes one fact per issue from all rows of a batch; a later document takes precedence. An exchange's row about an
 * unknown issue creates the issue.
 */
export function deriveTerms(
  market: Known,
  rows: readonly TermsRow[],
  decision: TermsDecision = null,
): DerivedTerms {
  const issues = new Map<string, ReportedIssue>()
  const refused: Refused[] = []
  const keys: IssueKey[] = []
  for (const row of rows) {
    if (hasNewDates(row, rows)) continue
    const found = row.onlyKnown ? slugOfKnown(market, row) : slugFor(market, row, issues, decision)
    if (found === null) continue
    if ('rule' in found) {
      refused.push(refuse(row, found, found.candidates ?? []))
      continue
    }
    for (const key of ownKeys(row.subject)) {
      const learned = { source: row.from.source, key, slug: found.slug }
      market.known.index.learn(learned)
      keys.push(learned)
    }
    if (Object.keys(row.terms).length > 0) extend(market, issues, found.slug, row)
  }
  const drafts = [...issues.values()].flatMap(({ fact, row }) => (fact ? [{ fact, row }] : []))
  return { drafts, refused, keys }
}

/** True for the row of a postponed issue when another row of the same symbol has its new dates. */
const hasNewDates = ({ terms, subject, from }: TermsRow, all: readonly TermsRow[]): boolean =>
  terms.postponed === true &&
  all.some(
    (other) =>
      other.from.source === from.source &&
      other.subject.symbol !== null &&
      other.subject.symbol === subject.symbol &&
      other.terms.postponed !== true &&
      (other.terms.openDate ?? '') > (terms.openDate ?? ''),
  )

type Found = { readonly slug: string } | (Objection & { readonly candidates?: readonly string[] })

function slugFor(
  { known, latest, clock, takenSlugs }: Known,
  { terms, subject, from }: TermsRow,
  issues: ReadonlyMap<string, ReportedIssue>,
  decision: TermsDecision,
): Found {
  const fault = decision === 'accepted' ? null : (screenTerms(terms) ?? screenDays(terms, clock))
  if (fault) return fault
  if (decision !== null && decision !== 'accepted') return decision
  const match = matchSubject(known.index, subject, from)
  if (match.kind === 'found') return { slug: match.slug }
  // An issue that was recorded later, but is the same one: its slug is used here, too.
  const later = matchSubject(latest.index, subject, from)
  if (later.kind === 'found' && !issues.has(later.slug)) return { slug: later.slug }
  const mayCreate = match.kind === 'unknown' && rankOf(from.publisher) <= RANK.exchange
  if (!mayCreate) return refusedMatch(match, subject.name)
  const { name, board, openDate } = terms
  if (name === undefined || board === undefined) return objection('no-board', `"${subject.name}"`)
  const slug = freeSlug(name, openDate ?? null, (taken) => takenSlugs.has(taken))
  takenSlugs.add(slug)
  return { slug }
}

/**
 * The issue of a row of a list that has far more than our issues; `null` unless its days prove it: a symbol may have been
 * another company's before, and a name may come again.
 */
function slugOfKnown({ known }: Known, { subject, onlyKnown, from }: TermsRow): { slug: string } | null {
  const match = matchSubject(known.index, subject, from)
  const issue = match.kind === 'found' ? known.index.find(match.slug) : undefined
  if (!issue) return null
  const { listedOn = null, name = null } = onlyKnown ?? {}
  const isProven =
    listedOn === null ? confirmsDay(subject, issue) : known.isListing(issue, { day: listedOn, name })
  return isProven ? { slug: issue.slug } : null
}

/** The row takes effect at once, so that the next row of the same issue finds it. */
function extend(
  { known, clock }: Known,
  issues: Map<string, ReportedIssue>,
  slug: string,
  row: TermsRow,
): void {
  const { publisher } = row.from
  const issue: ReportedIssue = issues.get(slug) ?? {
    terms: {},
    row,
    fact: null,
    earlier: known.statementsOf(slug, publisher),
    current: known.index.find(slug),
  }
  Object.assign(issue.terms, row.terms)
  issue.row = row
  issues.set(slug, issue)
  const said = reportedTerms(issue, { known, clock, slug, publisher })
  if (!said) return
  issue.fact = { fact: 'ipo', slug, said, source: publisher }
  known.addFacts(slug, [{ ...issue.fact, recorded: clock, id: Number.MAX_SAFE_INTEGER }])
}

/** The terms as the publisher reports them, except where two exchanges would contradict each other needlessly. */
function reportedTerms(
  { terms, earlier, current }: ReportedIssue,
  {
    known,
    clock,
    slug,
    publisher,
  }: Pick<Known, 'known' | 'clock'> & { readonly slug: string; readonly publisher: string },
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
