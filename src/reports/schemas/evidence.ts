import Type, { type Static } from 'typebox'
import { OUTVOTED_BY } from '../../market/facts/outvoted.ts'
import { ROUND_WORKS, SETTLEMENTS } from '../../store/tables.ts'
import { en } from '../../texts/en.ts'
import {
  answerBody,
  closedObject,
  described,
  type FieldsOf,
  flagField,
  listOf,
  momentField,
  namedObject,
  nullable,
  oneOfField,
  orNull,
  textField,
  wholeField,
} from './fields.ts'

/** The kinds of facts that can be behind a figure of an IPO, or retract one. */
const FACT_KINDS = ['ipo', 'same', 'listing', 'gmp', 'subscription', 'holiday', 'retraction'] as const

export type FigureRule = keyof typeof en.evidence.ruleTexts

/** The rules for figures, each of which has a text. */
export const FIGURE_RULES = Object.keys(en.evidence.ruleTexts) as FigureRule[]

/** A value with several parts, such as a registrar or the expected days. */
const objectValue = Type.Unsafe<object>(Type.Record(Type.String(), Type.Unknown()))

const figureValue = (description: string, example: unknown) =>
  Type.Union(
    [
      Type.Number(),
      Type.String(),
      Type.Boolean(),
      Type.Array(Type.String()),
      Type.Null(),
      objectValue,
      Type.Array(objectValue),
    ],
    described(description, example),
  )

const factNumbers = (description: string, example: number[]) =>
  Type.Array(Type.Integer(), described(description, example))

export const OutvotedFact = namedObject('OutvotedFact', 'A fact about the figure that does not count.', {
  fact: wholeField('Number of the fact.', 4712),
  rule: oneOfField(
    OUTVOTED_BY,
    'Why it does not count; /method#why-a-fact-does-not-count explains each rule.',
    'same-owner',
  ),
})
export type OutvotedFact = Static<typeof OutvotedFact>

export const EarlierValue = namedObject('EarlierValue', 'An earlier value of the figure.', {
  value: figureValue('The value.', 40),
  from: momentField(
    'When it began to hold. A request with asOf in this period shows it.',
    '2026-01-13T08:10:00.000Z',
  ),
  until: momentField('When it was replaced.', '2026-01-14T08:10:00.000Z'),
  facts: factNumbers('Numbers of the facts behind it.', [4699]),
})
export type EarlierValue = Static<typeof EarlierValue>

export const FigureEvidence = namedObject('FigureEvidence', 'One figure and what it is computed from.', {
  path: textField('Path of the figure in `ipo` of the answer about the IPO.', 'lastGmp'),
  value: figureValue('The figure, exactly as in that answer.', 45),
  rule: oneOfField(
    FIGURE_RULES,
    'The rule behind it; /method#how-a-figure-comes-about explains each rule.',
    'median',
  ),
  facts: factNumbers('Numbers of the facts that it is computed from.', [4711, 4713]),
  from: Type.Array(Type.String(), described('Paths of other figures that it is computed from.', [])),
  outvoted: listOf(OutvotedFact, 'Facts about it that do not count, newest first, at most 20.'),
  earlier: listOf(
    EarlierValue,
    'Its earlier values, newest first, at most 20. For a computed figure, see those of the figures in `from`.',
  ),
  leftOut: wholeField('How many outvoted facts and earlier values are not listed.', 0),
})
export type FigureEvidence = Static<typeof FigureEvidence>

