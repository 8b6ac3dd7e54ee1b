import { addDays, type Day, istDay } from '../market/calendar.ts'
import { BOARDS } from '../market/facts/fact.ts'
import { STATUSES } from '../market/issues/status.ts'
import { HORIZONS } from '../market/scores/horizon.ts'
import { asciiUpper } from '../market/text-order.ts'
import { addMonths, monthLimits, monthOfDay } from '../reports/calendar-month.ts'
import { visitIssues } from '../reports/ipos/issues-in-view.ts'
import type { MarketData } from '../reports/market-data.ts'
import type { Moment } from '../reports/moment.ts'
import type { AccuracyReport } from '../reports/scores/accuracy.ts'
import { DEAL_PARAMETERS, STANDARD_HORIZON } from '../request/market-parameters.ts'
import { ATOM_PATH, BASE, CALENDAR_PATH } from '../request/paths.ts'
import { dealsAfter } from '../store/deals/deals.ts'
import { addressOf } from '../web/address.ts'
import { dealsAddress, symbolAddress } from '../web/deals/deals-walk.ts'
import { iposAddress, iposJsonAddress, STANDARD_ORDER } from '../web/ipos/ipos-address.ts'
import { accuracyAddress } from '../web/scores/score-addresses.ts'
import { SEARCH_NAMES_PATH } from '../web/search/search-names.ts'
import { PAGES } from '../web/sections.ts'

/** An address of the service whose answer is a file of a copy. */
export interface CopiedAddress {
  /** As the service has it, with its parameters. */
  readonly address: string
  /** As the copy has it: that of a folder for a page, else of a file. */
  readonly at: string
  /** Further addresses that pages use for it. */
  readonly also?: readonly string[]
  /** Where its further pages lie, from the second on; without this it has none. */
  readonly pageAt?: (page: number) => string
  /** Left out where there is no room for all, that of the oldest issue first. */
  readonly isRare?: true
  /** The address of the page whose next change is its own, too. */
  readonly timesOf?: string
  /** The slug of the issue that it is about. */
  readonly issue?: string
  /** What is on a card: the path of its route, and what it is of. */
  readonly card?: readonly [path: string, of: string]
  /** What a JSON answer is. */
  readonly answer?: CopiedAnswer | undefined
}

/** A JSON answer of the service, and its file. `{slug}` and `{symbol}` stand for any. */
export interface CopiedAnswer {
  /** The path of the service. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly file: string
  /** Where its further pages lie, from page 2 on. */
  readonly next?: string
  /** Where it has none although the service may: how many items the file has at most, the newest. */
  readonly most?: number
}

interface CopyScope {
  readonly market: MarketData
  readonly moment: Moment
  readonly report: AccuracyReport
  /** Slugs of merged issues, with the slug of the issue that has their facts now. */
  readonly merged: readonly (readonly [slug: string, as: string])[]
  /** The number of days whose deals are copied. */
  readonly dealDays: number
  /** Whether this machine can draw cards. */
  readonly hasCards: boolean
}

/** Later months of the calendar have hardly an event. */
const MONTHS_AHEAD = 3
/** More deals than there were in any 60 days. */
const MOST_DEALS = 50_000
const DEALS_IN_ANSWER = DEAL_PARAMETERS.limit.standard

/** These have further pages, or come with others of their kind. */
const LISTS = ['/ipos', '/deals', '/scoreboard']

/** Every address of the service that a copy has, in the order of their importance. */
export async function copiedAddresses(scope: CopyScope): Promise<readonly CopiedAddress[]> {
  const slugs: string[] = []
  await visitIssues(scope.market.db, scope.moment, ({ slug }) => slugs.push(slug))
  const merged = scope.merged.map(([slug]) => slug)
  return withoutDoubles([
    ...PAGES.filter((path) => !LISTS.includes(path)).map((path) => page(path, path)),
    page('/unannounced', '/unannounced'),
    json('', {}, '/index'),
    ...['/calibration', '/sources', '/unannounced'].map((path) => json(path, {}, path)),
    ...[ATOM_PATH, CALENDAR_PATH, SEARCH_NAMES_PATH].map((path) => ({ address: path, at: path })),
    ...slugs.flatMap((slug) => [ofIpo(slug, ''), { ...page(`/ipos/${slug}`, `/ipos/${slug}`), issue: slug }]),
    ...ipoLists(),
    ...scoreLists(scope.report),
    ...(await months(scope)),
    ...(await deals(scope)),
    ...(scope.hasCards ? ['/cards/today.png', '/cards/scoreboard.png'].map((at) => card(at, at, '')) : []),
    ...merged.flatMap((slug) => [ofIpo(slug, ''), { ...ofIpo(slug, '/evidence'), isRare: true as const }]),
    ...slugs.flatMap((slug) => rareForms(slug, scope)),
  ])
}

