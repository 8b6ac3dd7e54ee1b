import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { gmp, ipo } from '../../../test/support/lines.ts'
import { recordAll } from '../../../test/support/record.ts'
import { openStore } from '../../../test/support/store.ts'
import { readFacts, readFactsById } from './read-facts.ts'

const NOW = '2026-02-03T00:00:00.000Z'

test('facts are read in the order of recording or of their ids, with the slugs of their issues', async () => {
  const db = await openStore()
  await recordAll(db, NOW, [
    ipo('acorn', { name: 'Ácorn "Nuts" & <Sons> \\ 🌰 Limited', priceMax: 100.5 }),
    ipo('oak'),
    { fact: 'same', slug: 'oak', as: 'acorn', source: 'operator' },
    gmp('acorn', '2026-02-01', 30, 'InvestorGain', { recordedAt: '2026-02-01T09:00:00.000Z' }),
    gmp('oak', '2026-02-01', 31, 'InvestorGain', { recordedAt: '2026-02-01T08:00:00.000Z' }),
  ])
  await recordAll(db, NOW, [gmp('acorn', '2026-02-02', 32)])
  const known = sql`round <= ${2}`
  expect(await readFacts(db, 'sames', known)).toMatchObject([
    { slug: 'oak', as: 'acorn', source: 'operator' },
  ])
  expect(await readFacts(db, 'gmp_reports', known, 2)).toMatchObject([
    { slug: 'oak', gmp: 3100 },
    { slug: 'acorn', gmp: 3000 },
  ])
  expect(await readFactsById(db, 'gmp_reports', { after: 3, upTo: 9 }, 9)).toMatchObject([
    { slug: 'acorn', gmp: 3000, round: 1 },
    { slug: 'oak', gmp: 3100, round: 1 },
    { slug: 'acorn', gmp: 3200, round: 2 },
  ])
})
