import Type from 'typebox'
import type { AnswerMeta, GreymarkClient, IposBody } from '../../client/index.ts'
import { invariant } from '../../invariant.ts'
import { matchesOf } from '../../market/issues/name-search.ts'
import { slugOfName } from '../../market/issues/names.ts'
import { STATUSES, type Status } from '../../market/issues/status.ts'
import { compareText } from '../../market/text-order.ts'
import { nullable, orNull } from '../../reports/schemas/fields.ts'
import { FullIpo } from '../../reports/schemas/ipos.ts'
import { UnannouncedCompany } from '../../reports/schemas/unannounced.ts'
import { IPO_PARAMETERS } from '../../request/market-parameters.ts'
import { oneOrMore } from '../../request/parameters.ts'
import { invalidParameter } from '../../request/problems.ts'
import { argument, type Call, limitArgument } from '../arguments.ts'
import { answered, type ToolMarket } from '../market-client.ts'
import { pageOfList, partOfAnswer } from '../pages.ts'
import { count, page, pageOf, picked, tool, total, withoutDescriptions } from './tool.ts'

const STANDARD_LIMIT = 15
/** The status of companies that only trackers know. */
const UNANNOUNCED = 'UNANNOUNCED'
/** Those that open next are asked for first. */
const UPCOMING = 'UPCOMING' satisfies Status
const ALL_STATUSES = [...STATUSES, UNANNOUNCED] as const

/** The fields of an IPO in a list. */
export const IPO_FIELDS = [
  ...['slug', 'name', 'symbol', 'board', 'status', 'priceMin', 'priceMax', 'issuePrice', 'lotSize'],
  ...['minAmount', 'issueSizeCr', 'openDate', 'closeDate', 'listingDate', 'lastGmp', 'lastGmpPct'],
  ...['lastGmpDay', 'lastGmpOwners', 'gmpSources', 'gmpDisputed', 'gmpSpread', 'lastSubX'],
]
const ipoFields = picked(FullIpo, IPO_FIELDS)
const FoundIpo = Type.Object({
  ...withoutDescriptions(ipoFields.properties),
  listedOn: orNull(
    Type.String({ description: 'Day of the opening trade; listingDate is the announced one.' }),
  ),
  listingPrice: orNull(Type.Number({ description: 'Its price, rupees.' })),
  page,
})

const input = {
  status: argument(
    oneOrMore(ALL_STATUSES, ''),
    'Only IPOs of these statuses. UNANNOUNCED, alone: companies that trackers quote and no exchange has announced.',
  ),
  board: argument(IPO_PARAMETERS.board, 'Only IPOs of these boards.'),
  q: argument(IPO_PARAMETERS.q, 'Only IPOs whose name or symbol contains this, in any letter case.'),
  limit: limitArgument(STANDARD_LIMIT, 100, 'IPOs'),
}
type FindCall = Call<typeof input>

export const findIpos = tool({
  name: 'find_ipos',
  title: 'Find IPOs',
  description:
    'Lists Indian IPOs: opening day newest first, so give status=OPEN for those that accept bids now, CLOSED for those before their listing, LISTED for past ones, UPCOMING alone for announced ones, the next one first. Amounts are in rupees (issueSizeCr in crore), days are days in India. Null means unknown, never zero. lastGmp is an unofficial grey-market quote: state its day (lastGmpDay), how many independent owners reported it (lastGmpOwners) and whether they disagree (gmpDisputed) whenever you state it; gmpSources 0 means that no source quoted it today. Details of one IPO: get_ipo with its slug.',
  input,
  output: {
    count,
    total,
    searched: nullable(
      Type.String(),
      'What was tried and may have been meant, when nothing has the name in q. Null otherwise.',
      null,
    ),
    ipos: Type.Array(FoundIpo, { description: 'Fields as in get_ipo.' }),
    unannounced: Type.Array(Type.Object(withoutDescriptions(UnannouncedCompany.properties)), {
      description:
        'With status UNANNOUNCED: what trackers printed (gmp in rupees), confirmed by nobody, and the days of the first and the last reading.',
    }),
  },
  run: (call, market) => {
    const { status, q, limit = STANDARD_LIMIT } = call.values
    if (status?.includes(UNANNOUNCED)) return findUnannounced(call, market)
    if (status?.join() === UPCOMING) return findUpcoming(call, market)
    const statuses = status as readonly Status[] | undefined
    return pageOfList(market, call, limit, async (paging) => {
      const query = paging.cursor ? {} : { ...filterOf(call), status: statuses, detail: 'full' as const }
      const { ipos, disclaimer, meta } = answered(await market.client.ipos({ ...query, ...paging }))
      const searched = q !== undefined && meta.total === 0 ? await meantBy(q, call, market) : null
      return {
        entries: ipos,
        after: meta.next,
        disclaimer,
        build: (entries) => ({
          total: meta.total,
          searched,
          ipos: entries.map((ipo) => foundIpo(market, ipo as FullIpo)),
          unannounced: [],
        }),
      }
    })
  },
})

