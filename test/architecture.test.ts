import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { mutableStateIn } from './support/module-state.ts'

/** A wait with a time limit, needed wherever something may hang. */
const WAITING = 'settles-within.ts'
/** Removes passwords from messages; needed wherever an address is shown. */
const REDACTION = 'without-secrets.ts'

/** Locates files of the program; needed wherever one is read. */
const PROJECT_FILES = 'project-file.ts'

/** Reads what the network reports: errors and asked-for pauses. */
const NETWORK = ['network-message.ts', 'retry-after.ts']

/** Throws with a name for a value that must exist; makes values when they are needed. */
const EVERYWHERE = ['invariant.ts', 'at-first-use.ts']

/** What each folder of `src` may import beside itself; files at the top of `src` may import everything. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  market: [],
  texts: ['market'],
  sources: ['market'],
  store: ['market', WAITING, REDACTION, PROJECT_FILES],
  collect: ['market', 'sources', 'store', WAITING, PROJECT_FILES, ...NETWORK],
  demo: ['market', 'store'],
  alerts: ['market', 'texts', 'store', 'reports', WAITING, REDACTION, PROJECT_FILES, ...NETWORK],
  reports: ['market', 'texts', 'store', 'sources'],
  publish: [WAITING],
  client: [],
  request: ['market', 'texts', 'reports', 'publish'],
  api: ['market', 'texts', 'reports', 'request', 'publish'],
  mcp: ['market', 'texts', 'reports', 'request', 'publish', 'api', 'client', PROJECT_FILES],
  web: ['market', 'texts', 'reports', 'request', 'publish', PROJECT_FILES],
  feeds: ['market', 'texts', 'reports', 'request', 'publish', WAITING],
  operate: ['market', 'texts', 'reports', 'request', 'publish', WAITING],
  service: [
    'market',
    'texts',
    'sources',
    'store',
    'collect',
    'demo',
    'reports',
    'publish',
    'request',
    'api',
    'mcp',
    'web',
    'feeds',
    'operate',
    'alerts',
    'config.ts',
    'lower-priority.ts',
    'machine-clock.ts',
    WAITING,
    REDACTION,
    PROJECT_FILES,
  ],
  'static-copy': [
    'market',
    'store',
    'reports',
    'publish',
    'request',
    'api',
    'web',
    'feeds',
    'service',
    'config.ts',
    PROJECT_FILES,
  ],
  cli: [
    'market',
    'texts',
    'sources',
    'store',
    'collect',
    'demo',
    'reports',
    'publish',
    'feeds',
    'mcp',
    'alerts',
    'web',
    'service',
    'static-copy',
    'config.ts',
    PROJECT_FILES,
    WAITING,
    REDACTION,
  ],
}
/** The files that read the clock; everywhere else time is an argument. */
const READS_THE_CLOCK = [
  ...['machine-clock.ts', 'cli/progress.ts', 'client/clock.ts'],
  ...['web/assets/copy-state.ts', 'web/assets/offline.ts'],
]
const READS_THE_ENVIRONMENT = ['config.ts']
const OPENS_SQLITE = ['store/engines/sqlite.ts']
const OPENS_POSTGRES = ['store/engines/postgres.ts']
/** Folders that send requests to other hosts. */
const USES_THE_NETWORK = ['collect/download/', 'alerts/channels/']
/** Folders whose code runs without any package and without Node. */
const WITHOUT_PACKAGES = ['market', 'client']
/** Loads what only some commands, stores or requests need when it is first used; esbuild puts that into a file of its own. */
const LOADS_LATER = [
  'cli/main.ts',
  'mcp/mcp-route.ts',
  'store/engines/postgres.ts',
  'cli/commands/serve.ts',
  'web/cards/draw-svg.ts',
]
/** A file is one subject that one reads from top to bottom. */
const MAX_LINES = 400
/** Written by the build from the schemas, so nobody edits it. */
const GENERATED = 'client/types.ts'

interface Module {
  readonly path: string
  readonly text: string
  /** Without comments, which the rules ignore. */
  readonly code: string
  readonly imports: readonly string[]
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '$1')

