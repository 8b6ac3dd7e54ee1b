import { randomUUID } from 'node:crypto'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'cheerio/slim'
import { beforeAll, expect } from 'vitest'
import { type Db, openDb } from '../../src/store/engines/db.ts'
import { runHere } from './command-line.ts'
import type { Env } from './greymark-process.ts'
import { deal, gmp, holiday, ipo, listing, same, subscription } from './lines.ts'
import { quickPlace } from './quick-place.ts'
import type { Line } from './record.ts'
import { recordAll } from './record.ts'
import { emptyStoreUrl, newMigratedPlace, openStore, temporaryFolder } from './store.ts'

/** Thursday, 11:30 in India. */
export const COPY_CLOCK = '2026-01-15T06:00:00.000Z'
const RECORDED = '2026-01-14T12:00:00.000Z'
export const COPY_URL = 'https://copy.example'

/** More than one page of a list has, as a page and as JSON. */
const MANY_ISSUES = 56
const MANY_DEALS = 101

/** Closed long ago, so that the clock changes nothing about them. */
const pastIssue = (i: number): Line[] => {
  const slug = `past-mills-${i}`
  const offer = { openDate: '2024-02-05', closeDate: '2024-02-07', allotmentDate: '2024-02-08' }
  return [
    ipo(slug, { ...offer, listingDate: '2024-02-12', priceMax: 100, issuePrice: 100, symbol: `PAST${i}` }),
    gmp(slug, '2024-02-06', 20 + i),
    listing(slug, '2024-02-12', 118),
  ]
}

const OPEN_OFFER = {
  ...{ openDate: '2026-01-13', closeDate: '2026-01-16', allotmentDate: '2026-01-19' },
  ...{ listingDate: '2026-01-21', priceMin: 95, priceMax: 100, lotSize: 150 },
}

/** Symbols that are hard to name a file by, and the plain one of an issue. */
export const SYMBOLS = ['PAST1', 'M&M', 'BAJAJ-AUTO', 'A.B', 'A B', 'X/Y', '..', '.HID', '%2E', 'É&"<']

/** One open issue. */
export const ONE_ISSUE: readonly Line[] = [
  ipo('acme-foods', { ...OPEN_OFFER, symbol: 'ACME' }),
  gmp('acme-foods', '2026-01-13', 20),
]

/** One issue of each state, and deals of its shares. */
export const FEW_ISSUES: readonly Line[] = [
  ...ONE_ISSUE,
  ...pastIssue(1),
  ipo('birch-looms', { openDate: '2026-01-20', closeDate: '2026-01-22', board: 'SME' }),
  ipo('cedar-tools', { openDate: '2026-01-08', closeDate: '2026-01-12', listingDate: '2026-01-16' }),
  holiday('2026-01-26', 'Republic Day'),
  deal('2026-01-14'),
  deal('2025-12-16', { symbol: 'PAST1' }),
]

/** A market of every state, whose slugs collide with the names of lists. */
export const COPY_MARKET: readonly Line[] = [
  ...ONE_ISSUE,
  gmp('acme-foods', '2026-01-14', 22.5, 'IPO Ji'),
  subscription('acme-foods', '2026-01-14T08:00:00.000Z', 'RII', 1.5),
  ipo('birch-looms', { openDate: '2026-01-20', closeDate: '2026-01-22', board: 'SME' }),
  ipo('open', { openDate: '2026-01-27', closeDate: '2026-01-29' }),
  ipo('page', { openDate: '2025-12-02', closeDate: '2025-12-04' }),
  ipo('open-sme', { board: 'SME', withdrawn: true, openDate: '2025-11-03', closeDate: '2025-11-05' }),
  ipo('undated'),
  ipo('cedar-tools', { openDate: '2024-05-06', closeDate: '2024-05-08', symbol: 'CEDAR' }),
  ipo('cedar-tools-ltd'),
  same('cedar-tools-ltd', 'cedar-tools'),
  holiday('2026-01-26', 'Republic Day'),
  ...Array.from({ length: MANY_ISSUES }, (_, i) => pastIssue(i + 1)).flat(),
  ...Array.from({ length: MANY_DEALS }, (_, i) => deal('2026-01-14', { quantity: 1000 + i })),
  ...SYMBOLS.map((symbol) => deal('2026-01-13', { symbol })),
  deal('2025-12-16', { symbol: 'CEDAR' }),
]

/** A copy that the command writes in this process. */
export interface PublishedCopy {
  readonly dir: string
  readonly url: string
  /** Runs the command at a moment. */
  publish(now?: string, ...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }>
  /** The same copy with other settings. */
  with(more: Env): PublishedCopy
  /** Publishes into another folder, and returns its files. */
  afresh(now: string): Promise<Files>
  /** Records lines at a moment. */
  record(now: string, lines: readonly Line[]): Promise<void>
}

