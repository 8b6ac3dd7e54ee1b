import { expect, test } from 'vitest'
import { loadConfig } from '../src/config.ts'
import { sourceChoice } from '../src/service/source-choice.ts'
import { ownersAmong } from '../src/sources/registry.ts'
import { type CopyLimits, HOST_LIMITS } from '../src/static-copy/copy-run.ts'
import { publishCopy, withinLimit } from '../src/static-copy/publish-copy.ts'
import { openDb } from '../src/store/engines/db.ts'
import { marketVersion } from '../src/store/version/market-version.ts'
import { BASE } from './support/conformance.ts'
import { deal } from './support/lines.ts'
import {
  brokenIn,
  COPY_CLOCK,
  COPY_URL,
  copyOf,
  FEW_ISSUES,
  filesIn,
  linksOf,
} from './support/published-copy.ts'
import type { Line } from './support/record.ts'

/** A copy under other limits than those of hosts. */
async function publishedWithin(limits: Partial<CopyLimits>, lines: readonly Line[]) {
  const { dir: path, url } = await copyOf(lines)
  const db = openDb(url)
  const config = loadConfig({ DATABASE_URL: url, PUBLIC_URL: COPY_URL })
  const sources = sourceChoice(config)
  const { version, recorded: committed } = await marketVersion(db)
  const { leftOut } = await publishCopy({
    ...{ path, config, sources, clock: COPY_CLOCK, dealDays: 30, everyMs: 3_600_000, dryRun: false },
    limits: { ...HOST_LIMITS, ...limits },
    market: {
      ...{ db, userStore: db, demo: false, version, committed, owners: ownersAmong(sources.known) },
      ...{ isUnavailable: false, history: 0, servedSince: COPY_CLOCK },
    },
  })
  await db.destroy()
  return { leftOut, files: filesIn(path) }
}

test('where there is no room, what is rarely read is left out, and what led there is text', async () => {
  const { leftOut, files } = await publishedWithin({ files: 300 }, FEW_ISSUES)
  expect(files.size).toBeLessThanOrEqual(300)
  const ofOldest = [
    '/ipos/past-mills-1/evidence/',
    `${BASE}/ipos/past-mills-1/evidence.json`,
    '/embed/past-mills-1/',
    '/badge/past-mills-1.svg',
  ]
  expect(leftOut).toEqual(expect.arrayContaining(ofOldest))
  expect(leftOut.filter((at) => files.has(at) || files.has(`${at}index.html`))).toEqual([])
  expect(brokenIn(files)).toEqual([])
  for (const slug of ['acme-foods', 'past-mills-1']) {
    expect(files.has(`/ipos/${slug}/index.html`)).toBe(true)
    expect(files.has(`${BASE}/ipos/${slug}.json`)).toBe(true)
  }
  const state = JSON.parse(String(files.get('/status.json')))
  expect(state.files).toBe(files.size)
  expect(state.answers.map(({ file }: { file: string }) => file)).not.toContain(
    `${BASE}/ipos/{slug}/evidence.json`,
  )
})

test('of issues, the oldest have no room first', () => {
  const issues = Array.from({ length: 500 }, (_, i) => `issue-${i}`)
  const listed = [
    ...issues.map((slug) => ({ address: `/ipos/${slug}`, at: `/ipos/${slug}/` })),
    ...issues.flatMap((slug) => [
      { address: `/embed/${slug}`, at: `/embed/${slug}/`, isRare: true as const },
      { address: `/badge/${slug}.svg`, at: `/badge/${slug}.svg`, isRare: true as const },
    ]),
  ]
  const { addresses, leftOut } = withinLimit(listed, { files: 1200, bytes: 10 })
  expect(addresses.length + leftOut.length).toBe(listed.length)
  expect(leftOut.length).toBeGreaterThan(0)
  expect(leftOut).toEqual(listed.slice(addresses.length))
  expect(addresses.map(({ at }) => at)).toContain('/embed/issue-0/')
  expect(withinLimit(listed, HOST_LIMITS).leftOut).toEqual([])
})

test('a file that is too long for hosts is left out, and what led there is text', async () => {
  const old = Array.from({ length: 9000 }, (_, i) =>
    deal('2025-10-06', { symbol: 'OLD', quantity: 1000 + i }),
  )
  const { leftOut, files } = await publishedWithin({ bytes: 1_500_000 }, [...FEW_ISSUES, ...old])
  expect(leftOut).toEqual(expect.arrayContaining(['/downloads/deals.ndjson']))
  expect(leftOut.filter((path) => !path.startsWith('/downloads/'))).toEqual([])
  expect([...files].filter(([, body]) => body.length > 1_500_000)).toEqual([])
  expect(brokenIn(files)).toEqual([])
  const links = linksOf(String(files.get('/downloads/index.html')))
  expect(links).toContain('/downloads/ipos.csv')
  expect(links).not.toContain('/downloads/deals.ndjson')
})
