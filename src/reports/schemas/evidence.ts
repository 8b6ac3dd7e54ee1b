import Type, { type Static } from 'typebox'
import { OUTVOTED_BY } from '../../market/facts/outvoted.ts'
import type { Settlement, Work } from '../../store/tables.ts'
import {
  answerBody,
  closedObject,
  described,
  type FieldsOf,
  flagField,
  momentField,
  nullable,
  oneOfField,
  orNull,
  textField,
  wholeField,
} from './fields.ts'

/** The kinds of facts that can be behind a figure of an IPO, or take one of them back. */
const FACT_KINDS = ['ipo', 'same', 'listing', 'gmp', 'subscription', 'retraction'] as const
/** What a round may have done. */
const ROUND_WORKS = ['import', 'collect', 'replay', 'settle'] as const satisfies readonly Work[]
/** How a refusal may have ended. */
const SETTLEMENTS = ['matched', 'accepted', 'discarded', 'same-as'] as const satisfies readonly Settlement[]

/** How a figure comes about. The order is that of `docs/method.md`. */
export const FIGURE_RULES = [
  'address',
  'strongest-word',
  'called-off',
  'status',
  'listing',
  'last-word',
  'last-day',
  'one-voice',
  'median',
  'spread',
  'dispute',
  'distance',
  'today',
  'percentage',
  'newest-reading',
] as const
export type FigureRule = (typeof FIGURE_RULES)[number]

const figureValue = (description: string, example: unknown) =>
  Type.Union(
    [Type.Number(), Type.String(), Type.Boolean(), Type.Array(Type.String()), Type.Null()],
    described(description, example),
  )

const factNumbers = (description: string, example: number[]) =>
  Type.Array(Type.Integer(), described(description, example))

export const OutvotedFact = closedObject(
  {
    fact: wholeField('Number of the fact.', 4712),
    rule: oneOfField(
      OUTVOTED_BY,
      'Why it does not count; /method#why-a-fact-does-not-count has each rule in words.',
      'same-owner',
    ),
  },
  { description: 'A fact that speaks of the figure and does not stand behind it.' },
)
export type OutvotedFact = Static<typeof OutvotedFact>

export const EarlierValue = closedObject(
  {
    value: figureValue('What the figure was.', 40),
    from: momentField(
      'From when on. With asOf the answer about that time shows it.',
      '2026-01-13T08:10:00.000Z',
    ),
    until: momentField('Until when.', '2026-01-14T08:10:00.000Z'),
    facts: factNumbers('Numbers of the facts behind it.', [4699]),
  },
  { description: 'A value that the figure had before.' },
)
export type EarlierValue = Static<typeof EarlierValue>

export const FigureEvidence = closedObject(
  {
    path: textField('Where the figure stands in `ipo` of the answer about the IPO.', 'lastGmp'),
    value: figureValue('The figure, exactly as there.', 45),
    rule: oneOfField(
      FIGURE_RULES,
      'How it comes about; /method#how-a-figure-comes-about has each rule in words.',
      'median',
    ),
    facts: factNumbers('Numbers of the facts that it was made from.', [4711, 4713]),
    from: Type.Array(Type.String(), described('Paths of other figures that it was computed from.', [])),
    outvoted: Type.Array(OutvotedFact, {
      description: 'Facts that speak of it and do not count, newest first, at most 20.',
    }),
    earlier: Type.Array(EarlierValue, {
      description:
        'What it was before, newest first, at most 20. A computed figure refers to those in `from`.',
    }),
    leftOut: wholeField('How many outvoted facts and earlier values are not listed.', 0),
  },
  { description: 'One figure and what it was made from.' },
)
export type FigureEvidence = Static<typeof FigureEvidence>

