import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../../store/engines/db.ts'
import type { IssueKey } from '../../store/issues/issue-keys.ts'
import type { KnownMarket } from '../known-market.ts'
import { viewUpTo } from '../known-market.ts'
import type { KnownIssue } from '../match/issue-finder.ts'
import type { LocatedEntry, ParsedRow, RefusedParsedRow } from '../parsed-row.ts'
import {
  concernsListing,
  type DraftFact,
  type FigureRow,
  interpretFigures,
  matchFigures,
} from './interpret-figures.ts'
import { interpretTerms, type KnownThenAndNow, type TermsRow } from './interpret-terms.ts'
import { readPreviousStatements } from './previous-statements.ts'
import { settleContradictions } from './settle-contradictions.ts'

export interface Interpretation {
  readonly facts: readonly DraftFact[]
  readonly refused: readonly RefusedParsedRow[]
  readonly known: number
  /** The keys that the sources use for the issues. */
  readonly keys: readonly IssueKey[]
}

export interface InterpretInput {
  readonly seen: readonly LocatedEntry[]
  /** Rows that were refused before, loaded once the terms of this round are known. */
  readonly waiting: () => Promise<readonly ParsedRow[]>
  /** The issue of a row, where the operator has chosen it. */
  readonly decided?: (sighting: ParsedRow) => KnownIssue | undefined
}

/** Interprets the rows of one round: the facts they state, and the rows that cannot be accepted. */
export async function interpret(
  db: Db,
  times: KnownThenAndNow & { readonly asOf: Instant | null },
  { seen, waiting, decided }: InterpretInput,
): Promise<Interpretation> {
  const { heard, misheard } = sortOut(times.known, seen)
  const terms = interpretTerms(times, heard.filter(isTerms))
  // The issue of a waiting row may be known now.
  const figures = [...heard.filter(isFigure), ...(await waiting()).filter(isFigure)]
  const { matched, refused: unmatched } = matchFigures(times.known, figures, decided)
  const words = await readPreviousStatements(db, viewUpTo(times.asOf), {
    subscribed: slugsOf(matched, 'subscription'),
    quoted: slugsOf(matched, 'gmp'),
    clock: times.clock,
  })
  const heardFigures = interpretFigures(times.known, matched, words, times.clock)
  const { facts, refused: contradictions } = settleContradictions(heardFigures.facts)
  return {
    facts: [...terms.facts, ...facts],
    refused: [...misheard, ...terms.refused, ...unmatched, ...heardFigures.refused, ...contradictions],
    known: heardFigures.known + (heardFigures.facts.length - facts.length - contradictions.length),
    keys: [...terms.keys, ...heardFigures.keys],
  }
}

export const isTerms = (sighting: ParsedRow): sighting is TermsRow => sighting.said.kind === 'terms'
export const isFigure = (sighting: ParsedRow): sighting is FigureRow => sighting.said.kind !== 'terms'

function sortOut(knowledge: KnownMarket, seen: readonly LocatedEntry[]) {
  const heard: ParsedRow[] = []
  const misheard: RefusedParsedRow[] = []
  for (const { entry, ...place } of seen) {
    const { row, raw } = entry
    if ('said' in entry) heard.push({ ...place, row, raw, said: entry.said })
    else if (entry.about === undefined || concernsListing(knowledge, entry.about, place)) {
      const { rule, reason } = entry
      misheard.push({ sighting: { ...place, row, raw, said: null }, rule, reason, candidates: [] })
    }
  }
  return { heard, misheard }
}

function slugsOf(
  matched: readonly { sighting: FigureRow; issue: KnownIssue | null }[],
  kind: 'gmp' | 'subscription',
): string[] {
  const slugs = matched.map(({ sighting, issue }) =>
    sighting.said.kind === kind && issue ? issue.slug : null,
  )
  return [...new Set(slugs.filter((slug) => slug !== null))]
}
