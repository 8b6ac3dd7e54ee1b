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
import type { KnownMarket } from './known-market.ts'
import { type KnownIssue, nameKeys } from './match/issue-finder.ts'
import { confirmsDay, matchSubject, ownKeys } from './match/match.ts'
import type { BatchFindings, Draft, Observed } from './observation.ts'
import { objection, screenDays, screenTerms, unmatched } from './screen.ts'

type TermsRow = Observed<ReportedTerms>

export const isTerms = (row: Observed): row is TermsRow => row.said.kind === 'terms'

/** What the rows of a batch are compared with. */
export interface Context {
  /** The market at the time of the reading, and the present one: they differ when a past moment is recorded. */
  readonly market: KnownMarket
  readonly present: KnownMarket
  readonly clock: Instant
  readonly takenSlugs: Set<string>
  /** True when the operator accepts the rows although a rule refuses them. */
  readonly isAccepted?: boolean
}

/** The terms that one publisher reports for one issue in the rows of a batch. */
interface ReportedIssue {
  /** Those of all rows: a later one takes precedence. */
  readonly terms: Partial<Terms>
  /** The publisher's facts about the issue before this batch. */
  readonly earlier: readonly Recorded<IpoFact>[]
  /** The issue as known before this batch. */
  readonly current: KnownIssue | undefined
  /** The fact, with the last row; `null` while name or board are missing. */
  draft: Draft<IpoFact> | null
}

/**
 * Makes one fact per issue from all rows of a batch; a later document takes precedence. An exchange's row about an
 * unknown issue creates the issue.
 */
export function deriveTerms(context: Context, rows: readonly TermsRow[], findings: BatchFindings): void {
  const { index } = context.market
  const issues = new Map<string, ReportedIssue>()
  for (const row of rows) {
    const { said, from } = row
    if (hasNewDates(row, rows)) continue
    const slug = said.onlyKnown ? slugOfKnown(context, row) : slugFor(context, row, issues, findings)
    if (slug === null) continue
    for (const key of ownKeys(said.subject)) {
      const learned = { source: from.source, key, slug }
      index.learn(learned)
      findings.keys.push(learned)
    }
    if (Object.keys(said.terms).length > 0) addTerms(context, issues, slug, row)
  }
  for (const { draft } of issues.values()) if (draft) findings.drafts.push(draft)
}

/** True for the row of a postponed issue when another row of the same symbol has its new dates. */
const hasNewDates = ({ said: { terms, subject }, from }: TermsRow, all: readonly TermsRow[]): boolean =>
  terms.postponed === true &&
  all.some(
    ({ said: other, from: { source } }) =>
      source === from.source &&
      other.subject.symbol !== null &&
      other.subject.symbol === subject.symbol &&
      other.terms.postponed !== true &&
      (other.terms.openDate ?? '') > (terms.openDate ?? ''),
  )

/** The issue of a row, perhaps a new one; `null` for a row that is refused. */
function slugFor(
  { market, present, clock, takenSlugs, isAccepted = false }: Context,
  row: TermsRow,
  issues: ReadonlyMap<string, ReportedIssue>,
  findings: BatchFindings,
): string | null {
  const { said, from } = row
  const { terms, subject } = said
  const fault = isAccepted ? null : (screenTerms(terms) ?? screenDays(terms, clock))
  if (fault) {
    findings.refuse(row, fault)
    return null
  }
  if (from.decided !== undefined) return from.decided
  const match = matchSubject(market.index, subject, from)
  if (match.kind === 'found') return match.slug
  // An issue that was recorded later, but is the same one: its slug is used here, too.
  const later = matchSubject(present.index, subject, from)
  if (later.kind === 'found' && !issues.has(later.slug)) return later.slug
  if (match.kind !== 'unknown' || rankOf(from.publisher) > RANK.exchange) {
    findings.refuse(row, unmatched(match, subject.name), match.candidates)
    return null
  }
  const { name, board, openDate } = terms
  if (name === undefined || board === undefined) {
    findings.refuse(row, objection('no-board', `"${subject.name}"`))
    return null
  }
  const slug = freeSlug(name, openDate ?? null, (taken) => takenSlugs.has(taken))
  takenSlugs.add(slug)
  return slug
}

/**
 * The issue of a row of a list that has far more than our issues; `null` unless its days prove it: a symbol may have been
 * another company's before, and a name may come again.
 */
function slugOfKnown({ market }: Context, { said: { subject, onlyKnown }, from }: TermsRow): string | null {
  const match = matchSubject(market.index, subject, from)
  const issue = match.kind === 'found' ? market.index.find(match.slug) : undefined
  if (!issue) return null
  const { listedOn = null, name = null } = onlyKnown ?? {}
  const isProven =
    listedOn === null ? confirmsDay(subject, issue) : market.isListing(issue, { day: listedOn, name })
  return isProven ? issue.slug : null
}

/** The row takes effect at once, so that the next row of the same issue finds it. */
function addTerms(context: Context, issues: Map<string, ReportedIssue>, slug: string, row: TermsRow): void {
  const { market, clock } = context
  const { publisher } = row.from
  const issue: ReportedIssue = issues.get(slug) ?? {
    terms: {},
    earlier: market.statementsOf(slug, publisher),
    current: market.index.find(slug),
    draft: null,
  }
  issues.set(slug, issue)
  Object.assign(issue.terms, row.said.terms)
  const said = reportedTerms(context, slug, publisher, issue)
  if (!said) return
  const fact: IpoFact = { fact: 'ipo', slug, said, source: publisher }
  issue.draft = { fact, row }
  market.addFacts(slug, [{ ...fact, recorded: clock, id: Number.MAX_SAFE_INTEGER }])
}

/** The terms as the publisher reports them, except where two exchanges would contradict each other needlessly. */
function reportedTerms(
  { market, clock }: Context,
  slug: string,
  publisher: string,
  { terms, earlier, current }: ReportedIssue,
): PartialTerms | undefined {
  const isLeading = publisher === NAMING_PUBLISHER
  const leading = market.statementsOf(slug, NAMING_PUBLISHER)
  const name = spelling(terms.name, {
    own: earlier.findLast(({ recorded }) => recorded === clock)?.said.name,
    leading: leading.at(-1)?.said.name,
    current: current?.terms.name,
  })
  const board = terms.board ?? current?.terms.board
  if (name === undefined || board === undefined) return undefined
  const { symbol, exchanges, ...rest } = terms
  const hasLeadingSymbol = !isLeading && current?.symbols.has(NAMING_PUBLISHER)
  const hasReportedExchanges = earlier.some(({ said }) => said.exchanges)
  const all = [...(exchanges ?? []), ...(current?.terms.exchanges ?? [])]
  return {
    ...(isLeading ? rest : withoutOffer(rest, leading)),
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
