import Type, { type Static } from 'typebox'
import { OUTVOTED_BY } from '../../market/facts/outvoted.ts'
import { type EvidenceBody, FactEvidence, FigureEvidence } from '../../reports/schemas/evidence.ts'
import { nullable } from '../../reports/schemas/fields.ts'
import { fittingCount } from '../answer-size.ts'
import { argumentText, queryFrom } from '../arguments.ts'
import { ReadFailure } from '../market-reader.ts'
import { asOfInput, inputOf, outputOf, slugInput, type Tool, textInput, withPlainDay } from './tool.ts'

const { path, value, rule, from, earlier } = FigureEvidence.properties
const fact = FactEvidence.properties

const ToolFigure = Type.Object({
  path,
  value,
  rule,
  from,
  sources: Type.Array(Type.String(), {
    description: 'Names of the sources whose facts it is computed from.',
  }),
})

const ToolFact = Type.Object({
  fact: fact.fact,
  figure: Type.String({ description: 'Path of the figure that it is about.' }),
  counts: Type.Boolean({ description: 'True when the figure is computed from it.' }),
  notUsedBecause: nullable(
    Type.Enum([...OUTVOTED_BY], { type: 'string' }),
    'The rule by which it does not count; /method#why-a-fact-does-not-count explains each. Null when it counts.',
    null,
  ),
  source: fact.source,
  owner: fact.owner,
  said: fact.said,
  printed: fact.printed,
  url: fact.url,
  observedAt: fact.observedAt,
  reportedAt: fact.reportedAt,
  recordedAt: fact.recordedAt,
  retracted: fact.retracted,
})

type Body = Static<typeof EvidenceBody>
type Figure = Body['figures'][number]

export const getEvidence: Tool = {
  name: 'get_evidence',
  title: 'Where a figure comes from',
  description:
    'Where the figures of one IPO come from. Without figure: every figure outside of lists with the rule and the sources behind it. With figure, such as lastGmp, closeDate or priceMax: also each reported fact behind it and each that does not count, as the source printed it, with its address and times, and the earlier values. Use it to answer "who reported this, and when?". Facts are reports of third parties, not verified. Null means unknown.',
  input: inputOf({
    slug: slugInput,
    figure: textInput(
      'Path of a figure of the answer of get_ipo, such as lastGmp; sources or subs gives all figures of that list.',
    ),
    asOf: asOfInput,
  }),
  output: outputOf({
    slug: Type.String({ description: 'The slug of the IPO.' }),
    figures: Type.Array(ToolFigure),
    facts: Type.Array(ToolFact, {
      description: 'With figure: the facts about it; those that count first, then newest first.',
    }),
    earlier: Type.Array(Type.Object({ path, ...earlier.items.properties }), {
      description: 'With figure: its earlier values, newest first.',
    }),
    refusedTotal: Type.Integer({ description: 'Number of reported rows that were refused as implausible.' }),
    leftOut: Type.Object(
      { figures: Type.Integer(), facts: Type.Integer(), earlier: Type.Integer() },
      {
        description: 'How many of each list are not in this answer: name one figure.',
      },
    ),
  }),
  async run(given, reader) {
    const { body } = await reader.read('getEvidence', {
      slug: String(given.slug),
      query: queryFrom(given, { asOf: 'asOf' }),
    })
    const wanted = argumentText(given.figure)
    const figures = wanted === undefined ? outsideLists(body.figures) : figuresAt(body.figures, wanted)
    return fittingEvidence(body, figures, wanted !== undefined)
  },
}

/** The figures that are no entries of a list, such as a quote of one source and day. */
const outsideLists = (figures: readonly Figure[]) => figures.filter(({ path }) => !path.includes('['))

/** The figure at a path, or those of the list or object at it. */
function figuresAt(figures: readonly Figure[], wanted: string): readonly Figure[] {
  const found = figures.filter(
    ({ path }) => path === wanted || path.startsWith(`${wanted}[`) || path.startsWith(`${wanted}.`),
  )
  if (found.length > 0) return found
  const paths = [...new Set(figures.map(({ path }) => path.split(/[.[]/, 1)[0]))]
  throw new ReadFailure(`this IPO has no figure "${wanted.slice(0, 80)}"; it has ${paths.join(', ')}`)
}

function fittingEvidence(body: Body, figures: readonly Figure[], withFacts: boolean): object {
  const named = new Map(body.facts.map((each) => [each.fact, each]))
  const shown = figures.map(({ path, value, rule, from, facts }) => ({
    path,
    value: withPlainDay(path, value),
    rule,
    from,
    sources: [...new Set(facts.flatMap((number) => named.get(number)?.source ?? []))],
  }))
  const facts = withFacts ? figures.flatMap((figure) => factsAbout(figure, named)) : []
  const earlier = withFacts
    ? figures.flatMap(({ path, earlier }) =>
        earlier.map((each) => ({ path, ...each, value: withPlainDay(path, each.value) })),
      )
    : []
  // A figure may have left out facts of its own already.
  const before = withFacts ? figures.reduce((sum, { leftOut }) => sum + leftOut, 0) : 0
  const answerWith = (counts: { figures: number; facts: number; earlier: number }) => ({
    slug: body.slug,
    figures: shown.slice(0, counts.figures),
    facts: facts.slice(0, counts.facts),
    earlier: earlier.slice(0, counts.earlier),
    refusedTotal: body.refusedTotal,
    leftOut: {
      figures: shown.length - counts.figures,
      facts: facts.length - counts.facts + before,
      earlier: earlier.length - counts.earlier,
    },
    disclaimer: body.disclaimer,
  })
  // Facts come before earlier values: the list that matters least is cut first.
  const counts = { figures: 0, facts: 0, earlier: 0 }
  counts.figures = fittingCount(shown.length, (figures) => answerWith({ ...counts, figures }))
  counts.facts = fittingCount(facts.length, (facts) => answerWith({ ...counts, facts }))
  counts.earlier = fittingCount(earlier.length, (earlier) => answerWith({ ...counts, earlier }))
  return answerWith(counts)
}

function factsAbout(
  { path, facts, outvoted }: Figure,
  named: ReadonlyMap<number, Body['facts'][number]>,
): Static<typeof ToolFact>[] {
  const all = [
    ...facts.map((number) => ({ number, notUsedBecause: null })),
    ...outvoted.map(({ fact, rule }) => ({ number: fact, notUsedBecause: rule })),
  ]
  return all.flatMap(({ number, notUsedBecause }) => {
    const found = named.get(number)
    if (!found) return []
    const { fact, source, owner, said, printed, url, observedAt, reportedAt, recordedAt, retracted } = found
    return [
      {
        fact,
        figure: path,
        counts: notUsedBecause === null,
        notUsedBecause,
        source,
        owner,
        said,
        printed,
        url,
        observedAt,
        reportedAt,
        recordedAt,
        retracted,
      },
    ]
  })
}
