import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EXCHANGE_TABLE } from '../../market/exchanges.ts'
import { REFUSAL_RULES } from './refusal-rules.ts'

const page = readFileSync(new URL('../../../docs/method.md', import.meta.url), 'utf8')

test('docs/method.md explains every rule in the same words', () => {
  const [, section = ''] = page.split('### What is refused\n')
  const [own = ''] = section.split(/^#+ /m)
  const rows = [...own.matchAll(/^\| `([\w-]+)` \| (.+) \|$/gm)].map(([, rule, words]) => [rule, words])
  expect(rows).toEqual(Object.entries(REFUSAL_RULES))
})

test('docs/method.md has the limits of SME listings', () => {
  const { NSE, BSE } = EXCHANGE_TABLE
  expect(page).toContain(
    `${NSE.smeCeiling.percent} percent above the issue price on NSE from ${NSE.smeCeiling.from} and on BSE from ${BSE.smeCeiling.from}, ` +
      `and at most ${NSE.smeFloor.percent} percent below it on NSE from ${NSE.smeFloor.from} and on BSE from ${BSE.smeFloor.from}`,
  )
  expect([BSE.smeCeiling.percent, BSE.smeFloor.percent]).toEqual([
    NSE.smeCeiling.percent,
    NSE.smeFloor.percent,
  ])
})
