import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { startTestService } from './support/service.ts'

const root = new URL('../', import.meta.url)
const readme = readFileSync(new URL('README.md', root), 'utf8')
const shown = [...readme.matchAll(/<code>GET ([^<]+)<\/code><\/summary>\n\n```\w+\n([\s\S]*?)\n```/g)].map(
  ([, path = '', text = '']) => ({ path: path.replaceAll('&amp;', '&'), text }),
)

/** The shown answer as a pattern: cut lists may go on, a cut text begins so. */
function patternOf(text: string): unknown {
  const whole = text.replaceAll(/,\n\s*… \d+ more/g, ',"…"')
  return JSON.parse(whole, (_key, value) => {
    if (Array.isArray(value) && value.at(-1) === '…') return expect.objectContaining({ 0: value[0] })
    if (typeof value === 'string' && value.endsWith(' …')) return expect.stringContaining(value.slice(0, -2))
    return value
  })
}

describe('the README', () => {
  test('shows the four endpoints', () => {
    expect(shown).toHaveLength(4)
  })

  test('shows what the demo market really answers', async () => {
    const service = await startTestService({ now: '2026-11-15T03:00:00.000Z' })
    for (const { path, text } of shown) expect(await service.json(path)).toEqual(patternOf(text))
  })
})
