import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runGreymark } from './greymark-process.ts'

const COMPANIES = ['Acme Foods', 'Borealis Cables', 'Cinder Tools', 'Dune Textiles', 'Ember Pharma']

/** Imports an invented market with this many deals into a new store, and returns its address. */
export async function importSmallMarket(folder: string, deals: number): Promise<string> {
  const DATABASE_URL = `sqlite:${join(folder, 'greymark.db')}`
  const file = join(folder, 'facts.ndjson')
  writeFileSync(file, facts(deals))
  const { code, printed } = await runGreymark(['import', file], { DATABASE_URL })
  if (code !== 0) throw new Error(`the facts could not be imported: ${printed}`)
  return DATABASE_URL
}

function facts(deals: number): string {
  const issues = COMPANIES.flatMap((name, i) => {
    const slug = name.toLowerCase().replace(' ', '-')
    const recordedAt = '2026-01-22T06:00:00.000Z'
    return [
      {
        ...{
          fact: 'ipo',
          slug,
          name: `${name} Limited`,
          board: i % 2 === 0 ? 'MAINBOARD' : 'SME',
          issuePrice: 100,
        },
        ...{ openDate: '2026-01-13', closeDate: '2026-01-16', source: 'operator', recordedAt },
      },
      { fact: 'gmp', slug, observedAt: '2026-01-15', gmp: 10 * i, source: 'IPOWatch', recordedAt },
      {
        ...{ fact: 'listing', slug, listedOn: '2026-01-21', listingPrice: 120 },
        ...{ exchange: 'NSE', source: 'nse', recordedAt },
      },
    ]
  })
  return [...issues, ...Array.from({ length: deals }, (_, i) => deal(i))]
    .map((fact) => `${JSON.stringify(fact)}\n`)
    .join('')
}

/** Long names, so that few deals exceed the buffers of the operating system. */
const deal = (i: number) => ({
  fact: 'deal',
  exchange: 'NSE',
  kind: 'BULK',
  tradeDate: '2026-01-21',
  symbol: 'ACME',
  securityName: '₹'.repeat(500),
  clientName: '₹'.repeat(500),
  dealType: 'BUY',
  quantity: i + 1,
  price: 128.5,
  source: 'nse',
  recordedAt: '2026-01-22T06:00:00.000Z',
})
