import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { FIELDS, isOptionalIn } from '../src/sources/facts-file/fields.ts'
import { isPostgres } from '../src/store/engines/db.ts'
import { type Ended, type Env, runHere } from './support/command-line.ts'
import { deal, gmp, ipo, listing, retraction, same, subscription } from './support/lines.ts'
import { FULL, needs, ONCE, skipWithout } from './support/needs.ts'
import { start } from './support/processes.ts'
import type { Line } from './support/record.ts'
import { emptyStoreUrl, noStoreUrl, temporaryFolder } from './support/store.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Runs in this process, because starting one for each command would take most of the time. */
const run = (args: readonly string[], env: Env, stdin = ''): Promise<Ended> =>
  runHere(args, { env, stdin, now: () => new Date().toISOString() })

const emptyStore = async (): Promise<Env> => ({ DATABASE_URL: await emptyStoreUrl() })
const linesOf = (lines: readonly Line[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

function fileOf(content: string): string {
  const path = join(temporaryFolder(), 'facts.ndjson')
  writeFileSync(path, content)
  return path
}

async function storeWith(lines: readonly Line[]): Promise<Env> {
  const env = await emptyStore()
  expect(await run(['import', '-'], env, linesOf(lines))).toMatchObject({ code: 0, stderr: '' })
  return env
}

const exported = async (env: Env) => (await run(['export'], env)).stdout

/** All facts of an invented IPO, long past, so that today's clock changes nothing. */
const LOTUS: readonly Line[] = [
  ipo('lotus-kettles', {
    name: 'Lotus Kettles Limited',
    symbol: 'LOTUSKET',
    priceMin: 95,
    priceMax: 100,
    issuePrice: 100,
    openDate: '2025-01-13',
    closeDate: '2025-01-15',
    listingDate: '2025-01-20',
    recordedAt: '2025-01-08T04:30:00.000Z',
  }),
  gmp('lotus-kettles', '2025-01-13', 45, 'IPOWatch', {
    reportedAt: '2025-01-13T19:10:00.000Z',
    printed: '₹45 (45%)',
    recordedAt: '2025-01-13T19:15:00.000Z',
  }),
  gmp('lotus-kettles', '2025-01-14', -2.5, 'कमल', { recordedAt: '2025-01-14T08:15:00.000Z' }),
  subscription('lotus-kettles', '2025-01-14T11:30:00.000Z', 'TOTAL', 8.05, {
    recordedAt: '2025-01-14T11:31:00.000Z',
  }),
  listing('lotus-kettles', '2025-01-20', 131.5, { recordedAt: '2025-01-20T04:35:00.000Z' }),
]
const BAD = '{"fact":"gmp","slug":"lotus-kettles","observedAt":"2025-02-30","gmp":45,"source":"IPOWatch"}\n'

/** What an import has written so far, committed or not: more than a megabyte is more than the schema. */
async function bytesWritten(url: string): Promise<number> {
  if (!isPostgres(url))
    return statSync(`${url.slice('sqlite:'.length)}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(`select pg_relation_size('deals')::int as bytes`)
  await client.end()
  return rows[0].bytes
}

describe('import', () => {
  test('accepts a file, and knows all of it the second time', async () => {
    const env = await emptyStore()
    const file = fileOf(linesOf(LOTUS))
    expect(await run(['import', file], env)).toEqual({
      code: 0,
      stdout: '5 taken, 0 already known, 0 refused\n',
      stderr: '',
    })
    const before = await exported(env)
    expect(await run(['import', file], env)).toEqual({
      code: 0,
      stdout: '0 taken, 5 already known, 0 refused\n',
      stderr: '',
    })
    expect(await exported(env)).toBe(before)
  })

  test('knows facts without times of their own the second time too', async () => {
    const env = await emptyStore()
    const undated = linesOf([...LOTUS.map(({ recordedAt, ...line }) => line), deal('2025-01-20')])
    expect((await run(['import', '-'], env, undated)).stdout).toBe('6 taken, 0 already known, 0 refused\n')
    expect((await run(['import', '-'], env, undated)).stdout).toBe('0 taken, 6 already known, 0 refused\n')
  })

  test('accepts standard input with a byte order mark, blank lines, Windows line ends and no last one', async () => {
    const input = `\uFEFF\r\n${linesOf(LOTUS).replaceAll('\n', '\r\n\r\n').trimEnd()}`
    expect(await run(['import', '-'], await emptyStore(), input)).toMatchObject({
      code: 0,
      stdout: '5 taken, 0 already known, 0 refused\n',
    })
  })

  test('accepts an empty file', async () => {
    const { code, stdout } = await run(['import', '-'], await emptyStore(), '')
    expect({ code, stdout }).toEqual({ code: 0, stdout: '0 taken, 0 already known, 0 refused\n' })
  })

  test('lists refused lines with number and reason, and records nothing', async () => {
    const env = await emptyStore()
    const { code, stdout, stderr } = await run(
      ['import', '-'],
      env,
      `${linesOf(LOTUS)}${BAD}\nnot a fact\n${linesOf([gmp('nobody', '2025-01-13', 5)])}`,
    )
    expect(code).toBe(1)
    expect(stdout).toMatch(/^0 taken, 0 already known, 3 refused: nothing was taken; .*--skip-bad\n$/)
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^line 6: "observedAt" must be a real day .*; got "2025-02-30"$/),
      expect.stringMatching(/^line 8: not JSON/),
      expect.stringMatching(/^line 9: no "ipo" fact, .* has the slug "nobody"$/),
      '',
    ])
    expect(await exported(env)).toBe('')
  })

  test('counts each line once: equal lines about an unknown slug are all refused, none is known', async () => {
    const twice = linesOf([gmp('nobody', '2025-01-13', 5), gmp('nobody', '2025-01-13', 5)])
    const { stdout } = await run(['import', '-'], await emptyStore(), twice)
    expect(stdout).toMatch(/^0 taken, 0 already known, 2 refused/)
  })

  test('--skip-bad records the good lines and still lists the others', async () => {
    const env = await emptyStore()
    const { code, stdout, stderr } = await run(
      ['import', '--skip-bad', '-'],
      env,
      `${BAD}${linesOf(LOTUS)}${linesOf([gmp('nobody', '2025-01-13', 5)])}`,
    )
    expect({ code, stdout }).toEqual({ code: 0, stdout: '5 taken, 0 already known, 2 refused\n' })
    expect(stderr).toMatch(/^line 1: .+\nline 7: .+\n$/)
    expect((await exported(env)).split('\n')).toHaveLength(5 + 1)
  })

  test('--dry-run prints what would happen, and changes nothing', async () => {
    const env = await emptyStore()
    const file = fileOf(linesOf(LOTUS))
    expect(await run(['import', '--dry-run', file], env)).toEqual({
      code: 0,
      stdout: '5 would be taken, 0 already known, 0 refused\n',
      stderr: '',
    })
    expect(await exported(env)).toBe('')
    expect((await run(['import', file], env)).stdout).toBe('5 taken, 0 already known, 0 refused\n')
  })

  test('--dry-run of refused lines fails as the import would', async () => {
    const { code, stdout, stderr } = await run(['import', '--dry-run', '-'], await emptyStore(), BAD)
    expect(code).toBe(1)
    expect(stdout).toMatch(/^0 would be taken, 0 already known, 1 refused: nothing would be taken/)
    expect(stderr).toMatch(/^line 1: /)
  })

  test('--json prints counts and refusals as JSON and nothing else', async () => {
    const env = await emptyStore()
    const refused = await run(['import', '--json', '-'], env, `${linesOf(LOTUS)}${BAD}`)
    expect(refused).toMatchObject({ code: 1, stderr: '' })
    expect(JSON.parse(refused.stdout)).toEqual({
      read: 6,
      taken: 0,
      known: 0,
      refused: 1,
      dryRun: false,
      refusals: [{ line: 6, reason: expect.stringContaining('a real day') }],
    })
    const taken = await run(['import', '--json', '-'], env, linesOf(LOTUS))
    expect(taken).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(taken.stdout)).toEqual({
      read: 5,
      taken: 5,
      known: 0,
      refused: 0,
      dryRun: false,
      refusals: [],
    })
  })

  test.each<[string, (i: number) => string]>([
    ['cannot be read', (i) => `bad line ${i}\n`],
    ['name an unknown slug', (i) => linesOf([gmp('nobody', '2025-01-13', i, `Tracker ${i}`)])],
    ['contradict each other', (i) => linesOf([gmp('lotus-kettles', '2025-01-13', i)])],
  ])('lists the first 100 of 150 lines that %s, and counts the rest', async (_name, lineOf) => {
    const env = await storeWith(LOTUS)
    const lines = Array.from({ length: 150 }, (_, i) => lineOf(i + 1)).join('')
    const { code, stdout, stderr } = await run(['import', '-'], env, lines)
    expect(code).toBe(1)
    expect(stdout).toMatch(/^0 taken, 0 already known, 150 refused: /)
    const listed = stderr.trimEnd().split('\n')
    expect(listed.pop()).toBe('and 50 more refused lines')
    expect(listed.map((line) => line.split(':')[0])).toEqual(
      Array.from({ length: 100 }, (_, i) => `line ${i + 1}`),
    )
  })

  test.each<[string, () => string]>([
    ['that does not exist', () => join(temporaryFolder(), 'missing.ndjson')],
    ['that is a folder', () => temporaryFolder()],
  ])('exits with 1 and one sentence that names a file %s', async (_name, pathOf) => {
    const path = pathOf()
    const { code, stdout, stderr } = await run(['import', path], await emptyStore())
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^greymark import: .+\n$/)
    expect(stderr).toContain(path)
  })

  test('killed in the middle leaves nothing, and the next import records everything', async ({ skip }) => {
    skipWithout(skip, FULL)
    const url = await emptyStoreUrl()
    const env = { DATABASE_URL: url }
    // So many, with so long names, that some are written before the commit: SQLite keeps megabytes in memory.
    const count = isPostgres(url) ? 4000 : 12_000
    const securityName = 'LOTUS '.repeat(80)
    const file = linesOf(
      Array.from({ length: count }, (_, i) =>
        deal('2025-01-20', { clientName: `FUND ${i} ${securityName}`, securityName }),
      ),
    )
    const child = start(['import', '-'], env)
    const end = once(child, 'close')
    // Its input never ends, so that it cannot finish before it is killed.
    child.stdin?.write(file)
    await expect.poll(() => bytesWritten(url)).toBeGreaterThan(1_000_000)
    child.kill('SIGKILL')
    expect(await end).toEqual([null, 'SIGKILL'])

    expect(await run(['export'], env)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect((await run(['import', '-'], env, file)).stdout).toBe(
      `${count} taken, 0 already known, 0 refused\n`,
    )
  })
})

describe('export', () => {
  /** Every kind of fact, duplicates among the deals, and more than one page of them. */
  const MARKET: readonly Line[] = [
    ...LOTUS,
    { fact: 'alias', slug: 'lotus-kettles', name: 'Lotus Kettles & "Pans"', source: 'operator' },
    ipo('lotus-kettles-2025', { recordedAt: '2025-01-09T04:30:00.000Z' }),
    same('lotus-kettles-2025', 'lotus-kettles'),
    gmp('lotus-kettles', '2025-01-14', 4400, 'IPOWatch', { recordedAt: '2025-01-14T05:00:00.000Z' }),
    retraction(gmp('lotus-kettles', '2025-01-14', 4400), { recordedAt: '2025-01-14T06:00:00.000Z' }),
    ipo('lotus-kettles', { priceMin: null, recordedAt: '2025-01-10T04:30:00.000Z' }),
    subscription('lotus-kettles', '2025-01-14T11:30:00.000Z', 'QIB', 3.217, { book: 'NSE' }),
    deal('2025-01-20', { price: 0.05 }),
    deal('2025-01-20', { price: 0.05 }),
    ...Array.from({ length: 2500 }, (_, i) => deal('2025-01-21', { clientName: `FUND ${i % 1000}` })),
  ]

  test('imported into another store and exported again gives the identical file', async () => {
    const first = await exported(await storeWith(MARKET))
    expect(first.trimEnd().split('\n')).toHaveLength(MARKET.length)
    const other = await emptyStore()
    expect((await run(['import', '-'], other, first)).stdout).toBe(
      `${MARKET.length} taken, 0 already known, 0 refused\n`,
    )
    expect(await exported(other)).toBe(first)
  })

  test('has the order in which the facts were recorded', async () => {
    const facts: { recordedAt: string }[] = (await exported(await storeWith(LOTUS.toReversed())))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(facts).toEqual(LOTUS.map((line) => expect.objectContaining({ recordedAt: line.recordedAt })))
  })

  test('to a file writes what it would print, and replaces an existing one', async () => {
    const env = await storeWith(LOTUS)
    const file = fileOf('an older and much longer file\n'.repeat(1000))
    expect(await run(['export', file], env)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(readFileSync(file, 'utf8')).toBe(await exported(env))
  })

  test('that cannot start does not change an existing file', async () => {
    const file = fileOf('the last backup\n')
    expect(await run(['export', file], { DATABASE_URL: 'nowhere' })).toMatchObject({ code: 2 })
    expect(readFileSync(file, 'utf8')).toBe('the last backup\n')
  })

  test('to a folder that does not exist exits with 1 and one sentence', async () => {
    const { code, stderr } = await run(['export', join(temporaryFolder(), 'no/where.ndjson')], {
      DATABASE_URL: await noStoreUrl(),
    })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^there is no store at .+ yet\ngreymark export: .+\n$/)
  })

  test('into a pipe that its reader closes ends quietly', async () => {
    const child = start(['export'], await storeWith(MARKET))
    child.stdout?.once('data', () => child.stdout?.destroy())
    const stderr = child.stderr ? text(child.stderr) : ''
    expect(await once(child, 'close')).toEqual([0, null])
    expect(await stderr).toBe('')
  })
})

describe('show', () => {
  test('prints one IPO as text', async () => {
    const { code, stdout, stderr } = await run(['show', 'lotus-kettles'], await storeWith(LOTUS))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Lotus Kettles Limited\nStatus +LISTED\n/)
    for (const figure of [
      '₹95 to ₹100',
      '₹131.50 on NSE, 2025-01-20',
      '₹21.25 (21.25%), unofficial; 2 independent sources on 2025-01-14',
      '8.05 times',
    ])
      expect(stdout).toContain(figure)
  })

  test('prints what one may apply for, what was due, and where to look', async () => {
    const terms = {
      ...{
        priceMin: 95,
        priceMax: 100,
        lotSize: 150,
        issueType: 'book-built',
        registrar: 'Kfin Technologies',
      },
      ...{ openDate: '2025-01-13', closeDate: '2025-01-15', upiCutoffAt: '2025-01-15T11:30:00.000Z' },
      documents: [{ kind: 'rhp', url: 'https://nsearchives.nseindia.com/RHP.zip' }],
    }
    const { stdout } = await run(['show', 'acorn-mills'], await storeWith([ipo('acorn-mills', terms)]))
    for (const line of [
      /^Minimum amount +₹15,000$/m,
      /^ {2}RII +1 to 13 lots, ₹15,000 to ₹1,95,000$/m,
      /^ {2}BNII +67 lots and more, ₹10,05,000 and more$/m,
      /^UPI mandates until +2025-01-15 17:00 IST$/m,
      /^Allotment +was due by 2025-01-16; not confirmed here$/m,
      /^Credit of shares +was due by 2025-01-17; not confirmed here$/m,
      /^Listing +should have listed by 2025-01-20; not confirmed here$/m,
      /^Registrar +KFin Technologies, https:\/\/ipostatus\.kfintech\.com\/$/m,
      /^ {2}rhp +https:\/\/nsearchives\.nseindia\.com\/RHP\.zip$/m,
    ])
      expect(stdout).toMatch(line)
  })

  test('--json prints it as one line of JSON, and --as-of as it was known then', async () => {
    const env = await storeWith(LOTUS)
    const now = await run(['show', 'lotus-kettles', '--json'], env)
    expect(now).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^\{.+\}\n$/) })
    expect(JSON.parse(now.stdout)).toMatchObject({
      slug: 'lotus-kettles',
      status: 'LISTED',
      lastGmp: 21.25,
      listing: { listedOn: '2025-01-20', listingPrice: 131.5, exchange: 'NSE' },
    })
    const asOf = ['--as-of', '2025-01-13T19:20:00Z']
    const then = await run(['show', 'lotus-kettles', '--json', ...asOf], env)
    expect(JSON.parse(then.stdout)).toMatchObject({
      status: 'OPEN',
      lastGmp: 45,
      lastSubX: null,
      listing: null,
    })
  })

  test('does not know an IPO before its first fact', async () => {
    const args = ['show', 'lotus-kettles', '--as-of', '2025-01-08T04:29:59.999Z']
    const { code, stdout, stderr } = await run(args, await storeWith(LOTUS))
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe('no IPO has the slug "lotus-kettles" at 2025-01-08T04:29:59.999Z\n')
  })

  test.each([
    ['almost right: the right one is suggested', 'lotus-ketles', '; did you mean lotus-kettles?'],
    ['unlike any other: nothing is suggested', 'zzz', ''],
  ])('of a slug %s exits with 1', async (_name, slug, hint) => {
    expect(await run(['show', slug], await storeWith(LOTUS))).toEqual({
      code: 1,
      stdout: '',
      stderr: `no IPO has the slug "${slug}"${hint}\n`,
    })
  })

  test('prints the same bytes in any time zone', async () => {
    const env = await storeWith(LOTUS)
    const zones = ['Pacific/Kiritimati', 'America/Los_Angeles']
    const asOf = ['--as-of', '2025-01-13T19:20:00Z']
    for (const args of [['--json'], ['--json', ...asOf], asOf]) {
      const [east, west] = await Promise.all(
        zones.map((TZ) => run(['show', 'lotus-kettles', ...args], { ...env, TZ })),
      )
      expect(east).toMatchObject({ code: 0 })
      expect(west).toEqual(east)
    }
  })
})

describe('docs/facts-file.md', () => {
  needs(ONCE)

  const page = readFileSync(join(ROOT, 'docs/facts-file.md'), 'utf8')
  // Pieces are another format.
  const [facts = ''] = page.split('## Pieces')
  const examples = [...facts.matchAll(/```json\n([\s\S]*?)```/g)].map(([, block]) => block).join('')
  const sections = new Map(
    page
      .split(/^### /m)
      .slice(1)
      .map((section) => [section.split('\n')[0] ?? '', section]),
  )
  const keysIn = (section = '') =>
    [...section.matchAll(/^\| `(\w+)` \| (required|optional) \|/gm)].map(([, key, need]) => [key, need])

  test('has an example of each kind of fact, and all of them are accepted', async () => {
    const lines: { fact: string }[] = examples
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(new Set(lines.map(({ fact }) => fact))).toEqual(new Set([...Object.keys(FIELDS), 'retraction']))
    expect(await run(['import', '-'], await emptyStore(), examples)).toEqual({
      code: 0,
      stdout: `${lines.length} taken, 0 already known, 0 refused\n`,
      stderr: '',
    })
  })

  test.each(Object.entries(FIELDS))(
    'lists the keys of %s, in order, and which are required',
    (kind, fields) => {
      expect(keysIn(sections.get(kind))).toEqual(
        Object.keys(fields).map((key) => [key, isOptionalIn(kind, key) ? 'optional' : 'required']),
      )
    },
  )

  test('lists the keys of retraction, all of which are required', async () => {
    const keys = keysIn(sections.get('retraction'))
    expect(keys.map(([, need]) => need)).toEqual(keys.map(() => 'required'))
    const { stderr } = await run(['import', '-'], await emptyStore(), '{"fact":"retraction"}\n')
    expect([...stderr.matchAll(/"(\w+)" is missing/g)].map(([, key]) => key)).toEqual(
      keys.map(([key]) => key),
    )
  })
})