export const FactEvidence = namedObject('FactEvidence', 'One reported fact and its origin.', {
  fact: wholeField('Number of the fact in this store.', 4711),
  kind: oneOfField(FACT_KINDS, 'What it is about. A retraction withdraws other facts.', 'gmp'),
  slug: orNull(
    textField('The slug under which it was recorded. Null for a holiday and its retraction.', 'acme-foods'),
  ),
  source: textField('The source that reported it.', 'IPOWatch'),
  owner: textField('Who owns the source. Sources of one owner count once.', 'IPOWatch'),
  rank: wholeField('Priority of its source for terms: 1 operator, 2 exchange, 3 tracker.', 3),
  said: Type.Record(
    Type.String(),
    Type.Unknown(),
    described(
      'The reported values, by the keys of a facts file and in its units: rupees, crore, times, days.',
      { gmp: 45 },
    ),
  ),
  printed: orNull(textField('The figure as the source printed it.', '₹45 (45%)')),
  url: orNull(
    textField('Where it can be looked up, else where it was downloaded.', 'https://ipowatch.example/gmp'),
  ),
  observedAt: orNull(textField('The day or moment that it is about.', '2026-01-13')),
  reportedAt: orNull(momentField("The source's own time stamp.", '2026-01-13T08:00:00.000Z')),
  recordedAt: momentField('When it was recorded here. It counts from then on.', '2026-01-13T08:10:00.000Z'),
  round: wholeField('Number of the round that recorded it.', 812),
  roundWork: oneOfField(
    ROUND_WORKS,
    'What the round did: import a file, read an upstream, read stored downloads again, settle a refused row, read what an upstream still has of the past.',
    'collect',
  ),
  committedAt: momentField('When that round was committed.', '2026-01-13T08:10:00.000Z'),
  backfilled: flagField(
    'True when the round was committed later than recordedAt: the fact was imported with a past time.',
    false,
  ),
  fetchedAt: orNull(momentField('When the download it was read from was made.', '2026-01-13T08:09:58.000Z')),
  payloadHash: orNull(
    textField(
      'SHA-256 of that download, in hexadecimal.',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    ),
  ),
  retracted: nullable(
    closedObject({
      by: wholeField('Number of the retraction, which is among the facts.', 4720),
      at: momentField('When the fact stopped counting.', '2026-01-13T10:00:00.000Z'),
      reason: textField('The reason.', 'misprint'),
    }),
    'Its retraction. Null when it is not retracted.',
    null,
  ),
})
export type FactEvidence = Static<typeof FactEvidence>

export const RefusedEvidence = namedObject(
  'RefusedEvidence',
  'A row about this issue, or possibly about it, that was not accepted.',
  {
    sourceId: textField('Identifier of the source, as in the list of sources.', 'ipowatch'),
    rule: textField(
      'The rule by which it was refused; /method#what-is-refused explains each rule.',
      'gmp-too-high',
    ),
    reason: textField('What was wrong with it.', 'a GMP of ₹30350 is more than 3 times the price of ₹100'),
    kind: orNull(textField('What it is about.', 'gmp')),
    observedAt: orNull(textField('The day or moment that it is about.', '2026-01-13')),
    printed: orNull(textField('The figure as the source printed it.', '₹30350')),
    firstSeen: momentField('When it was first seen.', '2026-01-13T08:10:00.000Z'),
    lastSeen: orNull(momentField('When it was last seen.', '2026-01-13T12:10:00.000Z')),
    settled: nullable(
      closedObject({
        how: oneOfField(
          SETTLEMENTS,
          'matched: its issue was found later, or it could be read later; the others are decisions of the operator.',
          'discarded',
        ),
        as: nullable(
          Type.String(),
          'The slug under which it was accepted. Null when nothing was accepted.',
          'acme-foods',
        ),
        at: momentField('When it was settled.', '2026-01-14T05:00:00.000Z'),
      }),
      'How it was settled. Null while it is open.',
      null,
    ),
  },
)
export type RefusedEvidence = Static<typeof RefusedEvidence>

export const EvidenceBody = answerBody('EvidenceBody', {
  slug: textField('The slug of the IPO, as in the answer about it.', 'acme-foods'),
  figures: listOf(
    FigureEvidence,
    "Every figure of the answer about the IPO that has or had a value. In `gmp`, day and source are those of the fact behind the entry's figure; so are day, isFinal and category in `subsByDay`.",
  ),
  facts: listOf(FactEvidence, 'The facts that the figures refer to, and all retracted ones, by number.'),
  refused: listOf(RefusedEvidence, 'Refused rows, the most recently first seen at the top, at most 50.'),
  refusedTotal: wholeField('Number of all refused rows.', 1),
})

/** Every figure of the answer about an IPO, with its origin. */
export type Evidence = FieldsOf<typeof EvidenceBody>
/** A value that an answer can have at a path. */
export type PublishedValue = FigureEvidence['value']
