import Type from 'typebox'
import type { EvidenceBody, FactEvidence as Fact, FigureEvidence as Figure } from '../../client/index.ts'
import { OUTVOTED_BY } from '../../market/facts/outvoted.ts'
import { FactEvidence, FigureEvidence } from '../../reports/schemas/evidence.ts'
import { nullable } from '../../reports/schemas/fields.ts'
import { IpoDetail } from '../../reports/schemas/ipos.ts'
import { quoted } from '../../request/parameters.ts'
import { invalidParameter } from '../../request/problems.ts'
import { textArgument } from '../arguments.ts'
import { answered } from '../market-client.ts'
import { partOfAnswer } from '../pages.ts'
import { picked, slugArgument, tool, withoutDescriptions, withPlainDay } from './tool.ts'

const figureFields = picked(FigureEvidence, ['path', 'value', 'rule', 'from'])
const FACT_FIELDS = [
  'source',
  'owner',
  'said',
  'printed',
  'url',
  'observedAt',
  'reportedAt',
  'recordedAt',
  'retracted',
]
const factFields = picked(FactEvidence, FACT_FIELDS)
const { path, earlier } = FigureEvidence.properties

export const getEvidence = tool({
  name: 'get_evidence',
  title: 'Where a figure comes from',
  description:
    'Where the figures of one IPO come from. Without figure: every figure outside of lists with the rule and the sources behind it. With figure, such as lastGmp, closeDate or priceMax: also the reported facts behind it and those that do not count, as the source printed it, with its address and times, and the earlier values. Use it to answer "who reported this, and when?". Facts are reports of third parties, not verified.',
  input: {
    slug: slugArgument,
    figure: textArgument(
      'Path of a figure of the answer of get_ipo, such as lastGmp; gmp or subs gives all figures of that list.',
    ),
  },
  needed: ['slug'],
  output: {
    slug: Type.String({ description: 'The slug of the IPO.' }),
    figures: Type.Array(
      Type.Object({
        ...figureFields.properties,
        sources: Type.Array(Type.String(), {
          description: 'Names of the sources whose facts it is computed from.',
        }),
      }),
    ),
    facts: Type.Array(
      Type.Object({
        fact: FactEvidence.properties.fact,
        figure: Type.String({ description: 'Path of the figure that it is about.' }),
        counts: Type.Boolean({ description: 'True when the figure is computed from it.' }),
        notUsedBecause: nullable(
          Type.Enum([...OUTVOTED_BY], { type: 'string' }),
          'The rule by which it does not count; /method#why-a-fact-does-not-count explains each. Null when it counts.',
          null,
        ),
        ...factFields.properties,
      }),
      { description: 'With figure: the facts about it; those that count first, then newest first.' },
    ),
    earlier: Type.Array(Type.Object({ path, ...withoutDescriptions(earlier.items.properties) }), {
      description: 'With figure: its earlier values, newest first. asOf in this time shows them.',
    }),
    refusedTotal: Type.Integer({ description: 'Number of reported rows that were refused as implausible.' }),
    leftOut: Type.Object(
      { figures: Type.Integer(), facts: Type.Integer(), earlier: Type.Integer() },
      {
        description:
          'How many of each list are missing: give next, or name one figure; without next, an earlier asOf has older facts.',
      },
    ),
  },
  async run(call, market) {
    const { slug = '', figure } = call.values
    const body = answered(await market.client.evidence(slug, { asOf: call.asOf }))
    const figures = figure === undefined ? outsideLists(body.figures) : figuresAt(body.figures, figure)
    const facts = new Map(body.facts.map((each) => [each.fact, each]))
    const named = figure === undefined ? [] : figures
    const lists = {
      figures: figures.map((each) => ({
        ...figureFields.of(each),
        value: withPlainDay(each.path, each.value),
        sources: sourcesOf(each, facts),
      })),
      facts: named.flatMap((each) => factsAbout(each, facts)),
      earlier: named.flatMap(({ path, earlier }) =>
        earlier.map((each) => ({ path, ...each, value: withPlainDay(path, each.value) })),
      ),
    }
    // A figure may have left out facts of its own already.
    const before = named.reduce((sum, { leftOut }) => sum + leftOut, 0)
    return partOfAnswer(market, call, body, lists, {}, ({ shown, left }) => ({
      slug: body.slug,
      ...shown,
      refusedTotal: body.refusedTotal,
      leftOut: { ...left, facts: left.facts + before },
    }))
  },
})

type Facts = ReadonlyMap<number, Fact>

const sourcesOf = (figure: Figure, facts: Facts) => [
  ...new Set(figure.facts.flatMap((number) => facts.get(number)?.source ?? [])),
]

/** The figures that are no entries of a list, such as a quote of one source and day. */
const outsideLists = (figures: EvidenceBody['figures']) => figures.filter(({ path }) => !path.includes('['))

/** The figure at a path, or those of the list or object at it. */
function figuresAt(figures: EvidenceBody['figures'], wanted: string): readonly Figure[] {
  const found = figures.filter(
    ({ path }) => path === wanted || path.startsWith(`${wanted}[`) || path.startsWith(`${wanted}.`),
  )
  if (found.length > 0) return found
  const paths = [...new Set(figures.map(({ path }) => path.split(/[.[]/, 1)[0]))]
  const why = Object.hasOwn(IpoDetail.properties, wanted)
    ? `${wanted} is null or empty here, and nothing is behind it`
    : `this IPO has no figure ${quoted(wanted)}`
  throw invalidParameter('figure', `${why}; it has ${paths.join(', ')}`)
}

/** The facts about a figure: those that count, then the others. */
function factsAbout({ path, facts: counting, outvoted }: Figure, facts: Facts): object[] {
  const about = [
    ...counting.map((fact) => ({ fact, notUsedBecause: null })),
    ...outvoted.map(({ fact, rule }) => ({ fact, notUsedBecause: rule })),
  ]
  return about.flatMap(({ fact, notUsedBecause }) => {
    const reported = facts.get(fact)
    const use = { fact, figure: path, counts: notUsedBecause === null, notUsedBecause }
    return reported ? [{ ...use, ...factFields.of(reported) }] : []
  })
}
