import Type from 'typebox'
import { IpoDetail } from '../../reports/schemas/ipos.ts'
import { wholeArgument } from '../arguments.ts'
import { answered } from '../market-client.ts'
import { partOfAnswer } from '../pages.ts'
import { page, pageOf, picked, slugArgument, tool } from './tool.ts'

const MAX_HISTORY = 500

// The same quotes are in dispute.words.
const ipoFields = picked(
  IpoDetail,
  Object.keys(IpoDetail.properties).filter((name) => name !== 'sources'),
)

export const getIpo = tool({
  name: 'get_ipo',
  title: 'Get one IPO',
  description:
    'One Indian IPO by its slug (from find_ipos): price band, lots and smallest amounts by category, announced and expected days, anchor lock-ins, registrar with its allotment page, GMP with the quote of each source, day-by-day GMP, subscription by category, and how it listed. Null means unknown, never zero. GMP is hearsay: state lastGmpDay, lastGmpOwners, gmpDisputed and the sources (dispute.words) whenever you state lastGmp; if lastGmpDay is not today (gmpSources is 0), say that the figure is old. range80 describes past listings, it is no forecast. chances are those of the smallest allotment, if bidding ended at asOf; with basis at-least say "at least".',
  input: {
    slug: slugArgument,
    history: wholeArgument(
      0,
      MAX_HISTORY,
      'The most entries of the GMP history, newest kept. By default as many as fit into 8 KB.',
    ),
  },
  needed: ['slug'],
  output: {
    ipo: Type.Object({ ...ipoFields.properties, page }),
    leftOut: Type.Record(Type.String(), Type.Integer(), {
      description:
        'How many older entries of a list are missing, by its name: next gives them, else a larger history. Lists that an earlier page had whole are empty.',
    }),
  },
  async run(call, market) {
    const { slug = '', history } = call.values
    const body = answered(await market.client.ipo(slug, { asOf: call.asOf }))
    const { ipo } = body
    // The newest entries are the last ones. The lists that matter most get room first.
    const lists = {
      'dispute.words': ipo.dispute?.words.toReversed() ?? [],
      application: ipo.application.toReversed(),
      chances: ipo.chances.toReversed(),
      leadManagers: ipo.leadManagers?.toReversed() ?? [],
      documents: ipo.documents?.toReversed() ?? [],
      subs: ipo.subs.toReversed(),
      subsByDay: ipo.subsByDay.toReversed(),
      gmp: ipo.gmp.toReversed(),
    }
    return partOfAnswer(market, call, body, lists, { gmp: history }, ({ shown, left }) => ({
      ipo: {
        ...ipoFields.of(ipo),
        gmp: shown.gmp.toReversed(),
        subsByDay: shown.subsByDay.toReversed(),
        subs: shown.subs.toReversed(),
        documents: ipo.documents && shown.documents.toReversed(),
        leadManagers: ipo.leadManagers && shown.leadManagers.toReversed(),
        application: shown.application.toReversed(),
        chances: shown.chances.toReversed(),
        dispute: ipo.dispute && { ...ipo.dispute, words: shown['dispute.words'].toReversed() },
        page: pageOf(market, ipo.slug),
      },
      leftOut: Object.fromEntries(Object.entries(left).filter(([, count]) => count > 0)),
    }))
  },
})
