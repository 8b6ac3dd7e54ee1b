import Database from 'better-sqlite3'
import { pick, seeded } from '../../../src/demo/seeded.ts'
import { addDays, type Instant, istDay } from '../../../src/market/calendar.ts'
import { SEED } from '../../data/built-store.ts'
import { sharesOf } from '../../data/deal-lines.ts'
import { inventedIssue } from '../../data/issues.ts'
import { API } from '../../run/greymark.ts'
import type { Checked } from './checked.ts'
import type { Client } from './client.ts'
import type { Findings } from './findings.ts'
import { expectedIpos } from './first-page.ts'
import { pastMoment } from './moments.ts'
import { type PublishedDeal, walk } from './walk.ts'

const END_OF_TIME: Instant = '9999-12-31T23:59:59.999Z'
/** More days than a page of the market covers, however long the pauses between trading days. */
const DAYS_LOOKED_AT = 60

/** Compares answers with the raw rows and with the invented data, neither of which use indexes or stored totals. */
export async function checkTruth(
  client: Client,
  store: string,
  { size, ofEach }: Checked,
  findings: Findings,
): Promise<void> {
  const rows = new Database(store, { readonly: true })
  try {
    await checkDeals(client, rows, { size, ofEach }, findings)
  } finally {
    rows.close()
  }
  await checkIpos(client, { size, ofEach }, findings)
}

async function checkDeals(
  client: Client,
  rows: Database.Database,
  { size, ofEach }: Pick<Checked, 'size' | 'ofEach'>,
  findings: Findings,
): Promise<void> {
  const random = seeded('truth of deals')
  const symbols = Math.ceil(ofEach / 5)
  const shares = sharesOf(size.deals)
  const page = (where: string) =>
    rows.prepare(`select trade_date, client_name, quantity, price from deals where ${where} and recorded <= ?
      order by trade_date desc, value desc, symbol, client_name, deal_type, recorded, id limit 100`)
  const ofSymbol = page('upper(symbol) = ?').raw()
  const ofAll = page('trade_date between ? and ?').raw()
  const count = rows.prepare('select count(*) from deals where upper(symbol) = ? and recorded <= ?').pluck()

  for (let n = 0; n < symbols; n++) {
    const symbol = n === 0 ? (shares[0]?.symbol ?? '') : pick(random, shares).symbol
    for (const asOf of [undefined, pastMoment(random, 0.05), pastMoment(random, 0.05)]) {
      const path = `${API}/deals?symbol=${symbol}${asOf ? `&asOf=${asOf}` : ''}`
      const until = asOf ?? END_OF_TIME
      const { headers, body } = await client.get(path)
      findings.same(
        'pages against the rows of the store',
        path,
        shown(body),
        ofSymbol.all(symbol, until).map(stored),
      )
      findings.same(
        'totals against the rows of the store',
        path,
        Number(headers['x-total-count']),
        count.get(symbol, until),
      )
    }
  }
  for (let n = 0; n < symbols; n++) {
    const asOf = pastMoment(random, 0.2)
    const path = `${API}/deals?asOf=${asOf}`
    const day = istDay(asOf)
    const expected = ofAll.all(addDays(day, -DAYS_LOOKED_AT), day, asOf)
    const { deals } = JSON.parse((await client.get(path)).body.toString())
    findings.same(
      'pages against the rows of the store',
      path,
      deals.slice(0, expected.length).map(published),
      expected.map(stored),
    )
  }
}

const shown = (body: Buffer): string[] => JSON.parse(body.toString()).deals.map(published)

const published = ({ tradeDate, clientName, quantity, price }: PublishedDeal): string =>
  `${tradeDate.slice(0, 10)} ${clientName} ${quantity} ${price}`

const stored = (row: unknown): string => {
  const [day, client, quantity, paise] = row as [string, string, number, number]
  return `${day} ${client} ${quantity} ${paise / 100}`
}

async function checkIpos(
  client: Client,
  { size, ofEach }: Pick<Checked, 'size' | 'ofEach'>,
  findings: Findings,
): Promise<void> {
  const moments = Math.ceil((2 * ofEach) / 5)
  const random = seeded('truth of IPOs')
  for (const asOf of [undefined, ...Array.from({ length: moments }, () => pastMoment(random, 0.05))]) {
    const path = `${API}/ipos${asOf ? `?asOf=${asOf}` : ''}`
    const { ipos } = await client.json<{ ipos: { slug: string }[] }>(path)
    const slugs = ipos.map(({ slug }) => slug)
    findings.same('lists against the generated data', path, slugs, expectedIpos(size, asOf))
  }
  const path = `${API}/ipos?board=SME&limit=200`
  const { items, total } = await walk<{ slug: string }>(client, path, 'ipos')
  const invented = Array.from({ length: size.ipos }, (_, index) => inventedIssue(index, size.ipos, SEED))
    .filter(({ board, isWithdrawn }) => board === 'SME' && !isWithdrawn)
    .map(({ slug }) => slug)
  findings.same(
    'paged lists with every item once',
    path,
    items.map(({ slug }) => slug).sort(),
    invented.sort(),
  )
  findings.same('paged lists with every item once', path, total, invented.length)
}