export const FactEvidence = closedObject(
  {
    fact: wholeField('Number of the fact in this store.', 4711),
    kind: oneOfField(FACT_KINDS, 'What it speaks of. A retraction takes others back.', 'gmp'),
    slug: textField('The slug under which it was said.', 'acme-foods'),
    source: textField('Who said it.', 'IPOWatch'),
    owner: textField('Who owns the source. Sources of one owner count once.', 'IPOWatch'),
    rank: wholeField('How strong its word on terms is: 1 operator, 2 exchange, 3 tracker.', 3),
    said: Type.Record(Type.String(), Type.Unknown(), {
      ...described(
        'What it said, by the keys of a facts file and in its units: rupees, crore, times, days.',
        {
          gmp: 45,
        },
      ),
    }),
    printed: orNull(textField('The figure as the source printed it.', '₹45 (45%)')),
    url: orNull(
      textField('Where it can be looked up, else where it was downloaded.', 'https://ipowatch.example/gmp'),
    ),
    observedAt: orNull(textField('The day or moment that it speaks of.', '2026-01-13')),
    reportedAt: orNull(momentField("The source's own time stamp.", '2026-01-13T08:00:00.000Z')),
    recordedAt: momentField('When we learned it. It counts from then on.', '2026-01-13T08:10:00.000Z'),
    round: wholeField('Number of the round that brought it.', 812),
    roundWork: oneOfField(
      ROUND_WORKS,
      'What the round did: read a file, read an upstream, read kept answers again, settled a refused row.',
      'collect',
    ),
    committedAt: momentField('When that round was committed.', '2026-01-13T08:10:00.000Z'),
    backfilled: flagField(
      'True when the round was committed later than recordedAt says: it was brought in with a past time.',
      false,
    ),
    fetchedAt: orNull(
      momentField('When the answer was downloaded that it was read in.', '2026-01-13T08:09:58.000Z'),
    ),
    payloadHash: orNull(
      textField(
        'SHA-256 of that answer, in hexadecimal.',
        '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      ),
    ),
    retracted: nullable(
      closedObject({
        by: wholeField('Number of the retraction, which is among the facts.', 4720),
        at: momentField('From when on the fact does not count.', '2026-01-13T10:00:00.000Z'),
        reason: textField('Why.', 'misprint'),
      }),
      'The retraction that took it back. Null while it stands.',
      null,
    ),
  },
  { description: 'One thing that somebody said, and how it came to us.' },
)
export type FactEvidence = Static<typeof FactEvidence>

export const RefusedEvidence = closedObject(
  {
    sourceId: textField('Identifier of the source, as in the list of sources.', 'ipowatch'),
    rule: textField(
      'By which rule it was refused; /method#what-is-refused has each in words.',
      'gmp-too-high',
    ),
    reason: textField('What was wrong with it.', 'a GMP of ₹30350 is more than 3 times the price of ₹100'),
    kind: orNull(textField('What it spoke of.', 'gmp')),
    observedAt: orNull(textField('The day or moment that it spoke of.', '2026-01-13')),
    printed: orNull(textField('The figure as the source printed it.', '₹30350')),
    firstSeen: momentField('When it was first seen.', '2026-01-13T08:10:00.000Z'),
    lastSeen: orNull(momentField('When it was last seen.', '2026-01-13T12:10:00.000Z')),
    settled: nullable(
      closedObject({
        how: oneOfField(
          SETTLEMENTS,
          "matched: it found its issue, or could be read, later; the others are the operator's doing.",
          'discarded',
        ),
        as: nullable(
          Type.String(),
          'The slug that it was taken for. Null when nothing was taken from it.',
          'acme-foods',
        ),
        at: momentField('When.', '2026-01-14T05:00:00.000Z'),
      }),
      'How it ended. Null while nobody has settled it.',
      null,
    ),
  },
  { description: 'A row about this issue, or perhaps about it, that was not taken.' },
)
export type RefusedEvidence = Static<typeof RefusedEvidence>

export const EvidenceBody = answerBody({
  slug: textField('The slug of the IPO, as in the answer about it.', 'acme-foods'),
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
  refusedTotal: wholeField('How many such rows there are.', 1),
})

/** Every figure of the answer about an IPO, and where it comes from. */
export type Evidence = FieldsOf<typeof EvidenceBody>
/** What may stand at a place in an answer. */
export type PublishedValue = FigureEvidence['value']
