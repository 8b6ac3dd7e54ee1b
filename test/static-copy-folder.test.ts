import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lockFile } from '../src/store/engines/process-locks.ts'
import { NOT_ROOT, skipWithout } from './support/needs.ts'
import { copyOf, filesIn, ONE_ISSUE, publishedCopy } from './support/published-copy.ts'

const LATER = '2026-01-15T07:00:00.000Z'

/** What is beside the folder of a copy, itself included. */
const beside = (dir: string): string[] => readdirSync(dirname(dir)).sort()

describe('the folder of a copy', () => {
  test('is a link to a copy beside it, of which the one before is kept for who still reads it', async () => {
    const { dir, publish } = await publishedCopy(ONE_ISSUE)
    expect(beside(dir)).toEqual(['site', 'site.copies'])
    const first = readlinkSync(dir)
    expect(dirname(first)).toBe('site.copies')
    await publish(LATER)
    const second = readlinkSync(dir)
    expect(second).not.toBe(first)
    await publish(LATER)
    const third = readlinkSync(dir)
    const kept = readdirSync(`${dir}.copies`).filter((name) => /^copy-[0-9a-f]+$/.test(name))
    expect(kept.map((name) => join('site.copies', name)).sort()).toEqual([second, third].sort())
  })

  test('takes the place of an empty folder', async () => {
    const { dir, publish } = await copyOf(ONE_ISSUE)
    mkdirSync(dir)
    expect(await publish()).toMatchObject({ code: 0 })
    expect(lstatSync(dir).isSymbolicLink()).toBe(true)
  })

  test('has no leftovers of a run that was killed', async () => {
    const { dir, publish } = await publishedCopy(ONE_ISSUE)
    const copies = `${dir}.copies`
    mkdirSync(join(copies, 'copy-0123456789ab/ipos'), { recursive: true })
    writeFileSync(join(copies, 'copy-0123456789ab/index.html'), '<p>')
    writeFileSync(join(copies, 'copy-ffffffffffff.json'), '{}')
    symlinkSync('site.copies/copy-0123456789ab', join(copies, 'next'))
    writeFileSync(join(copies, 'mine.txt'), 'of the operator')
    expect((await publish(LATER)).code).toBe(0)
    expect(readdirSync(copies)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/0123456789ab|ffffffffffff|next/)]),
    )
    expect(existsSync(join(copies, 'mine.txt'))).toBe(true)
  })

  test.each<[string, (record: string) => void]>([
    ['gone', (record) => rmSync(record)],
    ['cut short', (record) => truncateSync(record, 100)],
  ])('is written anew where the record of the last run is %s', async (_what, damage) => {
    const { dir, publish } = await publishedCopy(ONE_ISSUE)
    const { size } = filesIn(dir)
    damage(join(dirname(dir), `${readlinkSync(dir)}.json`))
    expect((await publish(LATER)).stdout).toContain(` ${size} written`)
  })

  test('gets a file back that was cut short or removed', async () => {
    const { dir, publish } = await publishedCopy(ONE_ISSUE)
    const before = filesIn(dir)
    truncateSync(join(dir, 'ipos/acme-foods/index.html'), 0)
    rmSync(join(dir, 'about/index.html'))
    expect((await publish(LATER)).code).toBe(0)
    const after = filesIn(dir)
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort())
    for (const [path, bytes] of after)
      if (path !== '/status.json') expect(before.get(path)?.equals(bytes), path).toBe(true)
  })
})

describe('a run refuses', () => {
  test.each<[string, (dir: string) => void, RegExp]>([
    [
      'a link to another folder',
      (dir) => symlinkSync('/', dir),
      /is a link to \/, which is no copy of Greymark/,
    ],
    ['a folder with files', (dir) => mkdirSync(join(dir, 'photos'), { recursive: true }), /is not empty/],
    ['a file', (dir) => writeFileSync(dir, 'notes'), /is not empty and not a copy/],
  ])('%s, and leaves it as it is', async (_what, prepare, message) => {
    const { dir, publish } = await copyOf(ONE_ISSUE)
    prepare(dir)
    for (const args of [[], ['--dry-run']]) {
      const { code, stderr } = await publish(undefined, ...args)
      expect([code, stderr]).toEqual([1, expect.stringMatching(message)])
      expect(beside(dir)).toEqual(['site'])
    }
  })

  test.each([
    ['https://ipo.example/path'],
    ['https://ipo.example/?a=b'],
    ['https://user@ipo.example'],
    ['ftp://ipo.example'],
    ['ipo.example'],
    ['https://ipo.example:99999'],
  ])('the address %s', async (address) => {
    const { dir, publish } = await copyOf(ONE_ISSUE)
    expect((await publish(undefined, '--url', address)).code).toBe(2)
    expect(beside(dir)).toEqual([])
  })

  test('a PUBLIC_URL with a path, unless --url replaces it', async () => {
    const { dir, publish } = await copyOf(ONE_ISSUE, { PUBLIC_URL: 'https://ipo.example/greymark' })
    expect(await publish()).toMatchObject({ code: 1, stderr: expect.stringContaining('--url') })
    expect(beside(dir)).toEqual([])
    expect((await publish(undefined, '--url', 'https://ipo.example/', '--dry-run')).code).toBe(0)
  })

  test('to work beside another run', async () => {
    const { dir, publish } = await publishedCopy(ONE_ISSUE)
    const before = readlinkSync(dir)
    const lock = lockFile(join(`${dir}.copies`, 'lock'))
    expect(await publish(LATER)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('another run is writing'),
    })
    expect(readlinkSync(dir)).toBe(before)
    lock?.file.close()
    expect((await publish(LATER)).code).toBe(0)
  })

  test('a place in which it may not write, before any work', async ({ skip }) => {
    skipWithout(skip, NOT_ROOT)
    const { dir, publish } = await copyOf(ONE_ISSUE)
    chmodSync(dirname(dir), 0o500)
    expect(await publish()).toMatchObject({ code: 1, stderr: expect.stringContaining('permission denied') })
    chmodSync(dirname(dir), 0o700)
  })

  test('a place below a file', async () => {
    const { dir, publish } = await copyOf(ONE_ISSUE)
    writeFileSync(dirname(`${dir}.copies/x`), 'a file in the place of the copies')
    expect((await publish()).code).toBe(1)
    expect(existsSync(dir)).toBe(false)
  })
})

test('a dry run writes nothing, and says what a run would', async () => {
  const { dir, publish } = await copyOf(ONE_ISSUE)
  const { code, stdout } = await publish(undefined, '--dry-run')
  expect(code).toBe(0)
  expect(beside(dir)).toEqual([])
  const [, files, written] = /: ([\d,]+) files, .* ([\d,]+) would be written, 0 removed/.exec(stdout) ?? []
  expect(written).toBe(files)
  const real = await publish()
  expect(real.stdout).toBe(stdout.replace('would be written', 'written'))
  const link = readlinkSync(dir)
  const copies = readdirSync(`${dir}.copies`)
  expect((await publish(LATER, '--dry-run')).stdout).toMatch(/ 1 would be written, 0 removed\n$/)
  expect([readlinkSync(dir), readdirSync(`${dir}.copies`)]).toEqual([link, copies])
})