/** An issue whose slug is the name of a list, such as `open`, keeps its files, and that list has none. */
const withoutDoubles = (listed: readonly CopiedAddress[]): CopiedAddress[] =>
  [...new Map(listed.toReversed().map((each) => [each.at, each])).values()].toReversed()

const page = (address: string, path: string): CopiedAddress => ({
  address,
  at: path === '/' ? path : `${path}/`,
})

/** A list with its further pages: `/ipos/open/`, `/ipos/open/page/2/`. */
const pagedPage = (address: string, path: string): CopiedAddress => ({
  ...page(address, path),
  pageAt: (number) => `${path}/page/${number}/`,
})

const card = (at: string, route: string, of: string): CopiedAddress => ({
  address: at.split('/').map(encodeURIComponent).join('/'),
  at,
  card: [route, of],
})

type Query = Readonly<Record<string, string | undefined>>

/** The answer to a path and a query of the service, in the file of that name. */
function json(path: string, query: Query, name: string): CopiedAddress {
  const [address, file] = [addressOf(`${BASE}${path}`, query), `${BASE}${name}.json`]
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))
  return { address, at: file, answer: { path: `${BASE}${path}`, query: Object.fromEntries(given), file } }
}

/** The same with further pages: `ipos/open.json`, `ipos/open/page/2.json`. */
function pagedJson(path: string, query: Query, name: string): CopiedAddress {
  const one = json(path, query, name)
  const pageAt = (number: number | string) => `${BASE}${name}/page/${number}.json`
  return { ...one, pageAt, answer: one.answer && { ...one.answer, next: pageAt('{page}') } }
}

const ofIpo = (slug: string, part: '' | '/evidence'): CopiedAddress => ({
  ...json(`/ipos/${slug}${part}`, {}, `/ipos/${slug}${part}`),
  answer: { path: `${BASE}/ipos/{slug}${part}`, query: {}, file: `${BASE}/ipos/{slug}${part}.json` },
})

/** All IPOs, and those of each state and board: the choices that the page offers. */
const ipoLists = (): CopiedAddress[] =>
  [undefined, ...STATUSES].flatMap((status) =>
    [undefined, ...BOARDS].flatMap((board) => {
      const filter = { status: status && [status], board: board && [board] }
      const name = [status, board].filter((part) => part !== undefined).join('-')
      const path = name === '' ? '/ipos' : `/ipos/${name.toLowerCase()}`
      const state = { filter, sorting: STANDARD_ORDER, page: 1 }
      const isShort = status !== undefined && status !== 'LISTED' && board === undefined
      return [
        pagedPage(iposAddress(state), path),
        { ...pagedJson('/ipos', { status, board }, path), also: [iposJsonAddress(state)] },
        ...(isShort ? [pagedJson('/ipos', { status, detail: 'full' }, `${path}/full`)] : []),
      ]
    }),
  )

