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
  const { smeCeiling: above, smeFloor: below } = EXCHANGE_TABLE.NSE
  expect(page).toContain(
    `${above.percent} percent above the issue price on NSE from ${above.from}, and ${below.percent} percent below it from ${below.from}`,
  )
})
