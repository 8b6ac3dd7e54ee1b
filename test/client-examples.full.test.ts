import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { demoServiceForAll } from './support/demo-service.ts'
import { ended } from './support/processes.ts'
import { temporaryFolder } from './support/store.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** When the demo market printed the lines that are shown. */
const demo = demoServiceForAll('2026-11-15T03:00:00.000Z')

/** The examples of docs/client.md: the title, the program, and what it prints, in comments after it. */
const examples = [
  ...readFileSync(join(ROOT, 'docs/client.md'), 'utf8').matchAll(
    /^### (\d+\. .+)$[^#]*?^```js\n([\s\S]*?)((?:^\/\/ .*\n)+)```$/gm,
  ),
].map(([, title = '', program = '', printed = '']) => ({
  title,
  program,
  printed: printed.replaceAll(/^\/\/ /gm, ''),
}))

/** A folder of a user with the package in it. */
function userFolder(): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(ROOT, join(folder, 'node_modules/greymark'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  return folder
}

describe('docs/client.md', () => {
  test('has ten examples', () => {
    expect(examples.map(({ title }) => Number.parseInt(title, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test.for(examples)('$title', async ({ program, printed }) => {
    const folder = userFolder()
    writeFileSync(join(folder, 'example.js'), program.replace('https://ipo.example', demo.address))
    const run = await ended(spawn(process.execPath, ['example.js'], { cwd: folder }))
    expect(run).toEqual({ code: 0, stderr: '', stdout: printed })
  })

  test('has examples that the compiler accepts', async () => {
    const folder = userFolder()
    for (const { title, program } of examples)
      writeFileSync(join(folder, `example-${Number.parseInt(title, 10)}.ts`), program)
    const compilerOptions = {
      ...{ target: 'es2022', lib: ['es2022', 'dom'], module: 'nodenext', strict: true, noEmit: true },
      ...{ typeRoots: [join(ROOT, 'node_modules/@types')], types: ['node'] },
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    expect(await ended(spawn(process.execPath, [tsc, '-p', folder]))).toMatchObject({ code: 0, stdout: '' })
  })
})
