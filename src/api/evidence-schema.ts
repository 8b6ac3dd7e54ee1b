import Type from 'typebox'
import { OUTVOTED_BY } from '../market/facts/outvoted.ts'
import { FACT_KINDS, ROUND_WORKS } from '../reports/evidence/fact-evidence.ts'
import { FIGURE_RULES } from '../reports/evidence/figure-evidence.ts'
import { SETTLEMENTS } from '../reports/evidence/refused-evidence.ts'
import { closed, disclaimer, flag, moment, oneOf, orNull, said, text, whole } from './schema-fields.ts'

const figureValue = (description: string, example: unknown) =>
  Type.Union(
    [Type.Number(), Type.String(), Type.Boolean(), Type.Array(Type.String()), Type.Null()],
    said(description, example),
  )

const factNumbers = (description: string, example: number[]) =>
  Type.Array(Type.Integer(), said(description, example))

export const OutvotedFact = closed(
  {
    fact: whole('Number of the fact.', 4712),
    rule: oneOf(
      OUTVOTED_BY,
      'Why it does not count; /method#why-a-fact-does-not-count has each rule in words.',
      'same-owner',
    ),
  },
  { description: 'A fact that speaks of the figure and does not stand behind it.' },
)

export const EarlierValue = closed(
  {
    value: figureValue('What the figure was.', 40),
    from: moment('From when on. With asOf the answer about that time shows it.', '2026-01-13T08:10:00.000Z'),
    until: moment('Until when.', '2026-01-14T08:10:00.000Z'),
    facts: factNumbers('Numbers of the facts behind it.', [4699]),
  },
  { description: 'A value that the figure had before.' },
)

export const FigureEvidence = closed(
  {
    path: text('Where the figure stands in `ipo` of the answer about the IPO.', 'lastGmp'),
    value: figureValue('The figure, exactly as there.', 45),
    rule: oneOf(
      FIGURE_RULES,
      'How it comes about; /method#how-a-figure-comes-about has each rule in words.',
      'median',
    ),
    facts: factNumbers('Numbers of the facts that it was made from.', [4711, 4713]),
    from: Type.Array(Type.String(), said('Paths of other figures that it was computed from.', [])),
    outvoted: Type.Array(OutvotedFact, {
      description: 'Facts that speak of it and do not count, newest first, at most 20.',
    }),
    earlier: Type.Array(EarlierValue, {
      description:
        'What it was before, newest first, at most 20. A computed figure refers to those in `from`.',
    }),
    leftOut: whole('How many outvoted facts and earlier values are not listed.', 0),
  },
  { description: 'One figure and what it was made from.' },
)

export const FactEvidence = closed(
  {
    fact: whole('Number of the fact in this store.', 4711),
    kind: oneOf(FACT_KINDS, 'What it speaks of. A retraction takes others back.', 'gmp'),
    slug: text('The slug under which it was said.', 'acme-foods'),
    source: text('Who said it.', 'IPOWatch'),
    owner: text('Who owns the source. Sources of one owner count once.', 'IPOWatch'),
    rank: whole('How strong its word on terms is: 1 operator, 2 exchange, 3 tracker.', 3),
    said: Type.Record(Type.String(), Type.Unknown(), {
      ...said('What it said, by the keys of a facts file and in its units: rupees, crore, times, days.', {
        gmp: 45,
      }),
    }),
    printed: orNull(text('The figure as the source printed it.', '₹45 (45%)')),
    url: orNull(
      text('Where it can be looked up, else where it was downloaded.', 'https://ipowatch.example/gmp'),
    ),
    observedAt: orNull(text('The day or moment that it speaks of.', '2026-01-13')),
    reportedAt: orNull(moment("The source's own time stamp.", '2026-01-13T08:00:00.000Z')),
    recordedAt: moment('When we learned it. It counts from then on.', '2026-01-13T08:10:00.000Z'),
    round: whole('Number of the round that brought it.', 812),
    roundWork: oneOf(
      ROUND_WORKS,
      'What the round did: read a file, read an upstream, read kept answers again, settled a refused row.',
      'collect',
    ),
    committedAt: moment('When that round was committed.', '2026-01-13T08:10:00.000Z'),
    backfilled: flag(
      'True when the round was committed later than recordedAt says: it was brought in with a past time.',
      false,
    ),
    fetchedAt: orNull(
      moment('When the answer was downloaded that it was read in.', '2026-01-13T08:09:58.000Z'),
    ),
    payloadHash: orNull(
      text(
        'SHA-256 of that answer, in hexadecimal.',
        '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      ),
    ),
    retracted: Type.Union(
      [
        closed({
          by: whole('Number of the retraction, which is among the facts.', 4720),
          at: moment('From when on the fact does not count.', '2026-01-13T10:00:00.000Z'),
          reason: text('Why.', 'misprint'),
        }),
        Type.Null(),
      ],
      said('The retraction that took it back. Null while it stands.', null),
    ),
  },
  { description: 'One thing that somebody said, and how it came to us.' },
)

export const RefusedEvidence = closed(
  {
    sourceId: text('Identifier of the source, as in the list of sources.', 'ipowatch'),
    rule: text('By which rule it was refused; /method#what-is-refused has each in words.', 'gmp-too-high'),
    reason: text('What was wrong with it.', 'a GMP of ₹30350 is more than 3 times the price of ₹100'),
    kind: orNull(text('What it spoke of.', 'gmp')),
    observedAt: orNull(text('The day or moment that it spoke of.', '2026-01-13')),
    printed: orNull(text('The figure as the source printed it.', '₹30350')),
    firstSeen: moment('When it was first seen.', '2026-01-13T08:10:00.000Z'),
    lastSeen: orNull(moment('When it was last seen.', '2026-01-13T12:10:00.000Z')),
    settled: Type.Union(
      [
        closed({
          how: oneOf(
            SETTLEMENTS,
            "matched: it found its issue, or could be read, later; the others are the operator's doing.",
            'discarded',
          ),
          as: Type.Union([Type.String(), Type.Null()], {
            ...said('The slug that it was taken for. Null when nothing was taken from it.', 'acme-foods'),
          }),
          at: moment('When.', '2026-01-14T05:00:00.000Z'),
        }),
        Type.Null(),
      ],
      said('How it ended. Null while nobody has settled it.', null),
    ),
  },
  { description: 'A row about this issue, or perhaps about it, that was not taken.' },
)

export const EvidenceBody = closed({
  ok: Type.Literal(true, said('True in every successful answer.', true)),
  slug: text('The slug of the IPO, as in the answer about it.', 'acme-foods'),
  figures: Type.Array(FigureEvidence, {
    description:
      "Every figure of the answer about the IPO that is known, or once was. In `gmp`, day and source are those of the fact behind the entry's figure.",
  }),
  facts: Type.Array(FactEvidence, {
    description: 'The facts that the figures name, and all that were retracted, by number.',
  }),
  refused: Type.Array(RefusedEvidence, {
    description: 'Rows that were refused, the one that was first seen last at the top, at most 50.',
  }),
  refusedTotal: whole('How many such rows there are.', 1),
  disclaimer,
})

export const EVIDENCE_COMPONENTS = {
  FigureEvidence,
  OutvotedFact,
  EarlierValue,
  FactEvidence,
  RefusedEvidence,
  EvidenceBody,
}
