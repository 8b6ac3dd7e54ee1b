import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MOST_ADDED_UP } from './deal-days.ts'

test('docs/method.md states the most deals that a sum includes', () => {
  const rules = readFileSync(new URL('../../../docs/method.md', import.meta.url), 'utf8')
  expect(rules).toContain(`adds up at most ${MOST_ADDED_UP.toLocaleString('en-IN')} deals`)
})
