import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type BuildOptions, build as esbuild, type Metafile, type Plugin } from 'esbuild'
import { type MarkOptions, markSvg } from '../src/web/mark/mark.ts'
import { thirdPartyLicenses } from './third-party-licenses.ts'

/** The packages that stay outside of the built files. These, and only these, are installed together with Greymark. */
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

/** What was built from which files. */
const metafiles: Metafile[] = []
const build = async (options: BuildOptions) => {
  const { metafile } = await esbuild({ ...options, metafile: true })
  metafiles.push(metafile)
}

/** What all files that Node runs have in common. */
const FOR_NODE: BuildOptions = {
  outdir: 'dist',
  entryNames: '[name]',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  // The drivers of the databases and the renderer of cards stay packages: two of them have a part that is no JavaScript.
  external: Object.keys(dependencies),
  // Older packages ask for others by "require".
  banner: {
    js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`,
  },
  // The published package has no maps, so the files refer to them only where a developer asks for it.
  sourcemap: process.argv.includes('--link-maps') ? 'linked' : 'external',
  sourcesContent: false,
  logLevel: 'warning',
}

/** Leaves the import of the library of MCP to its first use; the file is built below. */
const protocolApart: Plugin = {
  name: 'protocol-apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/protocol\.ts$/ }, () => ({ path: './protocol.js', external: true })),
}

/**
 * Packages that few commands use, and what is imported from each: together they take a third of a start. They are built in,
 * and run at the first use.
 */
const AT_FIRST_USE: Readonly<Record<string, readonly string[]>> = {
  fastify: ['default', 'LogController'],
  marked: ['lexer'],
  pg: ['default'],
  undici: ['Agent', 'fetch'],
}

/** A module that hands on calls, constructions and properties of the exports of a package, and loads it for the first. */
const deferred = (name: string, exports: readonly string[]): string => `
const load = () => require(${JSON.stringify(name)})
const handedOn = (read) => new Proxy(function () {}, {
  apply: (_, self, given) => Reflect.apply(read(), self, given),
  construct: (_, given) => new (read())(...given),
  get: (_, property) => read()[property],
})
${exports
  .map((name) =>
    name === 'default'
      ? 'export default handedOn(() => load().default ?? load())'
      : `export const ${name} = handedOn(() => load().${name})`,
  )
  .join('\n')}
`

const packagesAtFirstUse: Plugin = {
  name: 'packages-at-first-use',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^[@a-z]/ }, ({ path, importer }) =>
      path in AT_FIRST_USE && importer.startsWith(`${process.cwd()}/src/`)
        ? { path, namespace: 'at-first-use' }
        : undefined,
    )
    onLoad({ filter: /./, namespace: 'at-first-use' }, ({ path }) => ({
      contents: deferred(path, AT_FIRST_USE[path] ?? []),
      resolveDir: process.cwd(),
    }))
    // An import of it also loads what Node's own `fetch` needs, see `src/operate/http-server.ts`.
    onResolve({ filter: /^(node:)?https?$/ }, ({ path, kind }) =>
      kind === 'import-statement'
        ? { path: path.replace(/^(node:)?/, 'node:'), namespace: 'builtin' }
        : undefined,
    )
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `export default process.getBuiltinModule(${JSON.stringify(path)})`,
    }))
  },
}

/**
 * The program: one file for each thread or process and a few for what they share, since opening two thousand takes a second and more.
 * The names of the latter change with their content.
 */
for (const file of globSync('dist/shared*')) rmSync(file)
await build({
  ...FOR_NODE,
  entryPoints: [
    'src/program.ts',
    'src/primary-program.ts',
    'src/service/collector-thread.ts',
    'src/service/alerts/alerts-thread.ts',
    'src/service/answers/answers-process.ts',
    'src/service/daily-files/daily-files-thread.ts',
  ],
  chunkNames: 'shared-[hash]',
  splitting: true,
  plugins: [protocolApart, packagesAtFirstUse],
})

/** The library of MCP, which is loaded on first use. */
await build({ ...FOR_NODE, entryPoints: ['src/mcp/protocol.ts'] })

/** What browsers get. */
await build({
  entryPoints: ['src/web/assets/greymark.css', 'src/web/assets/embed.css', 'src/web/assets/greymark.ts'],
  outdir: 'dist/assets',
  bundle: true,
  minify: true,
  target: ['es2022', 'chrome109', 'firefox115', 'safari16'],
  logLevel: 'warning',
})

/** The client, for programs and browsers: one file, and its types. */
await build({
  entryPoints: ['src/client/index.ts'],
  outdir: 'dist/client',
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  logLevel: 'warning',
})
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'src/client'], { stdio: 'inherit' })
for (const file of globSync('dist/client/*.d.ts')) {
  // Older compilers find the types of a `.js` file only.
  const text = readFileSync(file, 'utf8').replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'")
  writeFileSync(file, text)
}

/** The fonts of the cards, with their licence. */
const INTER = 'node_modules/@expo-google-fonts/inter'
cpSync(`${INTER}/500Medium/Inter_500Medium.ttf`, 'dist/fonts/inter-500.ttf')
cpSync(`${INTER}/700Bold/Inter_700Bold.ttf`, 'dist/fonts/inter-700.ttf')
cpSync(`${INTER}/LICENSE_FONT`, 'dist/fonts/LICENSE')

/** The mark as icons. Systems cut the corners of a square one, and up to a fifth on each side of a maskable one. */
const ICONS: readonly [name: string, side: number, MarkOptions][] = [
  ['square-180', 180, { isRounded: false }],
  ['rounded-192', 192, {}],
  ['rounded-512', 512, {}],
  ['maskable-512', 512, { isRounded: false, scale: 0.7 }],
]
mkdirSync('dist/icons', { recursive: true })
const renderer = await import('@resvg/resvg-js').catch(() => null)
if (renderer)
  for (const [name, side, options] of ICONS)
    writeFileSync(
      `dist/icons/${name}.png`,
      new renderer.Resvg(markSvg(options), { fitTo: { mode: 'width', value: side } }).render().asPng(),
    )
else process.stderr.write('@resvg/resvg-js has no binary for this platform: no PNG icons, and no cards\n')

/** The licences of the packages whose code was built in. */
writeFileSync('dist/THIRD-PARTY-LICENSES.txt', thirdPartyLicenses(metafiles))

/** The command at the path that it has where the package is installed, so that one systemd unit fits both. */
if (process.platform !== 'win32') {
  const command = 'node_modules/.bin/greymark'
  rmSync(command, { force: true })
  symlinkSync('../../bin/greymark.js', command)
}
