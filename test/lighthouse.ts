import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import lighthouse, { desktopConfig, type Result } from 'lighthouse'
import { textTable } from '../src/cli/text-table.ts'
import { startBrowser } from './support/chromium.ts'
import { freePort } from './support/free-port.ts'

/** The score, of 100, that every category of every page must reach. */
const GOAL = 98
/** The score from which Lighthouse counts an audit as passed. */
const PASSED = 0.9
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const HEADINGS = ['page', ...CATEGORIES, 'KB', 'script KB', 'layout shift']
const root = join(import.meta.dirname, '..')

/** The result for one page. */
interface Measured {
  readonly cells: readonly string[]
  /** One line for each audit that costs points. */
  readonly failed: readonly string[]
  readonly isGood: boolean
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { desktop: { type: 'boolean', default: false } } })
  const rows = await measureAll(values.desktop)
  const cells = rows.map((row) => row.cells)
  print(`Lighthouse, ${values.desktop ? 'desktop' : 'mobile'}; every category must reach ${GOAL}\n`)
  print(textTable(HEADINGS, cells))
  for (const line of rows.flatMap(({ failed }) => failed)) print(line)
  return rows.every(({ isGood }) => isGood) ? 0 : 1
}

async function measureAll(isDesktop: boolean): Promise<readonly Measured[]> {
  const service = await startDemo()
  try {
    const paths = [
      '/',
      await openIpo(service.address),
      '/ipos',
      '/calendar',
      '/deals',
      '/scoreboard',
      '/accuracy',
      '/developers',
    ]
    return await measureEach(service.address, paths, isDesktop)
  } finally {
    await service.stop()
  }
}

async function measureEach(
  address: string,
  paths: readonly string[],
  isDesktop: boolean,
): Promise<readonly Measured[]> {
  const port = await freePort()
  const { close } = await startBrowser([`--remote-debugging-port=${port}`])
  try {
    const rows: Measured[] = []
    for (const path of paths) rows.push(await measure(address, path, port, isDesktop))
    return rows
  } finally {
    await close()
  }
}

/** The service as users run it, in its own process so that it does not share a thread with the measurement. */
async function startDemo(): Promise<{ address: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'greymark-lighthouse-'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['bin/greymark.js', 'serve'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: `sqlite:${join(folder, 'greymark.db')}`,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: address,
      REQUESTS_PER_MINUTE: '0',
      COLLECT: 'off',
      LOG_LEVEL: 'info',
    },
  })
  const stop = async () => {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined
    child.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilAnswering(child.stdout)
  } catch (error) {
    await stop()
    throw error
  }
  return { address, stop }
}

async function untilAnswering(log: Readable): Promise<void> {
  for await (const line of createInterface({ input: log }))
    if (line.includes('Greymark answers at')) return void log.resume()
  throw new Error('the service did not start')
}

/** The open issue with the most sources, because its page has the most to draw. */
async function openIpo(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/public/market/ipos?status=open&limit=200`)
  const { ipos } = (await answer.json()) as { ipos: readonly { slug: string; gmpSources: number }[] }
  const [most] = ipos.toSorted((a, b) => b.gmpSources - a.gmpSources)
  if (!most) throw new Error('the demo has no open IPO')
  return `/ipos/${most.slug}`
}

async function measure(address: string, path: string, port: number, isDesktop: boolean): Promise<Measured> {
  const run = await lighthouse(
    `${address}${path}`,
    { port, logLevel: 'error', onlyCategories: [...CATEGORIES] },
    isDesktop ? desktopConfig : undefined,
  )
  if (!run) throw new Error(`Lighthouse gave no result for ${path}`)
  const { lhr } = run
  const scores = CATEGORIES.map((id) => scoreOf(lhr, id))
  const requests = requestsOf(lhr)
  return {
    cells: [
      path,
      ...scores.map(String),
      kilobytes(requests),
      kilobytes(requests.filter(({ resourceType }) => resourceType === 'Script')),
      (lhr.audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3),
    ],
    failed: failures(lhr).map((line) => `${path}: ${line}`),
    isGood: scores.every((score) => score >= GOAL),
  }
}

interface MeasuredRequest {
  readonly transferSize: number
  readonly resourceType: string
}

function requestsOf({ audits }: Result): readonly MeasuredRequest[] {
  const details = audits['network-requests']?.details
  return details?.type === 'table' ? (details.items as unknown as readonly MeasuredRequest[]) : []
}

const kilobytes = (requests: readonly MeasuredRequest[]): string =>
  (requests.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000).toFixed(1)

/** The audits that cost points, or why the page could not be measured. */
function failures(lhr: Result): string[] {
  if (lhr.runtimeError) return [lhr.runtimeError.message]
  return CATEGORIES.flatMap((id) => {
    const limit = scoreOf(lhr, id) < GOAL ? 1 : PASSED
    return countedAudits(lhr, id)
      .filter(({ score }) => score !== null && score < limit)
      .map(({ id: audit, title, explanation, displayValue = 'failed' }) =>
        [`${id}: ${title}: ${displayValue} (${audit})`, ...(explanation ? [explanation] : [])].join('. '),
      )
  })
}

const countedAudits = (lhr: Result, category: string) =>
  (lhr.categories[category]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => lhr.audits[id])
    .filter((audit) => audit !== undefined)

const scoreOf = (lhr: Result, category: string): number =>
  Math.round((lhr.categories[category]?.score ?? 0) * 100)

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

process.exitCode = await main()
