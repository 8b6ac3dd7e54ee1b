import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../../store/engines/db.ts'
import { type KnownMarket, viewUpTo } from '../known-market.ts'
import type { KnownIssue } from '../match/issue-finder.ts'
import {
  type Interpretation,
  isFigure,
  isTerms,
  type LocatedEntry,
  type ParsedRow,
  type RefusedParsedRow,
} from '../parsed-row.ts'
import { concernsListing, interpretFigures, type MatchedFigure, matchFigures } from './interpret-figures.ts'
import { interpretTerms, type KnownThenAndNow } from './interpret-terms.ts'
import { readPreviousStatements } from './previous-statements.ts'
import { settleContradictions } from './settle-contradictions.ts'

export interface InterpretInput {
  readonly seen: readonly LocatedEntry[]
  /** Rows that were refused before, loaded once the terms of this round are known. */
  readonly waiting: () => Promise<readonly ParsedRow[]>
  /** The issue of a row, where the operator has chosen it. */
  readonly decided?: (parsed: ParsedRow) => KnownIssue | undefined
}

/** Interprets the rows of one round: the facts they state, and the rows that cannot be accepted. */
export async function interpret(
  db: Db,
  times: KnownThenAndNow & { readonly asOf: Instant | null },
  { seen, waiting, decided }: InterpretInput,
): Promise<Interpretation> {
  const { parsedRows, badRows } = sortOut(times.known, seen)
  const terms = interpretTerms(times, parsedRows.filter(isTerms))
  // The issue of a waiting row may be known now.
  const figures = [...parsedRows.filter(isFigure), ...(await waiting()).filter(isFigure)]
  const { matched, refused: unmatched } = matchFigures(times.known, figures, decided)
  const previous = await readPreviousStatements(db, viewUpTo(times.asOf), {
    subscribed: slugsOf(matched, 'subscription'),
    quoted: slugsOf(matched, 'gmp'),
    clock: times.clock,
  })
  const interpreted = interpretFigures(times.known, matched, previous, times.clock)
  const { facts, refused: contradictions } = settleContradictions(interpreted.facts)
  return {
    facts: [...terms.facts, ...facts],
    refused: [...badRows, ...terms.refused, ...unmatched, ...interpreted.refused, ...contradictions],
    known: interpreted.known + (interpreted.facts.length - facts.length - contradictions.length),
    keys: [...terms.keys, ...interpreted.keys],
  }
}

function sortOut(knowledge: KnownMarket, seen: readonly LocatedEntry[]) {
  const parsedRows: ParsedRow[] = []
  const badRows: RefusedParsedRow[] = []
  for (const entry of seen) {
    if ('said' in entry) parsedRows.push(entry)
    else if (entry.about === undefined || concernsListing(knowledge, entry.about, entry))
      badRows.push({ ...entry, said: null, candidates: [] })
  }
  return { parsedRows, badRows }
}

const slugsOf = (matched: readonly MatchedFigure[], kind: 'gmp' | 'subscription'): string[] => [
  ...new Set(matched.flatMap(({ parsed, issue }) => (parsed.said.kind === kind && issue ? issue.slug : []))),
]