const importsOf = (code: string): string[] =>
  [...code.matchAll(/(?<!['"])\b(?:from|import)\s*\(?\s*['"`]([^'"`]+)['"`]/g)].map(
    ([, target = '']) => target,
  )

const moduleOf = (path: string, text: string): Module => {
  const code = withoutComments(text)
  return { path, text, code, imports: importsOf(code) }
}

const src = fileURLToPath(new URL('../src', import.meta.url))
const paths = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
const isTest = (path: string) => /\.test[.-]/.test(path)
const modules = paths
  .filter((path) => !isTest(path))
  .map((path) => moduleOf(path, readFileSync(join(src, path), 'utf8')))

const topOf = (path: string) => path.split('/')[0] ?? ''
const isAtTop = (path: string) => !path.includes('/')
const isPackage = (target: string) => !target.startsWith('.')
const packageOf = (target: string) =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')

/** The imports of a module that its folder may not have. */
function strayImports({ path, imports }: Module): string[] {
  if (isAtTop(path)) return []
  const folder = topOf(path)
  const allowed = [folder, ...EVERYWHERE, ...(MAY_IMPORT[folder] ?? [])]
  return imports.filter((target) =>
    isPackage(target)
      ? WITHOUT_PACKAGES.includes(folder)
      : !allowed.includes(topOf(join(dirname(path), target))),
  )
}

/** The modules that import themselves through others. */
function importCircles(all: readonly Module[]): string[] {
  const importsByPath = new Map(
    all.map(({ path, imports }) => [path, imports.map((target) => join(dirname(path), target))]),
  )
  const reachable = (start: string) => {
    const found = new Set<string>()
    const open = [start]
    for (let path = open.pop(); path !== undefined; path = open.pop())
      for (const next of importsByPath.get(path) ?? [])
        if (!found.has(next)) {
          found.add(next)
          open.push(next)
        }
    return found
  }
  return all.map(({ path }) => path).filter((path) => reachable(path).has(path))
}

const FORBIDDEN = {
  readsEnvironment: ({ code, imports }: Module) =>
    /\bprocess\s*\??\.\s*env\b|\bprocess\s*\[|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/.test(code) ||
    imports.some((target) => /^(node:)?process$/.test(target)),
  readsClock: ({ code }: Module) =>
    /\bDate\s*\.\s*now\b|\bnew\s+Date\b(?!\s*\(\s*[^\s)])|(?<!new\s+)\bDate\s*\(|\bperformance\s*\.\s*now\b|\bhrtime\b/.test(
      code,
    ),
  usesDatabase: ({ imports }: Module) =>
    imports.some((target) => ['kysely', 'better-sqlite3', 'pg', 'node:sqlite'].includes(packageOf(target))),
  containsSql: ({ code }: Module) =>
    /['"`]\s*(select\s[^'"`]*\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|(create|drop|alter)\s+(temporary\s+)?(table|index)\s|pragma\s)/i.test(
      code,
    ) || /\bsql\s*`/.test(code),
  opensSqlite: ({ imports }: Module) =>
    imports.some((target) => ['better-sqlite3', 'node:sqlite'].includes(packageOf(target))),
  sendsRequests: ({ imports }: Module) =>
    imports.some((target) => ['undici', 'nodemailer'].includes(packageOf(target))),
  opensPostgres: ({ imports }: Module) => imports.some((target) => packageOf(target) === 'pg'),
  importsDynamically: ({ code }: Module) => /\bimport\s*\(/.test(code) || /\brequire\s*\(/.test(code),
  exportsDefault: ({ code }: Module) =>
    /\bexport\s+default\b|\bexport\s*\{[^}]*\bas\s+default\b/.test(code) ||
    /\bexport\s*\{\s*default\b/.test(code),
} satisfies Record<string, (module: Module) => boolean>

const offenders = (rule: (module: Module) => boolean, isExempt: (path: string) => boolean = () => false) =>
  modules.filter((module) => !isExempt(module.path) && rule(module)).map(({ path }) => path)

test('finds the modules', () => {
  expect(modules.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'service/app.ts',
      'market/gmp/gmp.ts',
      'store/append/record-facts.ts',
      'web/layout.tsx',
    ]),
  )
})

describe('allowed imports', () => {
  const folders = [...new Set(paths.filter((path) => !isAtTop(path)).map(topOf))].sort()

  test.each(folders)('%s has a rule and follows it', (folder) => {
    expect(Object.keys(MAY_IMPORT)).toContain(folder)
    const strays = modules
      .filter(({ path }) => topOf(path) === folder)
      .flatMap((module) => strayImports(module).map((target) => `${module.path} imports ${target}`))
    expect(strays).toEqual([])
  })

  test('no module of src imports from outside of it', () => {
    const strays = modules.flatMap(({ path, imports }) =>
      imports.filter((target) => !isPackage(target) && join(dirname(path), target).startsWith('..')),
    )
    expect(strays).toEqual([])
  })
})

describe('import circles', () => {
  test('do not exist', () => {
    expect(importCircles(modules)).toEqual([])
  })

  test('are found over three modules', () => {
    const circle = [
      moduleOf('api/a.ts', "import { b } from './b.ts'"),
      moduleOf('api/b.ts', "export { c } from '../web/c.ts'"),
      moduleOf('web/c.ts', "import type { A } from '../api/a.ts'"),
      moduleOf('web/d.ts', "import { a } from '../api/a.ts'"),
    ]
    expect(importCircles(circle)).toEqual(['api/a.ts', 'api/b.ts', 'web/c.ts'])
  })
})

describe('rules for single places', () => {
  test('only config.ts reads the environment', () => {
    expect(offenders(FORBIDDEN.readsEnvironment, (path) => READS_THE_ENVIRONMENT.includes(path))).toEqual([])
  })

  test('only machine-clock.ts, the progress bar and the client read the clock', () => {
    expect(offenders(FORBIDDEN.readsClock, (path) => READS_THE_CLOCK.includes(path))).toEqual([])
  })

  test('only the store uses the database', () => {
    expect(offenders(FORBIDDEN.usesDatabase, (path) => topOf(path) === 'store')).toEqual([])
  })

  test('only the store contains SQL', () => {
    expect(offenders(FORBIDDEN.containsSql, (path) => topOf(path) === 'store')).toEqual([])
  })

  test('only store/engines/sqlite.ts uses SQLite, and only store/engines/postgres.ts the driver of PostgreSQL', () => {
    expect(offenders(FORBIDDEN.opensSqlite, (path) => OPENS_SQLITE.includes(path))).toEqual([])
    expect(offenders(FORBIDDEN.opensPostgres, (path) => OPENS_POSTGRES.includes(path))).toEqual([])
  })
})

test('only downloads and channels of alerts send requests', () => {
  const isExempt = (path: string) => USES_THE_NETWORK.some((folder) => path.startsWith(folder))
  expect(offenders(FORBIDDEN.sendsRequests, isExempt)).toEqual([])
})

describe('the rules of the market depend only on their arguments', () => {
  const rules = modules.filter(({ path }) => topOf(path) === 'market')

  test.each(rules.map(({ path, text }) => [path, text]))('%s has no mutable state', (path, text) => {
    expect(mutableStateIn(path, text)).toEqual([])
  })

  test.each([
    ['a variable', 'let owners = 0'],
    ['an exported variable', 'export let owners: string | undefined'],
    ['a map', 'const owners = new Map<string, string>()'],
    ['a map of a type that can change', 'const owners: Map<string, string> = new Map()'],
    ['a set', "const names = new Set(['a'])"],
    ['a weak map', 'const kept = new WeakMap<object, string>()'],
    ['an array', 'const names: string[] = []'],
    ['an array without a type', 'export const names = [1, 2]'],
    ['an object', 'const state = { owner: 0 }'],
    ['an object that is cast', 'const state = {} as { owner?: string }'],
    ['the result of a call', 'const next = counter()'],
    ['the result of a function called at once', 'const next = (() => { let n = 0; return () => n++ })()'],
    ['an expression that remembers its place', 'const WORD = /a/g'],
    ['a static field', 'export class Owners { static known = 0 }'],
    ['a static map', 'class Owners { static readonly known = new Map() }'],
    ['a static block', 'class Owners { static { known.add(1) } }'],
    ['a property of a function', 'function of() {}\nfunction set() { of.known = 1 }'],
    ['a counter on a function', 'const of = () => 0\nconst set = () => of.calls++'],
    ['a statement', "register('IPOWatch')"],
    [
      'a map that is cast back',
      'const known: ReadonlyMap<string, string> = new Map()\nconst add = () => (known as Map<string, string>).set("a", "b")',
    ],
    [
      'an object that is written by a call',
      'const A: Readonly<{ a: number }> = { a: 1 }\nconst f = () => Object.assign(A, {})',
    ],
    ['the global object', 'export const add = (name: string) => Reflect.set(globalThis, name, 1)'],
  ])('the rule finds %s', (_name, text) => {
    expect(mutableStateIn('gmp.ts', text)).not.toEqual([])
  })

  test.each([
    ['a number', 'export const DAYS = 7 * 86_400'],
    ['a text', "const OWNER: string = 'a'"],
    ['a function', 'export const twice = (n: number) => { let m = n; m += n; return m }'],
    ['a constant list', "export const KINDS = ['a', 'b'] as const satisfies readonly string[]"],
    ['a read-only list', 'export const SIZES: readonly number[] = [1, 2].map((n) => n * 2)'],
    ['a read-only map', 'const known: ReadonlyMap<string, string> = new Map()'],
    ['a read-only record', 'const RANKS: Readonly<Record<string, number>> = { a: 1 }'],
    ['an expression', 'const WORD = /^a+$/i'],
    [
      'a class',
      'export class Owners { readonly #own = new Map(); of(name: string) { return this.#own.get(name) } }',
    ],
    ['a map within a function', 'function of() { const kept = new Map(); kept.set(1, 2); return kept }'],
    ['types', "import type { Day } from './calendar.ts'\nexport type A = Day\nexport interface B { a: A }"],
  ])('but not %s', (_name, text) => {
    expect(mutableStateIn('gmp.ts', text)).toEqual([])
  })
})

describe('the form of a module', () => {
  test('has no dynamic import but those of commands, of large libraries, and of what yields to requests', () => {
    expect(offenders(FORBIDDEN.importsDynamically, (path) => LOADS_LATER.includes(path))).toEqual([])
  })

  test('has no default export', () => {
    expect(offenders(FORBIDDEN.exportsDefault)).toEqual([])
  })

  test('has no file or folder for odds and ends', () => {
    expect(paths.filter((path) => /(^|[/.-])(utils?|helpers?|common|misc)([/.-]|$)/i.test(path))).toEqual([])
  })

  test(`has no file of more than ${MAX_LINES} lines`, () => {
    const long = modules
      .filter(({ path }) => path !== GENERATED)
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > MAX_LINES)
    expect(long).toEqual([])
  })
})

describe('these rules find', () => {
  test.each<[string, string, string]>([
    ['a rule of the market that reads the store', 'market/gmp.ts', "import { openDb } from '../store/db.ts'"],
    ['a rule of the market that needs a package', 'market/gmp.ts', "import Type from 'typebox'"],
    ['a rule of the market that needs Node', 'market/gmp.ts', "import { join } from 'node:path'"],
    ['a client that needs Node', 'client/answer.ts', "import { join } from 'node:path'"],
    ['a type too', 'store/db.ts', "import type { IpoReport } from '../reports/ipo.ts'"],
    ['a direct re-export', 'publish/answer.ts', "export { istDay } from '../market/calendar.ts'"],
    ['an import over several lines', 'api/send.ts', "import {\n  type Db,\n} from '../store/db.ts'"],
    ['an import for its effect', 'web/layout.tsx', "import '../api/send.ts'"],
    ['an import from a deeper folder', 'store/append/round.ts', "import { x } from '../../demo/market.ts'"],
    ['a dynamic import', 'cli/show.ts', "await import('../api/send.ts')"],
    ['a file at the top', 'api/send.ts', "import type { Config } from '../config.ts'"],
  ])('%s', (_name, path, text) => {
    expect(strayImports(moduleOf(path, text))).toHaveLength(1)
  })

  test.each<[keyof typeof FORBIDDEN, string]>([
    ['readsEnvironment', 'const port = process.env.PORT'],
    ['readsEnvironment', "const port = process['env'].PORT"],
    ['readsEnvironment', 'const { argv, env } = process'],
    ['readsEnvironment', "import { env } from 'node:process'"],
    ['readsClock', 'const now = Date.now()'],
    ['readsClock', 'const now = new Date()'],
    ['readsClock', 'const now = new Date'],
    ['readsClock', 'const now = Date()'],
    ['usesDatabase', "import { sql } from 'kysely'"],
    ['usesDatabase', "import type { Kysely } from 'kysely/helpers/sqlite'"],
    ['containsSql', "db.exec('select slug from issues')"],
    ['containsSql', 'db.exec(`\n  INSERT INTO deals values (1)`)'],
    ['containsSql', 'sql`slug = 1`'],
    ['opensSqlite', "import Database from 'better-sqlite3'"],
    ['opensPostgres', "import pg from 'pg'"],
    ['sendsRequests', "import { fetch } from 'undici'"],
    ['sendsRequests', "import SMTPConnection from 'nodemailer/lib/smtp-connection'"],
    ['importsDynamically', "const { x } = await import('./x.ts')"],
    ['exportsDefault', 'export default function run() {}'],
    ['exportsDefault', 'export { run as default }'],
  ])('%s: %s', (rule, text) => {
    expect(FORBIDDEN[rule](moduleOf('api/send.ts', text))).toBe(true)
  })

  test.each<[keyof typeof FORBIDDEN, string]>([
    ['readsEnvironment', 'export function loadConfig(env: Env) { return env.PORT }'],
    ['readsEnvironment', '/** Reads no process.env. */'],
    ['readsClock', 'new Date(ms).toISOString()'],
    ['readsClock', '// Date.now() is not for us'],
    ['containsSql', "const help = 'select one, or several'"],
    ['importsDynamically', "import { importFacts } from './import.ts'"],
    ['exportsDefault', 'export const standard = { default: 1 }'],
  ])('but not %s in: %s', (rule, text) => {
    expect(FORBIDDEN[rule](moduleOf('api/send.ts', text))).toBe(false)
  })
})
