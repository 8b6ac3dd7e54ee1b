import Type from 'typebox'
import { dayField, nullable, orNull } from '../../reports/schemas/fields.ts'
import { IpoDetail } from '../../reports/schemas/ipos.ts'
import { fittingCount } from '../answer-size.ts'
import { queryFrom, textOf } from '../arguments.ts'
import { type MarketReader, ReadFailure } from '../market-reader.ts'
import { asOfInput, dayOfInstant, inputOf, outputOf, pageOfIpo, type Tool } from './tool.ts'

const MAX_HISTORY = 500

const { sources: _, ...properties } = IpoDetail.properties

/** The lists that are cut to make an answer fit, the one to be cut first in front. Their newest entries are last. */
const HISTORIES = ['gmp', 'subsByDay', 'subs', 'documents', 'application'] as const
type History = (typeof HISTORIES)[number]

const ToolIpo = Type.Object({
  ...properties,
  openDate: orNull(dayField('Opening day in India.', '2026-01-13')),
  closeDate: orNull(dayField('Closing day in India.', '2026-01-16')),
  page: nullable(
    Type.String(),
    'Its page, to link to. Null when the address of the service is unknown.',
    null,
  ),
})

export const getIpo: Tool = {
  name: 'get_ipo',
  title: 'Get one IPO',
  description:
    'One Indian IPO by its slug (from find_ipos): price band, lots and smallest amounts by category, announced and expected days, registrar with the page for allotment status, GMP with the quote of each source, day-by-day GMP, subscription by category, and how it listed. Amounts are in rupees (fields ending in Cr in crore), days are days in India. Null means unknown, never zero. GMP is hearsay: state lastGmpDay, lastGmpOwners, gmpDisputed and the sources (dispute.words) whenever you state lastGmp; if lastGmpDay is not today, say that the figure is old. range80 describes past listings, it is no forecast.',
  input: inputOf({
    slug: Type.String({ description: 'The slug of the IPO, such as acme-foods.' }),
    history: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_HISTORY,
        description: `The most entries of the GMP history, newest kept. By default as many as fit into 8 KB; at most ${MAX_HISTORY}.`,
      }),
    ),
    asOf: asOfInput,
  }),
  output: outputOf({
    ipo: ToolIpo,
    leftOut: Type.Record(Type.String(), Type.Integer(), {
      description:
        'How many of the oldest entries of a list are not in this answer, by its name. For more of gmp, give history. Empty when the answer is whole.',
    }),
  }),
  async run(given, reader) {
    const { body } = await reader.read('getIpo', {
      slug: String(given.slug),
      query: queryFrom(given, { asOf: 'asOf' }),
    })
    const history = textOf(given.history)
    const { ipo, disclaimer } = body
    const lists = {
      gmp: ipo.gmp,
      subsByDay: ipo.subsByDay,
      subs: ipo.subs,
      documents: ipo.documents ?? [],
      application: ipo.application,
    }
    const kept: Record<History, number> = {
      gmp: Math.min(lists.gmp.length, history === undefined ? MAX_HISTORY : historyOf(history)),
      subsByDay: lists.subsByDay.length,
      subs: lists.subs.length,
      documents: lists.documents.length,
      application: lists.application.length,
    }
    const answerWith = (counts: Record<History, number>) => {
      const cut = HISTORIES.map(
        (name) => [name, lists[name].slice(lists[name].length - counts[name])] as const,
      )
      const leftOut = HISTORIES.map((name) => [name, lists[name].length - counts[name]] as const)
      return {
        ipo: {
          ...toolIpo(reader, ipo),
          ...Object.fromEntries(cut),
          ...(ipo.documents === null && { documents: null }),
        },
        leftOut: Object.fromEntries(leftOut.filter(([, count]) => count > 0)),
        disclaimer,
      }
    }
    if (history !== undefined) return answerWith(kept)
    for (const name of HISTORIES) {
      const fits = fittingCount(kept[name], (count) => answerWith({ ...kept, [name]: count }))
      const isDone = fits === kept[name]
      kept[name] = fits
      if (isDone || fits > 0) break
    }
    return answerWith(kept)
  },
}

function historyOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text), MAX_HISTORY)
  throw new ReadFailure(`history must be a whole number from 0 to ${MAX_HISTORY}; got "${text.slice(0, 80)}"`)
}

function toolIpo(reader: MarketReader, { sources, ...ipo }: Type.Static<typeof IpoDetail>) {
  return {
    ...ipo,
    openDate: dayOfInstant(ipo.openDate),
    closeDate: dayOfInstant(ipo.closeDate),
    page: pageOfIpo(reader, ipo.slug),
  }
}
