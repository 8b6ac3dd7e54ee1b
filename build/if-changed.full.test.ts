import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { needs, ONCE } from '../test/support/needs.ts'
import { temporaryFolder } from '../test/support/store.ts'

needs(ONCE)

const SCRIPT_FILE = fileURLToPath(new URL('./if-changed.ts', import.meta.url))
const BUILD = `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
mkdirSync('dist', { recursive: true })
appendFileSync('dist/built', 'x')
mkdirSync('src/client', { recursive: true })
writeFileSync('src/client/types.ts', 'types')
`

/** A project with a build that can be counted. */
function project() {
  const folder = temporaryFolder()
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  cpSync(SCRIPT_FILE, join(folder, 'build/if-changed.ts'))
  write('build/main.ts', BUILD)
  write('package.json', '{"type":"module"}')
  write('package-lock.json', '{}')
  write('src/a/b.ts', 'one')
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['build/if-changed.ts', ...args], { cwd: folder, encoding: 'utf8' }).status
  const builds = () => readFileSync(join(folder, 'dist/built'), 'utf8').length
  return { folder, write, run, builds }
}

test('it builds what was never built, and nothing that is built already', () => {
  const { run, builds } = project()
  expect([run(), builds()]).toEqual([0, 1])
  expect([run(), builds()]).toEqual([0, 1])
  expect([run('--always'), builds()]).toEqual([0, 2])
  expect([run(), builds()]).toEqual([0, 2])
})

test.each([
  ['a source', 'src/a/b.ts', 'two'],
  ['a new source', 'src/c.css', ''],
  ['the build itself', 'build/main.ts', `${BUILD}//`],
  ['package.json', 'package.json', '{"type":"module","version":"2.0.0"}'],
  ['the lock file', 'package-lock.json', '{"a":1}'],
  ['the installed packages', 'node_modules/.package-lock.json', '{}'],
  ['the compiler settings', 'tsconfig.json', '{}'],
])('it builds again after a change of %s', (_name, path, text) => {
  const { run, builds, write } = project()
  run()
  write(path, text)
  expect([run(), builds()]).toEqual([0, 2])
  expect([run(), builds()]).toEqual([0, 2])
})

test('it builds again after a source was removed, or an output', () => {
  const { folder, run, builds } = project()
  run()
  rmSync(join(folder, 'src/a/b.ts'))
  expect([run(), builds()]).toEqual([0, 2])
  rmSync(join(folder, 'src/client/types.ts'))
  expect([run(), builds()]).toEqual([0, 3])
  rmSync(join(folder, 'dist/built'))
  expect([run(), builds()]).toEqual([0, 1])
})

test('it goes by contents: a changed file that is older than the build is noticed, an unchanged newer one is not', () => {
  const { folder, run, builds, write } = project()
  run()
  const path = join(folder, 'src/a/b.ts')
  utimesSync(path, new Date('2099-01-01'), new Date('2099-01-01'))
  expect([run(), builds()]).toEqual([0, 1])
  write('src/a/b.ts', 'two')
  utimesSync(path, new Date('2001-01-01'), new Date('2001-01-01'))
  expect([run(), builds()]).toEqual([0, 2])
})

test('a build that fails is a failure, and is tried again', () => {
  const { folder, run, builds, write } = project()
  run()
  write('build/main.ts', 'process.exit(3)')
  expect(run()).toBe(3)
  expect(run()).toBe(3)
  expect(existsSync(join(folder, 'node_modules/.cache/greymark-build.json'))).toBe(false)
  write('build/main.ts', BUILD)
  expect([run(), builds()]).toEqual([0, 2])
})
