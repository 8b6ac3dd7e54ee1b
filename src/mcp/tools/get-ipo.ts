import Type from 'typebox'
import { IpoDetail } from '../../reports/schemas/ipos.ts'
import { fittingCount } from '../answer-size.ts'
import { queryFrom, wholeArgument } from '../arguments.ts'
import type { MarketReader } from '../market-reader.ts'
import { asOfInput, inputOf, ipoFields, ipoValues, outputOf, slugInput, type Tool } from './tool.ts'

const MAX_HISTORY = 500

const { sources: _, ...properties } = IpoDetail.properties

/** The lists that are cut to make an answer fit, the one to be cut first in front. Their newest entries are last. */
const HISTORIES = ['gmp', 'subsByDay', 'subs', 'documents', 'application'] as const
type History = (typeof HISTORIES)[number]

const ToolIpo = Type.Object({
  ...properties,
  ...ipoFields,
})

export const getIpo: Tool = {
  name: 'get_ipo',
  title: 'Get one IPO',
  description:
    'One Indian IPO by its slug (from find_ipos): price band, lots and smallest amounts by category, announced and expected days, registrar with the page for allotment status, GMP with the quote of each source, day-by-day GMP, subscription by category, and how it listed. Amounts are in rupees (fields ending in Cr in crore), days are days in India. Null means unknown, never zero. GMP is hearsay: state lastGmpDay, lastGmpOwners, gmpDisputed and the sources (dispute.words) whenever you state lastGmp; if lastGmpDay is not today (gmpSources is 0), say that the figure is old. range80 describes past listings, it is no forecast.',
  input: inputOf({
    slug: slugInput,
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
    const history = wholeArgument(given, 'history', { minimum: 0, maximum: MAX_HISTORY })
    const { ipo, disclaimer } = body
    const lists = {
      gmp: ipo.gmp,
      subsByDay: ipo.subsByDay,
      subs: ipo.subs,
      documents: ipo.documents ?? [],
      application: ipo.application,
    }
    const kept: Record<History, number> = {
      gmp: Math.min(lists.gmp.length, history ?? MAX_HISTORY),
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

const toolIpo = (reader: MarketReader, { sources, ...ipo }: Type.Static<typeof IpoDetail>) => ({
  ...ipo,
  ...ipoValues(reader, ipo),
})