/** The scoreboard of each board, and the accuracy at each horizon, of the median and of each source. */
const scoreLists = ({ sources }: AccuracyReport): CopiedAddress[] => [
  ...[undefined, ...BOARDS].flatMap((board) => {
    const of = { board: board?.toLowerCase() }
    const path = board === undefined ? '/scoreboard' : `/scoreboard/${board.toLowerCase()}`
    return [
      pagedPage(addressOf('/scoreboard', of), path),
      { ...json('/scoreboard', { board }, path), also: [addressOf(`${BASE}/scoreboard`, of)] },
    ]
  }),
  ...HORIZONS.flatMap((horizon) =>
    [undefined, ...sources.map(({ source }) => source)].flatMap((source) => {
      const parts = [
        horizon === STANDARD_HORIZON ? [] : [horizon],
        source === undefined ? [] : ['source', slugOf(source)],
      ]
      const path = ['/accuracy', ...parts.flat()].join('/')
      const asked = horizon === STANDARD_HORIZON ? undefined : horizon
      return [
        page(accuracyAddress({ horizon, source }), path),
        json('/accuracy', { horizon: asked, source }, path),
      ]
    }),
  ),
]

/** The name of a source in an address: `ipo-premium`. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** The months of the calendar, from the first one with an issue. */
async function months({ market, moment }: CopyScope): Promise<CopiedAddress[]> {
  const now = monthOfDay(istDay(moment.clock))
  const { first } = await monthLimits(market, moment)
  const found: CopiedAddress[] = []
  for (let month = addMonths(now, MONTHS_AHEAD); month >= first; month = addMonths(month, -1))
    found.push(page(addressOf('/calendar', { month }), `/calendar/${month}`))
  return found
}

/** The newest deals, those of each of the last days, and those of each share that was traded in them. */
async function deals({ market, moment, dealDays, hasCards }: CopyScope): Promise<CopiedAddress[]> {
  const from = addDays(istDay(moment.clock), -dealDays)
  const recent = await dealsAfter(market.db, moment, { from }, null, MOST_DEALS)
  const days = [...new Set(recent.map(({ tradeDate }) => tradeDate))]
  const symbols = [...new Set(recent.map(({ symbol }) => asciiUpper(symbol)))].filter(isPathPart)
  const dayOf = (day: Day) => ({ from: day, to: day })
  return [
    page('/deals', '/deals'),
    {
      ...newestDeals({}, '/deals'),
      also: [addressOf(`${BASE}/deals`, { limit: 50 })],
    },
    ...days.flatMap((day) => [
      pagedPage(dealsAddress(dayOf(day)), `/deals/days/${day}`),
      {
        ...pagedJson('/deals', dayOf(day), `/deals/days/${day}`),
        also: [addressOf(`${BASE}/deals`, { ...dayOf(day), limit: 50 })],
      },
    ]),
    ...symbols.flatMap((symbol) => [
      page(symbolAddress(symbol), `/deals/${symbol}`),
      {
        ...json('/deals', { symbol }, `/deals/${symbol}`),
        also: [addressOf(`${BASE}/deals`, { symbol, limit: 50 })],
        answer: newestDeals({ symbol: '{symbol}' }, '/deals/{symbol}').answer,
      },
      ...(hasCards
        ? [{ ...card(`/cards/deals/${symbol}.png`, '/cards/deals/:of.png', symbol), isRare: true as const }]
        : []),
    ]),
  ]
}

/** A list of deals of which the copy has the first page. */
function newestDeals(query: Query, name: string): CopiedAddress {
  const one = json('/deals', query, name)
  return { ...one, answer: one.answer && { ...one.answer, most: DEALS_IN_ANSWER } }
}

/** True for a symbol that every host and file system takes as the name of a file. */
const isPathPart = (symbol: string): boolean => /^[A-Z0-9&_-][A-Z0-9&._-]{0,99}$/.test(symbol)

/** What is asked for an issue now and then: mostly of the newest. */
const rareForms = (slug: string, { hasCards }: CopyScope): CopiedAddress[] =>
  [
    ...(hasCards ? [card(`/cards/ipos/${slug}.png`, '/cards/ipos/:of.png', slug)] : []),
    { ...page(`/ipos/${slug}/evidence`, `/ipos/${slug}/evidence`), timesOf: `/ipos/${slug}/` },
    ofIpo(slug, '/evidence'),
    { ...page(`/embed/${slug}`, `/embed/${slug}`), timesOf: `/ipos/${slug}/` },
    { address: `/badge/${slug}.svg`, at: `/badge/${slug}.svg` },
  ].map((each) => ({ ...each, isRare: true, issue: slug }))
