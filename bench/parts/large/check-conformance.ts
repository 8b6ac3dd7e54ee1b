import { pick, type Random, seeded, wholeBetween } from '../../../src/demo/seeded.ts'
import { faultsOf, schemaCheck } from '../../../test/support/conformance.ts'
import { SEED } from '../../data/built-store.ts'
import { sharesOf } from '../../data/deal-lines.ts'
import { inventedIssue } from '../../data/issues.ts'
import { type MarketSize, TRADING_DAYS, tradingDay } from '../../data/market-size.ts'
import { API } from '../../run/greymark.ts'
import type { Checked } from './checked.ts'
import type { Client } from './client.ts'
import type { Findings } from './findings.ts'
import { pastMoment } from './moments.ts'

interface CheckedRequest {
  /** The path as in the OpenAPI document. */
  readonly path: string
  readonly address: string
}

/** Sends random requests and checks every answer against the served OpenAPI document. */
export async function checkConformance(
  client: Client,
  { size, ofEach }: Checked,
  findings: Findings,
): Promise<void> {
  const check = schemaCheck(await client.json('/openapi.json'))
  for (const { path, address } of checkedRequests(size, ofEach)) {
    const faults = faultsOf(check, path, await client.json(address))
    findings.add(
      'answers against the OpenAPI document',
      faults.length > 0 ? `${address}: ${faults.slice(0, 5).join(', ')}` : undefined,
    )
  }
}

function* checkedRequests(size: MarketSize, ofEach: number): Generator<CheckedRequest> {
  const random = seeded('conformance')
  const symbols = sharesOf(size.deals).map(({ symbol }) => symbol)
  for (let n = 0; n < ofEach; n++) {
    yield { path: `${API}/ipos`, address: `${API}/ipos?${iposQuery(random)}` }
    yield { path: `${API}/ipos/{slug}`, address: `${API}/ipos/${slugThen(size, random)}` }
    yield { path: `${API}/deals`, address: `${API}/deals?${dealsQuery(random, symbols)}` }
  }
  // The only request that no index supports.
  yield { path: `${API}/deals`, address: `${API}/deals?client=family%20trust` }
  for (const path of [`${API}/scoreboard`, `${API}/sources`]) {
    yield { path, address: path }
    yield { path, address: `${path}?asOf=${pastMoment(random, 0.5)}` }
  }
}

const some = (random: Random, parts: readonly string[]): string =>
  parts.filter(() => random() < 0.5).join('&')

const iposQuery = (random: Random): string =>
  some(random, [
    `status=${pick(random, ['UPCOMING', 'OPEN', 'CLOSED', 'LISTED', 'open,closed'])}`,
    `board=${pick(random, ['SME', 'MAINBOARD'])}`,
    `q=${pick(random, ['foods', 'steel', 'nav', 'LABS'])}`,
    `limit=${wholeBetween(random, 1, 200)}`,
    `asOf=${pastMoment(random, 0.05)}`,
  ])

/** An IPO, now or as of a moment at which it was already known. */
function slugThen({ ipos }: MarketSize, random: Random): string {
  const { slug, planned } = inventedIssue(wholeBetween(random, 0, ipos - 1), ipos, SEED)
  return random() < 0.5 ? slug : `${slug}?asOf=${pastMoment(random, planned / TRADING_DAYS)}`
}

const MIDDLE_DAY = Math.floor(TRADING_DAYS / 2)

const dealsQuery = (random: Random, symbols: readonly string[]): string =>
  some(random, [
    `symbol=${pick(random, symbols)}`,
    `kind=${pick(random, ['bulk', 'block'])}`,
    `dealType=${pick(random, ['buy', 'sell'])}`,
    `exchange=${pick(random, ['NSE', 'BSE'])}`,
    `to=${tradingDay(wholeBetween(random, MIDDLE_DAY, TRADING_DAYS - 1))}`,
    `from=${tradingDay(wholeBetween(random, 0, MIDDLE_DAY - 1))}`,
    `limit=${wholeBetween(random, 1, 300)}`,
    `asOf=${pastMoment(random, 0.05)}`,
  ])
