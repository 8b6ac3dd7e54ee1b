import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestService } from './support/service.ts'

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')

/** When the demo market gave the answers that are shown. */
const SHOWN_AT = '2026-11-15T03:00:00.000Z'

/** Requests of the README, each with parts of its answer. */
const requests = [...read('README.md').matchAll(/^curl "\$api([^"]+)"\n# (.+)$/gm)].map(
  ([, path = '', parts = '']) => ({ path: `/api/public/market${path}`, parts: parts.split('…') }),
)

/** Whole answers of docs/api.md. */
const answers = [
  ...read('docs/api.md').matchAll(/<code>GET ([^<]+)<\/code><\/summary>\n\n```\w+\n([\s\S]*?)\n```/g),
].map(([, path = '', text = '']) => ({ path: path.replaceAll('&amp;', '&'), text }))

test('the README shows five requests', () => {
  expect(requests).toHaveLength(5)
})

test('docs/api.md shows an answer of each of the four main endpoints', () => {
  expect(answers).toHaveLength(4)
})

test('both show what the demo market really answers', async () => {
  const service = await startTestService({ now: SHOWN_AT })
  for (const { path, text } of answers) expect(await service.json(path)).toEqual(patternOf(text))
  for (const { path, parts } of requests) {
    const body = await (await service.get(path)).text()
    expect(body).toMatch(new RegExp(`^${parts.map(RegExp.escape).join('.*')}`))
  }
})

/** The shown answer as a pattern: cut lists may go on, a cut text begins so. */
function patternOf(text: string): unknown {
  const whole = text.replaceAll(/,\n\s*… \d+ more/g, ',"…"')
  return JSON.parse(whole, (_key, value) => {
    if (Array.isArray(value) && value.at(-1) === '…') return expect.objectContaining({ 0: value[0] })
    if (typeof value === 'string' && value.endsWith(' …')) return expect.stringContaining(value.slice(0, -2))
    return value
  })
}
