import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AlertRulesFile, BadAlertRules } from './alert-rules-file.ts'
import { EXAMPLE_FILE, EXAMPLE_VARIABLES } from './rules-file.test-example.ts'

let folder: string
let path: string
let seconds = 0

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'greymark-alerts-'))
  path = join(folder, 'alerts.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Writes the file with a time of change of its own, because file systems measure it roughly. */
function write(content: string | Uint8Array): void {
  writeFileSync(path, content)
  seconds += 1
  utimesSync(path, seconds, seconds)
}
const withMaximum = (maxPerDay: number) => JSON.stringify({ ...EXAMPLE_FILE, maxPerDay })
const maximumIn = (loaded: unknown) =>
  loaded instanceof Object && 'rules' in loaded
    ? (loaded as Awaited<ReturnType<AlertRulesFile['load']>>).rules.channels.get('family')?.maxPerDay
    : loaded
const fileOf = () => new AlertRulesFile(path, EXAMPLE_VARIABLES)

test('a file is read at the start, and again only when it has changed', async () => {
  write(withMaximum(10))
  const file = fileOf()
  expect(maximumIn(await file.load())).toBe(10)
  expect(await file.reload()).toBe('unchanged')
  write(withMaximum(11))
  expect(maximumIn(await file.reload())).toBe(11)
  expect(await file.reload()).toBe('unchanged')
})

test('problems of a changed file are returned once, and it is read again when it is mended', async () => {
  write(withMaximum(10))
  const file = fileOf()
  await file.load()
  write(withMaximum(0))
  expect(await file.reload()).toEqual({
    problems: [expect.stringContaining('maxPerDay must be a whole number from 1 to 10000; got 0')],
  })
  expect(await file.reload()).toBe('unchanged')
  rmSync(path)
  expect(await file.reload()).toEqual({ problems: [expect.stringContaining('there is no such file')] })
  expect(await file.reload()).toBe('unchanged')
  write(withMaximum(12))
  expect(maximumIn(await file.reload())).toBe(12)
})

test('a file whose permissions have changed is read again', async () => {
  write(withMaximum(10))
  const file = fileOf()
  await file.load()
  // File systems measure the time of this change roughly, too.
  const chmodAndReload = async () => {
    chmodSync(path, 0o600)
    return maximumIn(await file.reload())
  }
  await expect.poll(chmodAndReload).toBe(10)
})

test('loading again always reads the file', async () => {
  write(withMaximum(10))
  const file = fileOf()
  await file.load()
  expect(maximumIn(await file.load())).toBe(10)
})

test('warnings come with the rules', async () => {
  write(JSON.stringify({ channels: { family: EXAMPLE_FILE.channels.family } }))
  expect((await fileOf().load()).warnings).toHaveLength(2)
})

test('the error names the file first, then each problem', async () => {
  write('{"channels": {}, "rulse": []}')
  const error = await fileOf()
    .load()
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(BadAlertRules)
  expect((error as BadAlertRules).message).toBe(
    `bad alerts file ${path}:\n  line 1, column 18: the file has the unknown key "rulse"; did you mean "rules"?`,
  )
})

test.each<[string, () => void, string]>([
  ['is missing', () => undefined, 'there is no such file; a path without a leading slash'],
  ['is a folder', () => mkdirSync(path), 'it must be a file, not a folder or a device'],
  ['is too long', () => write(' '.repeat(1_048_577)), 'the file must have at most 1048576 bytes'],
  ['is not UTF-8', () => write(Uint8Array.of(0x7b, 0xff, 0x7d)), 'the file is not UTF-8 text'],
])('a file that %s cannot be used', async (_name, make, problem) => {
  make()
  await expect(fileOf().load()).rejects.toThrow(problem)
})