/** A folder for a copy of a new store with these facts; nothing is published yet. */
export async function copyOf(lines: readonly Line[], env: Env = {}): Promise<PublishedCopy> {
  const url = await emptyStoreUrl()
  return copyIn(temporaryFolder(), { url, db: await openStore(url), lines, env })
}

/** The same after a run without a fault. */
export async function publishedCopy(lines: readonly Line[], env: Env = {}): Promise<PublishedCopy> {
  const copy = await copyOf(lines, env)
  await publishWell(copy)
  return copy
}

/** One copy after its first run, for all tests of a file, which only read it. */
export function publishedForAll(
  lines: readonly Line[],
  env: Env = {},
): () => PublishedCopy & { files: Files } {
  let found: (PublishedCopy & { files: Files }) | undefined
  beforeAll(async () => {
    const folder = mkdtempSync(join(quickPlace(), 'greymark-test-'))
    const { url, remove } = await newMigratedPlace()
    const db = openDb(url)
    const copy = await copyIn(folder, { url, db, lines, env })
    await publishWell(copy)
    found = { ...copy, files: filesIn(copy.dir) }
    return async () => {
      rmSync(folder, { recursive: true, force: true })
      await db.destroy()
      await remove()
    }
  })
  return () => {
    if (!found) throw new Error('the copy is there with the first test')
    return found
  }
}

async function publishWell({ publish }: PublishedCopy): Promise<void> {
  const { code, stderr } = await publish()
  expect([code, stderr]).toEqual([0, ''])
}

interface CopyStore {
  readonly url: string
  readonly db: Db
  readonly lines: readonly Line[]
  readonly env: Env
}

async function copyIn(folder: string, store: CopyStore): Promise<PublishedCopy> {
  await recordAll(store.db, RECORDED, store.lines)
  return copyWith(folder, store)
}

function copyWith(folder: string, store: CopyStore): PublishedCopy {
  const { url, db, env } = store
  const dir = join(folder, 'site')
  const publishTo = (to: string, now: string, args: readonly string[]) =>
    runHere(['publish', to, ...args], {
      env: { DATABASE_URL: url, PUBLIC_URL: COPY_URL, ...env },
      now: () => now,
    })
  return {
    ...{ dir, url },
    publish: (now = COPY_CLOCK, ...args) => publishTo(dir, now, args),
    with: (more) => copyWith(folder, { ...store, env: { ...env, ...more } }),
    async afresh(now) {
      const other = join(folder, `afresh-${randomUUID()}`)
      expect(await publishTo(other, now, [])).toMatchObject({ code: 0 })
      return filesIn(other)
    },
    record: async (now, more) => void (await recordAll(db, now, more)),
  }
}

export type Files = ReadonlyMap<string, Buffer>

/** The files of a folder by their paths, which begin with a slash. */
export function filesIn(dir: string): Files {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' })
  return new Map(
    paths
      .filter((path) => lstatSync(join(dir, path)).isFile())
      .map((path) => [`/${path}`, readFileSync(join(dir, path))]),
  )
}

/** The file that a plain static host sends for an address of the copy; `undefined` for none. */
export function fileAt(files: Files, address: string): string | undefined {
  const { pathname, search } = new URL(address, COPY_URL)
  if (search !== '') return undefined
  const path = decodeURIComponent(pathname)
  return [path, `${path.replace(/\/$/, '')}/index.html`].find((file) => files.has(file))
}

/** The addresses within the copy to which a page leads, by a link or as a whole address anywhere. */
export const linksOf = (html: string): string[] =>
  load(html)('*')
    .toArray()
    .flatMap((element) => ('attribs' in element ? Object.values<string>(element.attribs) : []))
    .filter((value) => value.startsWith('/') || value.startsWith(COPY_URL))

/** The links of pages that lead to no file. */
export const brokenIn = (files: Files): string[] =>
  [...files].flatMap(([path, body]) =>
    path.endsWith('.html')
      ? linksOf(String(body)).flatMap((link) => (fileAt(files, link) ? [] : [`${path}: ${link}`]))
      : [],
  )

/** The paths at which two copies differ in more than the state of the copy, and the times of pages. */
export const differences = (a: Files, b: Files): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter(
    (path) => path !== '/status.json' && withoutTimes(path, a.get(path)) !== withoutTimes(path, b.get(path)),
  )

/** A page without its own times, which depend on earlier runs. */
const withoutTimes = (path: string, body: Buffer | undefined): string =>
  path.endsWith('.html')
    ? String(body).replace(/<p data-changed="[^"]*".*?<\/p>/, '')
    : String(body?.toString('latin1'))
