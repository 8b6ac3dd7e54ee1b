import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runGreymark } from '../test/support/greymark-process.ts'
import { deal, gmp, ipo, listing } from '../test/support/lines.ts'

const COMPANIES = ['Acme Foods', 'Borealis Cables', 'Cinder Tools', 'Dune Textiles', 'Ember Pharma']
const RECORDED = { recordedAt: '2026-01-22T06:00:00.000Z' }
/** Long names, so that few deals exceed the buffers of the operating system. */
const LONG = { securityName: '₹'.repeat(500), clientName: '₹'.repeat(500) }

/** Imports an invented market with this many deals into a new store, and returns its address. */
export async function importSmallMarket(folder: string, deals: number): Promise<string> {
  const DATABASE_URL = `sqlite:${join(folder, 'greymark.db')}`
  const file = join(folder, 'facts.ndjson')
  const issues = COMPANIES.flatMap((name, i) => {
    const slug = name.toLowerCase().replace(' ', '-')
    const board = i % 2 === 0 ? 'MAINBOARD' : 'SME'
    const days = { openDate: '2026-01-13', closeDate: '2026-01-16' }
    return [
      ipo(slug, {
        name: `${name} Limited`,
        board,
        issuePrice: 100,
        source: 'operator',
        ...days,
        ...RECORDED,
      }),
      gmp(slug, '2026-01-15', 10 * i, 'IPOWatch', RECORDED),
      listing(slug, '2026-01-21', 120, RECORDED),
    ]
  })
  const all = Array.from({ length: deals }, (_, i) =>
    deal('2026-01-21', { ...LONG, symbol: 'ACME', quantity: i + 1, price: 128.5, ...RECORDED }),
  )
  writeFileSync(file, [...issues, ...all].map((fact) => `${JSON.stringify(fact)}\n`).join(''))
  const { code, stderr } = await runGreymark(['import', file], { DATABASE_URL })
  if (code !== 0) throw new Error(`the facts could not be imported: ${stderr}`)
  return DATABASE_URL
}
