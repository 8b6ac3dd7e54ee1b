import { setTimeout } from 'node:timers/promises'
import { pick, type Random, seeded, wholeBetween } from '../../../src/demo/seeded.ts'
import { demoMoment } from '../../../src/demo/trading-days.ts'
import type { Instant } from '../../../src/market/calendar.ts'
import { SEED } from '../../data/built-store.ts'
import { sharesOf } from '../../data/deal-lines.ts'
import { inventedIssue } from '../../data/issues.ts'
import { type MarketSize, TRADING_DAYS, tradingDay } from '../../data/market-size.ts'
import { API, greymark } from '../../run/greymark.ts'
import type { Checked } from './checked.ts'
import { type Client, nextPath } from './client.ts'
import type { Findings } from './findings.ts'
import { pastMoment } from './moments.ts'
import { itemsOf, type PublishedDeal, walk } from './walk.ts'

const BACKFILLED = 300
const NEW = 200
/** A symbol that is not in the store. */
const NEW_SYMBOL = 'BENCHNEW'
/** The recording time of backfilled facts; the requested moments are before it. */
const BACKFILLED_SHARE = 0.75
const BACKFILLED_AT: Instant = demoMoment(tradingDay(Math.floor(BACKFILLED_SHARE * TRADING_DAYS)), 720)

/** Imports new facts, backfilled facts and a retraction, and checks what they change and what they must not. */
export async function checkLaterFacts(
  client: Client,
  store: string,
  { size, ofEach, seenWithinMs }: Checked,
  findings: Findings,
): Promise<void> {
  const random = seeded('later facts')
  const symbol = sharesOf(size.deals).at(-1)?.symbol ?? ''
  const ofSymbol = `${API}/deals?symbol=${symbol}`
  const paths = pastPaths(size, symbol, Math.ceil(ofEach / 4), random)
  const before = await bodiesOf(client, paths)
  const whole = await walk<PublishedDeal>(client, `${ofSymbol}&limit=300`, 'deals')
  findings.same('paged lists with every item once', ofSymbol, whole.items.length, whole.total)
  const knownThen = await totalOf(client, `${ofSymbol}&asOf=${BACKFILLED_AT}`)
  const firstPage = await client.get(`${ofSymbol}&limit=60`)

  await greymark(store, ['import', '-'], furtherFacts(size, symbol, whole.items, random))
  await checkSeen(client, seenWithinMs, findings)

  const after = await bodiesOf(client, paths)
  for (const [n, path] of paths.entries())
    findings.same('answers equal before and after further facts', path, after[n], before[n])
  const rest = await walk<PublishedDeal>(client, nextPath(firstPage) ?? '', 'deals')
  const walked = [...itemsOf<PublishedDeal>(firstPage, 'deals'), ...rest.items]
  findings.same('paged lists unaffected by further facts', ofSymbol, walked, whole.items)
  findings.same(
    'backfilled facts',
    ofSymbol,
    await totalOf(client, `${ofSymbol}&asOf=${BACKFILLED_AT}`),
    knownThen + BACKFILLED,
  )
  const now = await walk<PublishedDeal>(client, `${ofSymbol}&limit=300`, 'deals')
  // One of the deals was retracted.
  const expected = whole.items.length + BACKFILLED - 1
  findings.same(
    'paged lists with every item once',
    ofSymbol,
    [now.items.length, now.total],
    [expected, expected],
  )
}

function pastPaths(size: MarketSize, symbol: string, count: number, random: Random): string[] {
  const symbols = sharesOf(size.deals).map((share) => share.symbol)
  const moment = () => pastMoment(random, 0.3, BACKFILLED_SHARE)
  const slug = () =>
    inventedIssue(wholeBetween(random, 0, Math.floor(size.ipos * 0.25)), size.ipos, SEED).slug
  return Array.from({ length: count }, () => [
    `/ipos?asOf=${moment()}`,
    `/ipos/${slug()}?asOf=${moment()}`,
    `/deals?asOf=${moment()}`,
    `/deals?symbol=${symbol}&asOf=${moment()}`,
    `/deals?symbol=${pick(random, symbols)}&asOf=${moment()}`,
  ])
    .flat()
    .concat(`/scoreboard?asOf=${moment()}`)
    .map((path) => `${API}${path}`)
}

async function bodiesOf(client: Client, paths: readonly string[]): Promise<string[]> {
  const bodies: string[] = []
  for (const path of paths) {
    const { body, headers } = await client.get(path)
    bodies.push(`${headers['x-total-count'] ?? ''} ${body}`)
  }
  return bodies
}

const totalOf = async (client: Client, path: string): Promise<number> =>
  Number((await client.get(path)).headers['x-total-count'])

/** New and backfilled deals, backfilled GMP reports, new terms, and the retraction of a deal. */
function furtherFacts(
  { ipos }: MarketSize,
  symbol: string,
  deals: readonly PublishedDeal[],
  random: Random,
): string {
  const deal = (fields: object) => ({
    ...{
      fact: 'deal',
      exchange: 'NSE',
      kind: 'BULK',
      securityName: 'Invented Limited',
      clientName: 'LATE FUND',
    },
    ...{ dealType: 'BUY', price: 100, source: 'operator', ...fields },
  })
  const past = () => tradingDay(wholeBetween(random, 0, Math.floor(TRADING_DAYS * 0.3)))
  const backfilled = Array.from({ length: BACKFILLED }, (_, n) =>
    deal({ symbol, tradeDate: past(), quantity: n + 1, recordedAt: BACKFILLED_AT }),
  )
  const recent = Array.from({ length: NEW }, (_, n) =>
    deal({ symbol: NEW_SYMBOL, tradeDate: tradingDay(TRADING_DAYS - 1), quantity: n + 1 }),
  )
  const issues = Array.from({ length: Math.min(NEW, Math.floor(ipos / 2)) }, (_, n) =>
    inventedIssue(n, ipos, SEED),
  )
  const premiums = issues.map(({ slug, opened }) => ({
    ...{
      fact: 'gmp',
      slug,
      observedAt: tradingDay(opened),
      gmp: 1,
      source: 'operator',
      recordedAt: BACKFILLED_AT,
    },
  }))
  const terms = issues.map(({ slug, name, board }) => ({
    ...{ fact: 'ipo', slug, name: `New ${name}`, board, source: 'operator' },
  }))
  const [retracted] = deals
  if (!retracted) throw new Error(`${symbol} has no deals`)
  const { exchange, kind, clientName, dealType, quantity, price } = retracted
  const tradeDate = retracted.tradeDate.slice(0, 10)
  const of = { fact: 'deal', exchange, kind, tradeDate, symbol, clientName, dealType, quantity, price }
  const retraction = { fact: 'retraction', of, reason: 'a check', source: 'operator' }
  const facts = [...backfilled, ...recent, ...premiums, ...terms, retraction]
  return facts.map((fact) => `${JSON.stringify(fact)}\n`).join('')
}

/** Facts imported by another process must be visible soon after it ends. */
async function checkSeen(client: Client, seenWithinMs: number, findings: Findings): Promise<void> {
  const ended = performance.now()
  const path = `${API}/deals?symbol=${NEW_SYMBOL}`
  let seen = 0
  while (seen < NEW && performance.now() - ended < seenWithinMs) {
    seen = await totalOf(client, path)
    if (seen < NEW) await setTimeout(20)
  }
  findings.same(`facts of another process served within ${seenWithinMs / 1000} seconds`, path, seen, NEW)
}
