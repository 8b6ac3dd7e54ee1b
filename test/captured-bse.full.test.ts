import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bseDeals, readBseDealsCsv } from '../src/sources/bse-deals/bse-deals.ts'
import { bseIssues } from '../src/sources/bse-issues/bse-issues.ts'
import type { DownloadedDocument, Observation, ParsedDocument } from '../src/sources/source.ts'
import { captures, needs } from './support/needs.ts'

/** Recorded answers of BSE, which are stored beside the project and not in it. */
const CAPTURES = new URL('../../shared/captures/', import.meta.url)
needs(captures(existsSync(CAPTURES)))

const daysIn = () =>
  readdirSync(new URL('days/', CAPTURES)).filter((day) => existsSync(new URL(`days/${day}/bse/`, CAPTURES)))
const textAt = (path: string) => readFileSync(new URL(path, CAPTURES), 'utf8')

const answer = (document: string, body: string): DownloadedDocument => ({
  document,
  url: 'https://exchange.example',
  day: null,
  fetchedAt: '2026-12-31T06:00:00.000Z',
  body,
})

/**
 * All observations; a row that was not parsed, or a new column, fails the test. Some addresses of documents are paths on
 * a disk of BSE.
 */
function observationsIn({ entries, unknownColumns }: ParsedDocument): Observation[] {
  expect(unknownColumns).toEqual([])
  return entries.flatMap((entry) => {
    if ('said' in entry) return [entry.said]
    if (entry.rule === 'document-address' && entry.reason.includes(':\\')) return []
    throw new Error(`${entry.rule}: ${entry.reason}`)
  })
}

/** The parts that are reserved are terms, which the demand has beside its multiples. */
const readingsIn = (reading: ParsedDocument) => observationsIn(reading).filter(({ kind }) => kind !== 'terms')

const termsIn = (reading: ParsedDocument) =>
  observationsIn(reading).map((said) => (said.kind === 'terms' ? said : expect.unreachable(said.kind)))

/** A folder of files named by the number of their issue. */
const documentsOf = (folder: 'issue' | 'demand') =>
  daysIn().flatMap((day) =>
    readdirSync(new URL(`days/${day}/bse/${folder}/`, CAPTURES)).map((file) =>
      answer(`${folder}/${file.replace('.json', '')}`, textAt(`days/${day}/bse/${folder}/${file}`)),
    ),
  )

describe('recorded answers of BSE', () => {
  test('every row of every board is an issue on offer or a listing', () => {
    for (const day of daysIn()) {
      const body = textAt(`days/${day}/bse/public-issues.json`)
      const rows: Record<string, unknown>[] = JSON.parse(body)
      const said = termsIn(bseIssues.read(answer('board/live', body)))
      expect(said.map(({ subject }) => subject.upstreamId ?? subject.bseCode)).toEqual(
        rows.map((row) => (row.IPO_NO ? String(row.IPO_NO) : /\d+(?=\/$)/.exec(String(row.IMAGE))?.[0])),
      )
      expect(said.map(({ terms }) => terms.openDate ?? terms.listingDate)).toEqual(
        rows.map((row) => String(row.Start_Dt ?? row.ListedOn).slice(0, 10)),
      )
    }
  })

  test('every board links to the page of each issue and the demand for each live one', () => {
    for (const day of daysIn()) {
      const body = textAt(`days/${day}/bse/public-issues.json`)
      const rows: Record<string, unknown>[] = JSON.parse(body)
      const requests = bseIssues.follow?.(answer('board/live', body), {
        now: `${day}T06:00:00.000Z`,
        days: [],
        lastRead: () => null,
      })
      const onOffer = rows.filter(({ IPO_NO }) => IPO_NO !== undefined)
      const live = onOffer.filter(({ Status }) => Status === 'L')
      expect(requests?.map(({ document }) => document).sort()).toEqual(
        [
          ...onOffer.map(({ IPO_NO }) => `issue/${IPO_NO}`),
          ...live.map(({ IPO_NO }) => `demand/${IPO_NO}`),
        ].sort(),
      )
    }
  })

  test('every page has all terms, except an unknown lot size', () => {
    for (const document of documentsOf('issue')) {
      const [said] = termsIn(bseIssues.read(document))
      const page = JSON.parse(document.body).IPONO_0[0]
      expect(said?.terms).toMatchObject({
        symbol: page.Symbol,
        openDate: expect.any(String),
        closeDate: expect.any(String),
        priceMin: Number.parseFloat(page.Price_Band) * 100,
        priceMax: expect.any(Number),
        faceValue: page.Face_Value * 100,
        registrar: page.Registrar.split('^')[0],
        leadManagers: expect.arrayContaining([page.Book_Running_Lead_Manager.split('^')[0]]),
      })
      expect(said?.terms.lotSize).toBe(page.Market_Lot === '1' ? undefined : Number(page.Market_Lot))
      expect((said?.terms.minLots ?? 1) * (said?.terms.lotSize ?? 1)).toBe(Number(page.Minimum_Bid_Quantity))
    }
  })

  test('every printed multiple of a whole category is parsed, and equals that of the bids', () => {
    let multiples = 0
    for (const document of documentsOf('demand')) {
      const [, ...rows]: Record<string, string>[] = JSON.parse(document.body).table2
      const printed = rows.filter(({ col5 }) => col5 !== '')
      const said = readingsIn(bseIssues.read(document))
      expect(said).toMatchObject(
        printed.map(({ col3, col4 }) => ({
          book: 'BSE',
          sharesOffered: Number(col3),
          sharesBid: Number(col4),
          timesSub: expect.closeTo(Number(col4) / Number(col3), 3),
        })),
      )
      multiples += said.length
    }
    expect(multiples).toBeGreaterThan(0)
  })

  test('every recorded deal is parsed, in the layout of the download and of the web interface', () => {
    const [, ...lines] = textAt('formats/bse-nse-bulk-block-collected.csv').trim().split('\n')
    const collected = lines.map((line) => line.split(',')).filter((cells) => cells.at(-2) === 'BSE')
    const rows = collected.map(([date = '', code, name, client, side, quantity, price]) => {
      const day = date.split('-').reverse().join('/')
      return [day, code, name, client, side?.slice(0, 1), quantity, price]
    })
    const csv = 'Deal Date,Security Code,Security Name,Client Name,Deal Type *,Quantity,Price **\n'.concat(
      ...rows.map((cells) => `${cells.join(',')}\n`),
    )
    const json = rows.map(
      ([DEAL_DATE, SCRIP_CODE, ScripName, CLIENT_NAME, TRANSACTION_TYPE, QUANTITY, PRICE]) => ({
        ...{ DEAL_DATE, SCRIP_CODE: Number(SCRIP_CODE), ScripName, CLIENT_NAME, TRANSACTION_TYPE },
        ...{ QUANTITY: Number(QUANTITY), PRICE: Number(PRICE) },
      }),
    )
    const downloaded = observationsIn(readBseDealsCsv(csv, 'BULK'))
    expect(downloaded).toMatchObject(
      collected.map(([date, , name, , side, quantity]) => ({
        deal: { tradeDate: date, symbol: name, dealType: side, quantity: Number(quantity) },
      })),
    )
    expect(downloaded.length).toBeGreaterThan(0)
    expect(observationsIn(bseDeals.read(answer('bulk', JSON.stringify({ Table: json }))))).toEqual(downloaded)
  })
})
