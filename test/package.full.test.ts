import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lexer, type Token, walkTokens } from 'marked'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type InstalledPackage,
  installPackage,
  pathWithThisNode,
  startOutside,
} from './support/installed-package.ts'
import { ipo } from './support/lines.ts'
import { callForAnswer, mcpOfCommand, mcpOverHttp } from './support/mcp-client.ts'
import { ended, FREE_PORT, listening } from './support/processes.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const manifest = JSON.parse(read('package.json'))

let installed: InstalledPackage
beforeAll(async () => {
  installed = await installPackage()
})
afterAll(() => installed.remove())

const installedFile = (path: string) => join(installed.folder, 'node_modules/greymark', path)
const command = () => join(installed.folder, 'node_modules/.bin/greymark')

/** An empty folder beside the installation, as the working folder of a user. */
function emptyFolder(name: string): string {
  const folder = join(installed.folder, '..', name)
  mkdirSync(folder)
  return folder
}

describe('the tarball', () => {
  test('has every file that the program reads', () => {
    const paths = sourceTexts().flatMap((text) =>
      [...text.matchAll(/projectFile\(['`]([^'`$]+)/g)].map(([, path = '']) => path),
    )
    expect(paths).toContain('docs/method.md')
    // A path that ends in a variable part is a folder.
    for (const path of paths)
      expect(installed.files).toContainEqual(expect.stringMatching(new RegExp(`^${RegExp.escape(path)}`)))
  })

  test('has every document that a message names', () => {
    const named = sourceTexts().flatMap((text) =>
      [...text.matchAll(/\b(?:docs|deploy)\/[\w./-]*\w|\.env\.example|\b[A-Z]{6,}\.md\b/g)].map(
        ([path]) => path,
      ),
    )
    expect(named).toEqual(expect.arrayContaining(['docs/operating.md', '.env.example']))
    for (const path of named) expect(existsSync(installedFile(path)), path).toBe(true)
  })

  test('has documents whose links lead to files in it', () => {
    // The texts of pages link to pages.
    const documents = installed.files.filter((path) => path.endsWith('.md') && !path.startsWith('dist/'))
    expect(documents).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'docs/operating.md']))
    const targets = documents.flatMap((path) =>
      relativeLinksOf(path).map((link) => join(dirname(path), link)),
    )
    expect(targets.filter((target) => !existsSync(installedFile(target)))).toEqual([])
  })

  test('has no sources, tests, secrets or maps, and refers to no maps', () => {
    const FOLDERS = ['bin', 'deploy', 'dist', 'docs', 'examples']
    const stray = installed.files.filter(
      (path) =>
        (path.includes('/') && !FOLDERS.includes(path.split('/')[0] ?? '')) || /\.map$|secrets/.test(path),
    )
    expect(stray).toEqual([])
    for (const path of installed.files.filter((each) => /^dist\/.*js$/.test(each)))
      expect(readFileSync(installedFile(path), 'utf8')).not.toMatch(/^\/\/# sourceMappingURL=/m)
  })

  test('has the licence, and the licence of every package whose code it contains', () => {
    expect(installed.files).toContain('LICENSE')
    const licenses = readFileSync(installedFile('dist/THIRD-PARTY-LICENSES.txt'), 'utf8')
    const parts = licenses.split(/\n-{80}\n/).slice(1)
    const licensed = new Map(parts.map((part) => [/^\n(\S+) /.exec(part)?.[1], part]))
    // esbuild names the file above each part of what it builds.
    const bundled = globSync('dist/*.js', { cwd: ROOT }).flatMap((path) =>
      [...read(path).matchAll(/^(?:\/\/| {2}") ?node_modules\/.*?((?:@[^/\n]+\/)?[^/\n]+)\/[^\n]*$/gm)].map(
        ([line]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(line)?.[1] ?? '',
      ),
    )
    expect(new Set(bundled).size).toBeGreaterThan(50)
    expect([...licensed.keys()]).toEqual(expect.arrayContaining([...new Set(bundled)]))
    for (const part of parts) expect(part).toMatch(/copyright|Blue Oak|Apache License|Its author is \w/i)
  })
})

describe('package.json', () => {
  test('can be published, and needs the Node version of the program', () => {
    expect(manifest).not.toHaveProperty('private')
    expect(manifest.engines).toEqual({ node: '>=24' })
  })

  test('names only files that are in the tarball', () => {
    const targets = [manifest.bin.greymark, ...leavesOf([manifest.exports, manifest.typesVersions])]
    for (const target of targets) expect(installed.files).toContain(target.replace(/^\.\//, ''))
  })
})

describe('npm install', () => {
  test('gives no warning', () => {
    expect(installed.npmOutput).toMatch(/^\s*added \d+ packages/)
    expect(installed.npmOutput).not.toContain('warn')
  })

  test('brings the declared dependencies and theirs, and nothing else', () => {
    expect(installedPackages()).toEqual([...installed.dependencies, 'greymark'].sort())
    expect(Object.keys(manifest.dependencies).sort()).toEqual(['@resvg/resvg-js', 'better-sqlite3', 'pg'])
  })
})

describe('the systemd units', () => {
  test('find their program at the same path in an installation and in a checkout', () => {
    const units = globSync('deploy/*.service', { cwd: ROOT }).map(read)
    const paths = units.flatMap((text) =>
      [...text.matchAll(/\/opt\/greymark\/(node_modules\/\.bin\/\w+)/g)].map(([, path = '']) => path),
    )
    expect(new Set(paths)).toEqual(new Set(['node_modules/.bin/greymark']))
    for (const folder of [installed.folder, ROOT])
      expect(existsSync(join(folder, 'node_modules/.bin/greymark'))).toBe(true)
  })
})

/** A program that lists the open IPOs of a service with their GMP. */
const PROGRAM = `
  import { createClient } from 'greymark/client'
  const answer = await createClient(process.argv[2]).ipos({ status: 'OPEN' })
  if (!answer.ok) throw new Error(answer.error.message)
  console.log(answer.ipos.map(({ name, lastGmp }) => name + ': ' + lastGmp).join('\\n'))
`

async function printedByClient(service: string): Promise<string> {
  writeFileSync(join(installed.folder, 'open-ipos.mjs'), PROGRAM)
  const child = startOutside(process.execPath, ['open-ipos.mjs', service], installed.folder)
  const { code, stdout, stderr } = await ended(child)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

describe('the installed command', () => {
  const run = async (args: readonly string[], cwd: string, stdin = '') => {
    const child = startOutside(command(), args, cwd)
    child.stdin.end(stdin)
    return ended(child)
  }

  test('prints its version', async () => {
    const { code, stdout } = await run(['--version'], installed.folder)
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(manifest.version) })
  })

  test('imports facts and shows an IPO', async () => {
    const folder = emptyFolder('facts')
    const imported = await run(['import', '-'], folder, `${JSON.stringify(ipo('acorn-mills'))}\n`)
    expect(imported).toMatchObject({ code: 0, stderr: '' })
    const shown = await run(['show', 'acorn-mills'], folder)
    expect(shown).toMatchObject({ code: 0, stderr: '' })
    expect(shown.stdout).toMatch(/^acorn mills Limited\nStatus/)
  })

  // One test, because starting the demo takes seconds.
  test('alone serves the demo: every page of the menus with its files, the installed client, and assistants', async () => {
    const folder = emptyFolder('demo')
    const service = await listening(startOutside(command(), [], folder, FREE_PORT))
    const linked = await linksOfPage(service.address, '/')
    expect(linked).toEqual(expect.arrayContaining(['/ipos', '/method', '/developers', '/downloads']))
    const oneIpo = linked.find((path) => path.startsWith('/ipos/'))
    const pages = linked.filter((path) => !path.startsWith('/ipos/') || path === oneIpo)
    const links = new Set([...pages, '/docs', '/cards/today.png', '/openapi.json'])
    // A set that grows while it is walked.
    for (const path of links)
      for (const link of await linksOfPage(service.address, path)) if (isFile(link)) links.add(link)
    expect([...links].filter(isFile).length).toBeGreaterThan(5)
    expect(await printedByClient(service.address)).toMatch(/^(.+: (-?\d+(\.\d+)?|null)\n)+$/)
    const assistant = await mcpOverHttp(service.address, 'modern')
    expect((await callForAnswer(assistant, 'find_ipos', { limit: 2 })).ipos).toHaveLength(2)
    await assistant.close()
    expect(await service.end('SIGTERM')).toEqual([0, null])
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('the installed client', () => {
  const STRICT = { noEmit: true, strict: true, target: 'es2022', lib: ['es2022', 'dom'], types: [] }
  test.each([
    ['nodenext', { module: 'nodenext' }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('has types for TypeScript with the resolution "%s"', async (name, resolution) => {
    const folder = join(installed.folder, `types-${name}`)
    mkdirSync(folder)
    writeFileSync(join(folder, 'program.mts'), `declare const process: { argv: string[] }\n${PROGRAM}`)
    writeFileSync(
      join(folder, 'wrong.mts'),
      `import { createClient } from 'greymark/client'\ncreateClient('').ipos({ status: 'SOON' })\n`,
    )
    const compilerOptions = { ...STRICT, ...resolution }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const { stdout } = await ended(startOutside(process.execPath, [tsc, '-p', folder], folder))
    expect(stdout.match(/^\S+/gm)).toEqual([expect.stringMatching(/^wrong\.mts\(2,/)])
  })
})

describe('MCP of the installed package', () => {
  test('answers an assistant that starts the command in an empty folder', async () => {
    const cwd = emptyFolder('mcp-stdio')
    const client = await mcpOfCommand(
      { command: command(), args: ['mcp'], cwd, env: { PATH: pathWithThisNode() } },
      'modern',
    )
    const { ipos } = await callForAnswer(client, 'find_ipos', { limit: 2 })
    expect(ipos).toHaveLength(2)
    await client.close()
    expect(readdirSync(cwd)).toEqual([])
  })
})

/** The sources of the program, without tests and comments. */
function sourceTexts(): string[] {
  return globSync('src/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((path) => !path.includes('.test.'))
    .map((path) => read(path).replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '$1'))
}

function relativeLinksOf(path: string): string[] {
  const links: string[] = []
  walkTokens(lexer(readFileSync(installedFile(path), 'utf8')), (token: Token) => {
    if (token.type === 'link' || token.type === 'image') links.push(token.href.split('#')[0])
  })
  return links.filter((link) => link !== '' && !/^[a-z]+:/.test(link))
}

const leavesOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(leavesOf)

/** The names of the packages in the folder of the user. */
function installedPackages(): string[] {
  const modules = join(installed.folder, 'node_modules')
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((each) => `${name}/${each}`) : [name],
    )
    .sort()
}

/** Addresses on the same site that a page links to or loads. */
async function linksOfPage(address: string, path: string): Promise<string[]> {
  const answer = await fetch(address + path)
  expect(answer.status, path).toBe(200)
  const page = await answer.text()
  const links = [...page.matchAll(/ (?:href|src)="(\/[^"#]*)/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  )
  return [...new Set(links)]
}

const isFile = (path: string) => /^\/assets\/|\.(css|js|png|svg|ico|webmanifest)$/.test(path)
