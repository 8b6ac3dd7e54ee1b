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

interface Question {
  /** As the document names it. */
  readonly path: string
  readonly asked: string
}

/** Asks at random, and holds every answer against the document that is served. */
export async function checkConformance(
  client: Client,
  { size, ofEach }: Checked,
  findings: Findings,
): Promise<void> {
  const check = schemaCheck(await client.json('/openapi.json'))
  for (const { path, asked } of questions(size, ofEach)) {
    const faults = faultsOf(check, path, await client.json(asked))
    findings.add(
      'answers against the OpenAPI document',
      faults.length > 0 ? `${asked}: ${faults.slice(0, 5).join(', ')}` : undefined,
    )
  }
}

function* questions(size: MarketSize, ofEach: number): Generator<Question> {
  const random = seeded('conformance')
  const symbols = sharesOf(size.deals).map(({ symbol }) => symbol)
  for (let n = 0; n < ofEach; n++) {
    yield { path: `${API}/ipos`, asked: `${API}/ipos?${iposQuery(random)}` }
    yield { path: `${API}/ipos/{slug}`, asked: `${API}/ipos/${slugThen(size, random)}` }
    yield { path: `${API}/deals`, asked: `${API}/deals?${dealsQuery(random, symbols)}` }
  }
  // The one question that no index answers.
  yield { path: `${API}/deals`, asked: `${API}/deals?client=family%20trust` }
  for (const path of [`${API}/scoreboard`, `${API}/sources`]) {
    yield { path, asked: path }
    yield { path, asked: `${path}?asOf=${pastMoment(random, 0.5)}` }
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

/** An IPO, now or at a moment at which it was known already. */
function slugThen({ ipos }: MarketSize, random: Random): string {
  const { slug, planned } = inventedIssue(wholeBetween(random, 0, ipos - 1), ipos, SEED)
  return random() < 0.5 ? slug : `${slug}?asOf=${pastMoment(random, planned / TRADING_DAYS)}`
}

const dealsQuery = (random: Random, symbols: readonly string[]): string =>
  some(random, [
    `symbol=${pick(random, symbols)}`,
    `kind=${pick(random, ['bulk', 'block'])}`,
    `dealType=${pick(random, ['buy', 'sell'])}`,
    `exchange=${pick(random, ['NSE', 'BSE'])}`,
    `to=${tradingDay(wholeBetween(random, TRADING_DAYS / 2, TRADING_DAYS - 1))}`,
    `from=${tradingDay(wholeBetween(random, 0, TRADING_DAYS / 2 - 1))}`,
    `limit=${wholeBetween(random, 1, 300)}`,
    `asOf=${pastMoment(random, 0.05)}`,
  ])
