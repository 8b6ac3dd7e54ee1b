import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { temporaryFolder } from './support/store.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BUILT = join(ROOT, 'dist/client/index.js')

test('the client is one module without imports, of at most 6 KB compressed', () => {
  const text = readFileSync(BUILT, 'utf8')
  expect(text).not.toMatch(/\b(import|require)\b/)
  expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(6 * 1024)
})

/** A program of a user, which the compiler accepts, except for lines with an error that it must find. */
const PROGRAM = `
import { createClient, type ClientAnswer, type FullIpo, type IpoSummary, type IposBody } from 'greymark/client'
const client = createClient('https://ipo.example', { timeoutMs: 1000 })
const answer = await client.ipos({ status: ['OPEN', 'CLOSED'], asOf: new Date(0) })
export const names: string[] = answer.ok ? answer.ipos.map(({ name }) => name) : [answer.error.code]
export const position: string | null = answer.meta.position
const full = await client.ipos({ detail: 'full' })
export const items: FullIpo[] = full.ok ? full.ipos : []
export const summaries: IpoSummary[] = items
for await (const page of client.pages.deals({ kind: 'BULK' })) if (page.ok) page.deals[0]?.valueCr?.toFixed(1)
export const shown = (list: ClientAnswer<IposBody>) => (list.ok ? list.count : list.error.message)
// @ts-expect-error A status that does not exist.
await client.ipos({ status: 'SOON' })
// @ts-expect-error A parameter that does not exist.
await client.deals({ page: 2 })
// @ts-expect-error Only a successful answer has a list.
answer.ipos
// @ts-expect-error What may be unknown must be checked.
if (answer.ok) answer.ipos[0].lastGmp.toFixed(1)
`

test.each([
  ['with the types of browsers', { lib: ['es2022', 'dom'], module: 'esnext', moduleResolution: 'bundler' }],
  ['with the modules of Node', { lib: ['es2022', 'dom'], module: 'nodenext' }],
])('a program has the types of the client, %s', (_name, settings) => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(ROOT, join(folder, 'node_modules/greymark'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'program.ts'), PROGRAM)
  const compilerOptions = {
    ...{ target: 'es2022', strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
    ...{ noEmit: true, types: [], skipLibCheck: false, ...settings },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['program.ts'] }))
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  expect(() => execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })).not.toThrow()
})
