import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { addDays } from '../src/market/calendar.ts'
import { gmp, ipo, listing } from './support/lines.ts'
import type { Line } from './support/record.ts'
import { type Answered, startTestService } from './support/service.ts'
import { temporaryFolder } from './support/store.ts'

const run = promisify(execFile)
const method = readFileSync(new URL('../docs/method.md', import.meta.url), 'utf8')
const [, script = ''] = /```js\n([\s\S]*?)```/.exec(method.slice(method.indexOf('### Recomputing it'))) ?? []

/** Runs the script on a file as a reader would. */
async function recomputed(file: string): Promise<{ result: Answered; complaints: string }> {
  const folder = temporaryFolder()
  const [program, data] = [join(folder, 'recompute.mjs'), join(folder, 'scoreboard.csv')]
  writeFileSync(program, script)
  writeFileSync(data, file)
  const { stdout, stderr } = await run(process.execPath, [program, data])
  return { result: JSON.parse(stdout), complaints: stderr }
}

const NOW = '2026-06-01T06:00:00.000Z'
const SOURCES = ['IPOWatch', 'IPO Ji', 'IPO Premium', 'InvestorGain', 'Chittorgarh', 'A, "B" tracker']

/** An invented listing: prices with paise, one to six sources of which two have one owner, gains, losses and zeros. */
function listed(i: number): Line[] {
  const slug = `issue-${i}`
  const closeDate = addDays('2026-01-05', i)
  const issuePrice = 7 + ((i * 37) % 400) + (i % 4) * 0.25
  const sources = SOURCES.slice(0, 1 + (i % SOURCES.length))
  const quotedOn = addDays(closeDate, -(i % 9))
  const name = i % 10 === 0 ? `=Issue ${i}, "so called" é` : `Issue ${i} Limited`
  return [
    ipo(slug, { name, board: i % 3 === 0 ? 'SME' : 'MAINBOARD', issuePrice, openDate: closeDate, closeDate }),
    ...sources.map((source, s) => {
      const amount = (((i * 13 + s * 7) % 80) * 100 - 2000 + (s % 2) * 55) / 100
      // Of the two sources of one owner, the later quote counts.
      return gmp(slug, quotedOn, amount, source, { recordedAt: `${quotedOn}T1${s}:00:00.000Z` })
    }),
    listing(slug, addDays(closeDate, 6), i % 11 === 0 ? issuePrice : issuePrice + ((i * 29) % 90) - 30 || 1, {
      exchange: i % 5 === 0 ? 'BSE' : 'NSE',
    }),
  ].filter((line) => Number(line.listingPrice ?? 1) > 0)
}

test('the script is short, and needs only Node', () => {
  expect(script.trimEnd().split('\n').length).toBeLessThan(60)
  expect([...script.matchAll(/from '([^']+)'/g)].map(([, from]) => from)).toEqual(['node:fs'])
})

test('the script of the method page gives the scoreboard from the download', async () => {
  const lines = Array.from({ length: 60 }, (_, i) => listed(i)).flat()
  const service = await startTestService({ now: NOW, lines })
  const { summary, rows } = await service.json('/api/public/market/scoreboard')
  expect(summary.n).toBeGreaterThan(40)
  expect(summary.n).toBeLessThan(60)
  const file = await (await service.get('/downloads/scoreboard.csv')).text()
  const { result, complaints } = await recomputed(file)
  expect(complaints).toBe('')
  expect(result.summary).toEqual(summary)
  const scores = rows.map(({ slug, gmpAtClose, impliedPct, actualPct, errorPp, directionHit }: Answered) => ({
    slug,
    gmpAtClose,
    impliedPct,
    actualPct,
    errorPp,
    directionHit,
  }))
  expect(result.scores).toEqual(scores)
  const beautified = file.replace(/,(true|false)(,\w+\r\n)/, (_, hit, rest) => `,${hit !== 'true'}${rest}`)
  expect((await recomputed(beautified)).complaints).toMatch(/directionHit is .* and the file says/)
})

test('a scoreboard without a listing has no averages', async () => {
  const service = await startTestService({ now: NOW, lines: [ipo('acme')] })
  const { result } = await recomputed(await (await service.get('/downloads/scoreboard.csv')).text())
  expect(result.summary).toEqual((await service.json('/api/public/market/scoreboard')).summary)
})
