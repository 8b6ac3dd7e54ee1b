import { hash } from 'node:crypto'
import {
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Bench } from '../figure.ts'
import { greymark } from '../run/greymark.ts'
import { ROOT } from '../run/processes.ts'
import { GMP_REPORTS, type MarketSize, marketDays, TRADING_DAYS } from './market.ts'

const SIZES = {
  small: { ipos: 500, deals: 50_000 },
  middle: { ipos: 2000, deals: 200_000 },
  large: { ipos: 10_000, deals: 2_000_000 },
} as const
/** In a smaller market not every page is full. */
const LEAST: MarketSize = { ipos: 120, deals: 6000 }
/** A market is imported in so many files of equally many days. */
const FILES = 10
/** A store is built again if one of these has changed. */
const DEFINED_BY = ['bench/market/market.ts', 'src/store/tables.ts', 'src/store/schema.ts']
const READ_AT_A_TIME = 1024 * 1024

/** A store with an invented market. */
export interface BuiltStore {
  readonly file: string
  readonly size: MarketSize
  /** The facts a second with which each of its files was imported, in their order. */
  readonly importedPerSecond: readonly number[]
}

export function sizeOf({ scale }: Pick<Bench, 'scale'>, name: keyof typeof SIZES): MarketSize {
  const { ipos, deals } = SIZES[name]
  const scaled = (most: number, least: number) => Math.max(least, Math.round(most * scale))
  return { ipos: scaled(ipos, LEAST.ipos), deals: scaled(deals, LEAST.deals) }
}

const count = (value: number): string => value.toLocaleString('en-GB')

export const sizeText = ({ ipos, deals }: MarketSize): string =>
  `${count(deals)} deals and ${count(ipos)} IPOs, each with ${GMP_REPORTS} GMP reports`

/**
 * A store of an earlier run, or a new one. It is read once, so that it is in the page cache as far as that fits, and
 * figures do not depend on when it was built.
 */
export async function builtStore(bench: Bench, name: keyof typeof SIZES): Promise<BuiltStore> {
  const size = sizeOf(bench, name)
  const text = DEFINED_BY.map((path) => readFileSync(join(ROOT, path), 'utf8')).join()
  const folder = join(bench.folder, `${size.ipos}-${size.deals}-${hash('sha256', text).slice(0, 8)}`)
  const [file, speeds] = ['greymark.db', 'imported.json'].map((part) => join(folder, part)) as [
    string,
    string,
  ]
  if (!existsSync(folder)) {
    const building = join(bench.folder, 'building')
    rmSync(building, { recursive: true, force: true })
    mkdirSync(building, { recursive: true })
    const perSecond = await importMarket(bench, join(building, 'greymark.db'), size)
    writeFileSync(join(building, 'imported.json'), JSON.stringify(perSecond))
    renameSync(building, folder)
  }
  await finished(createReadStream(file, { highWaterMark: READ_AT_A_TIME }).resume())
  return { file, size, importedPerSecond: JSON.parse(readFileSync(speeds, 'utf8')) }
}

/** A copy of a store, for a part that writes to it. */
export function ownCopy({ folder }: Bench, store: BuiltStore): string {
  const copy = join(folder, 'copy')
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy)
  cpSync(store.file, join(copy, 'greymark.db'))
  return join(copy, 'greymark.db')
}

/** Imports an invented market into a new store, and returns how many facts a second of each file. */
export async function importMarket(
  { folder, say }: Bench,
  store: string,
  size: MarketSize,
): Promise<number[]> {
  say(`building a store of ${sizeText(size)}`)
  const file = join(folder, 'market.ndjson')
  const perSecond: number[] = []
  let [lines, days]: [string[], number] = [[], 0]
  for (const linesOfDay of marketDays(size)) {
    lines.push(...linesOfDay)
    days++
    if (Math.floor((days * FILES) / TRADING_DAYS) === perSecond.length) continue
    writeFileSync(file, `${lines.join('\n')}\n`)
    const started = performance.now()
    const outcome = await greymark(store, ['import', file])
    if (!outcome.startsWith(`${lines.length} taken, 0 already known, 0 refused`))
      throw new Error(`of ${lines.length} facts the import printed: ${outcome}`)
    perSecond.push((lines.length * 1000) / (performance.now() - started))
    lines = []
  }
  rmSync(file)
  return perSecond
}
