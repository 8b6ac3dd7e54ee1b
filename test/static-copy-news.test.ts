import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BASE } from './support/conformance.ts'
import { gmp } from './support/lines.ts'
import {
  brokenIn,
  FEW_ISSUES,
  type Files,
  filesIn,
  type PublishedCopy,
  publishedCopy,
} from './support/published-copy.ts'

const HOUR_LATER = '2026-01-15T07:00:00.000Z'
/** The day on which the deal of a past share is no longer one of the last. */
const NEXT_DAY = '2026-01-15T18:30:00.000Z'

/** Each file with what identifies it on the disk. */
const onDisk = (dir: string) =>
  new Map([...filesIn(dir).keys()].map((path) => [path, lstatSync(join(dir, path), { bigint: true })]))

/** Runs it at a moment, and returns what changed on the disk. */
async function runAt({ dir, publish }: PublishedCopy, at: string) {
  const before = onDisk(dir)
  const contents = filesIn(dir)
  const { code, stdout } = await publish(at)
  expect(code).toBe(0)
  const after = onDisk(dir)
  const files = filesIn(dir)
  const written = [...after]
    .flatMap(([path, { ino }]) => (before.get(path)?.ino === ino ? [] : [path]))
    .sort()
  const removed = [...before.keys()].filter((path) => !after.has(path)).sort()
  // What is kept is the same file, and nothing was written into it.
  for (const path of [...after.keys()].filter((path) => !written.includes(path))) {
    expect(after.get(path)?.mtimeNs, path).toBe(before.get(path)?.mtimeNs)
    expect(files.get(path)?.equals(contents.get(path) as Buffer), path).toBe(true)
  }
  expect(stdout).toContain(`; ${written.length} written, ${removed.length} removed\n`)
  expect(brokenIn(files)).toEqual([])
  return { written, removed, files }
}

describe('a further run', () => {
  test('without news writes the state of the copy alone', async () => {
    const copy = await publishedCopy(FEW_ISSUES)
    for (const at of [HOUR_LATER, '2026-01-15T08:00:00.000Z']) {
      const { written, removed, files } = await runAt(copy, at)
      expect([written, removed]).toEqual([['/status.json'], []])
      expect(JSON.parse(String(files.get('/status.json')))).toMatchObject({
        checkedAt: at,
        files: files.size,
      })
    }
  })

  test('after a quote writes only what shows it', async () => {
    const copy = await publishedCopy(FEW_ISSUES)
    await copy.record('2026-01-15T06:30:00.000Z', [gmp('acme-foods', '2026-01-15', 24, 'IPO Ji')])
    const { written, removed } = await runAt(copy, HOUR_LATER)
    expect(removed).toEqual([])
    expect(written.filter((path) => /past-mills|birch-looms|cedar-tools/.test(path))).toEqual([])
    expect(written.filter((path) => path.startsWith('/downloads/'))).toEqual([])
    expect(written.filter((path) => path.startsWith('/ipos/acme-foods/'))).toEqual([
      ...['/ipos/acme-foods/evidence/index.html', '/ipos/acme-foods/index.html'],
    ])
    expect(written).toEqual(
      expect.arrayContaining([
        ...['/index.html', '/cards/ipos/acme-foods.png', '/badge/acme-foods.svg', '/feeds/changes.atom'],
        ...[`${BASE}/ipos/acme-foods.json`, `${BASE}/ipos.json`, `${BASE}/ipos/open.json`],
      ]),
    )
    const untouched = [
      `${BASE}/ipos/closed.json`,
      '/ipos/listed/index.html',
      '/glossary/index.html',
      '/client.js',
    ]
    expect(written.filter((path) => untouched.includes(path))).toEqual([])
  })

  test('after midnight writes only pages about the day, and an issue listed long ago keeps its files', async () => {
    const copy = await publishedCopy(
      FEW_ISSUES.filter(({ symbol, fact }) => fact !== 'deal' || symbol !== 'PAST1'),
    )
    const { written, removed } = await runAt(copy, NEXT_DAY)
    expect(removed).toEqual([])
    expect(written.filter((path) => /past-mills/.test(path))).toEqual([])
    const still = ['/about', '/method', '/glossary', '/developers', '/ipos/listed', '/404'].flatMap((path) =>
      written.filter((each) => each.startsWith(`${path}/`) || each === `${path}.html`),
    )
    expect(still).toEqual([])
    // Cedar Tools is listed on this day.
    expect(written).toEqual(expect.arrayContaining(['/index.html', '/ipos/cedar-tools/index.html']))
  })

  test('removes what is gone, and no page leads to it', async () => {
    const copy = await publishedCopy(FEW_ISSUES)
    const before = String(filesIn(copy.dir).get('/ipos/past-mills-1/index.html'))
    expect(before).toContain('href="/deals/PAST1/"')
    const { removed, files } = await runAt(copy, NEXT_DAY)
    expect(removed).toEqual(expect.arrayContaining(['/deals/PAST1/index.html', `${BASE}/deals/PAST1.json`]))
    expect(removed.filter((path) => !path.includes('PAST1') && !path.includes('2025-12-16'))).toEqual([])
    expect(String(files.get('/ipos/past-mills-1/index.html'))).not.toContain('href="/deals/PAST1/"')
  })

  test('with another address changes every page that has it', async () => {
    const copy = await publishedCopy(FEW_ISSUES)
    const { size } = filesIn(copy.dir)
    expect(await copy.publish(HOUR_LATER, '--url', 'https://other.example')).toMatchObject({ code: 0 })
    const files: Files = filesIn(copy.dir)
    expect(files.size).toBe(size)
    const old = [...files].filter(([, body]) => body.includes('copy.example'))
    expect(old.map(([path]) => path)).toEqual([])
    expect(String(files.get('/sitemap.xml'))).toContain('<loc>https://other.example/ipos/acme-foods/</loc>')
    expect(String(files.get('/robots.txt'))).toContain('https://other.example/sitemap.xml')
  })

  test('with a live service leads there', async () => {
    const copy = await publishedCopy(FEW_ISSUES)
    const live = await copy.with({ LIVE_URL: 'https://live.example' }).afresh(HOUR_LATER)
    expect(await copy.with({ LIVE_URL: 'https://live.example' }).publish(HOUR_LATER)).toMatchObject({
      code: 0,
    })
    const files = filesIn(copy.dir)
    for (const [path, body] of live)
      if (path.endsWith('.html'))
        expect(String(files.get(path)).includes('live.example'), path).toBe(body.includes('live.example'))
    expect(String(files.get('/index.html'))).toContain('https://live.example')
  })
})