/** Undated ones come last. */
async function findUpcoming(call: FindCall, market: ToolMarket): Promise<object> {
  const { q, limit = STANDARD_LIMIT } = call.values
  const query = { ...filterOf(call), status: [UPCOMING], detail: 'full', limit: 200 } as const
  const found: FullIpo[] = []
  let served: (Pick<IposBody, 'disclaimer'> & { readonly meta: AnswerMeta }) | undefined
  for await (const page of market.client.pages.ipos(query)) {
    const { ipos, meta, disclaimer } = answered(page)
    served = { meta, disclaimer }
    found.push(...(ipos as FullIpo[]))
  }
  const opening = ({ openDate }: FullIpo) => openDate ?? '9999'
  found.sort((a, b) => compareText(opening(a), opening(b)))
  const searched = q !== undefined && found.length === 0 ? await meantBy(q, call, market) : null
  return partOfAnswer(
    market,
    call,
    invariant(served, 'a page'),
    { found },
    { found: limit },
    ({ shown }) => ({
      ...{ count: shown.found.length, total: found.length, searched },
      ipos: shown.found.map((ipo) => foundIpo(market, ipo as FullIpo)),
      unannounced: [],
    }),
  )
}

const filterOf = ({ values: { board, q }, asOf }: FindCall) => ({ board, q, asOf })

const foundIpo = (market: ToolMarket, ipo: FullIpo) => ({
  ...ipoFields.of(ipo),
  listedOn: ipo.listing?.listedOn ?? null,
  listingPrice: ipo.listing?.listingPrice ?? null,
  page: pageOf(market, ipo.slug),
})

async function findUnannounced(call: FindCall, market: ToolMarket): Promise<object> {
  const { status = [], board, q, limit } = call.values
  if (status.length > 1 || board !== undefined)
    throw invalidParameter(
      'status',
      'give the status UNANNOUNCED alone, without board: no exchange has announced these companies',
    )
  const body = answered(await market.client.unannounced({ asOf: call.asOf }))
  const found = q === undefined ? body.companies : matchesOf(body.companies, q, ({ name }) => [name, null])
  return partOfAnswer(market, call, body, { found }, { found: limit }, ({ shown }) => ({
    ...{ count: shown.found.length, total: found.length, searched: null, ipos: [] },
    unannounced: shown.found,
  }))
}

/** The most names in a text. */
const MOST_NAMES = 3

/** What may have been meant by a name that no IPO has, or none with the other arguments. */
async function meantBy(q: string, call: FindCall, { client }: ToolMarket): Promise<string> {
  const { asOf } = call
  const { ipos } = answered(await client.ipos({ q, asOf, limit: MOST_NAMES }))
  if (ipos.length > 0) {
    const found = ipos.map(({ name, slug, status, board }) => `${name} (${slug}) is ${status}, ${board}`)
    return `Not with these arguments: ${found.join('; ')}.`
  }
  const none = `No IPO here has a name or symbol like ${JSON.stringify(q)}.`
  const { companies } = answered(await client.unannounced({ asOf }))
  const quoted = matchesOf(companies, q, ({ name }) => [name, null]).map(({ name }) => name)
  if (quoted.length > 0) {
    const names = [...new Set(quoted)].slice(0, MOST_NAMES).join(', ')
    return `${none} Trackers quote ${names}, which no exchange has announced: see status UNANNOUNCED.`
  }
  const slugs = await likeSlugs(client, q, asOf)
  return slugs.length > 0
    ? `${none} Did you mean ${slugs.join(' or ')}?`
    : `${none} Trackers do not quote it either.`
}

/** The slugs of IPOs with a similar name. */
export async function likeSlugs(client: GreymarkClient, name: string, asOf: string | undefined) {
  const like = await client.ipo(slugOfName(name), { asOf })
  return like.ok ? [like.ipo.slug] : (like.error.suggestions ?? [])
}
