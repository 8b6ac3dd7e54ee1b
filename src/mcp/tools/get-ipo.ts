import Type from 'typebox'
import { IpoDetail } from '../../reports/schemas/ipos.ts'
import { fittingCount } from '../answer-size.ts'
import { queryFrom, wholeArgument } from '../arguments.ts'
import type { MarketReader } from '../market-reader.ts'
import { asOfInput, inputOf, ipoFields, ipoValues, outputOf, slugInput, type Tool } from './tool.ts'

const MAX_HISTORY = 500

const { sources: _, ...properties } = IpoDetail.properties

/** The lists that are cut to make an answer fit, the one to be cut first in front. Their last entries are kept: the newest. */
const LISTS = [
  'gmp',
  'subsByDay',
  'subs',
  'documents',
  'leadManagers',
  'application',
  'dispute.words',
] as const
type ListName = (typeof LISTS)[number]

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
    const lists: Record<ListName, readonly unknown[]> = {
      gmp: ipo.gmp,
      subsByDay: ipo.subsByDay,
      subs: ipo.subs,
      documents: ipo.documents ?? [],
      leadManagers: ipo.leadManagers ?? [],
      application: ipo.application,
      'dispute.words': ipo.dispute?.words ?? [],
    }
    const answerWith = (counts: Record<ListName, number>) => {
      const cut = (name: ListName) => lists[name].slice(lists[name].length - counts[name])
      const leftOut = LISTS.map((name) => [name, lists[name].length - counts[name]] as const)
      return {
        ipo: {
          ...toolIpo(reader, ipo),
          gmp: cut('gmp'),
          subsByDay: cut('subsByDay'),
          subs: cut('subs'),
          documents: ipo.documents && cut('documents'),
          leadManagers: ipo.leadManagers && cut('leadManagers'),
          application: cut('application'),
          dispute: ipo.dispute && { ...ipo.dispute, words: cut('dispute.words') },
        },
        leftOut: Object.fromEntries(leftOut.filter(([, count]) => count > 0)),
        disclaimer,
      }
    }
    const kept = Object.fromEntries(LISTS.map((name) => [name, lists[name].length])) as Record<
      ListName,
      number
    >
    // A history that the caller chose is not cut; the rest of the answer fits without it.
    const isChosen = history !== undefined
    if (isChosen) kept.gmp = Math.min(kept.gmp, history)
    // The last entry of a list is left out only when all lists are down to one.
    for (const least of [1, 0])
      for (const name of isChosen ? LISTS.slice(1) : LISTS) {
        const fits = fittingCount(kept[name], (count) =>
          answerWith({ ...kept, ...(isChosen && { gmp: 0 }), [name]: count }),
        )
        kept[name] = Math.max(fits, Math.min(least, kept[name]))
      }
    return answerWith(kept)
  },
}

const toolIpo = (reader: MarketReader, { sources, ...ipo }: Type.Static<typeof IpoDetail>) => ({
  ...ipo,
  ...ipoValues(reader, ipo),
})
