import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type BuildOptions, build as esbuild, type Metafile } from 'esbuild'
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

/**
 * The program: a file for each thread or process, for each `import()`, and for what several of them use, since opening two
 * thousand takes a second and more. The names of all but the first change with their content.
 */
for (const file of globSync('dist/*.js*')) rmSync(file)
await build({
  outdir: 'dist',
  entryPoints: [
    'src/program.ts',
    'src/service/collector-thread.ts',
    'src/service/alerts/alerts-thread.ts',
    'src/service/answers-thread.ts',
    'src/service/daily-files-thread.ts',
  ],
  entryNames: '[name]',
  // Not into a folder: a file finds the script of its thread beside itself.
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  // The drivers of the databases and the renderer of cards stay packages: two of them have a part that is no JavaScript.
  external: Object.keys(dependencies),
  // The main file of this package asks for its parts in a way that cannot be bundled.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  // Older packages ask for others by "require". The name of the import is one that no package uses.
  banner: {
    js: `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`,
  },
  // The published package has no maps, so the files refer to them only where a developer asks for it.
  sourcemap: process.argv.includes('--link-maps') ? 'linked' : 'external',
  sourcesContent: false,
  logLevel: 'warning',
})

/** What browsers get. */
await build({
  entryPoints: ['greymark.css', 'embed.css', 'greymark.ts', 'copy-state.ts', 'offline.ts'].map(
    (name) => `src/web/assets/${name}`,
  ),
  outdir: 'dist/assets',
  bundle: true,
  minify: true,
  target: ['es2022', 'chrome109', 'firefox115', 'safari16'],
  logLevel: 'warning',
})

/** The client, for programs and browsers: one file, and its types. */
await import('./client-types.ts')
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

/** The texts of pages. */
cpSync('src/web/prose', 'dist/prose', { recursive: true })

/** The fonts of the cards, with their licence. */
const INTER = 'node_modules/@expo-google-fonts/inter'
cpSync(`${INTER}/500Medium/Inter_500Medium.ttf`, 'dist/fonts/inter-500.ttf')
cpSync(`${INTER}/700Bold/Inter_700Bold.ttf`, 'dist/fonts/inter-700.ttf')
cpSync(`${INTER}/LICENSE_FONT`, 'dist/fonts/LICENSE')
for (const script of ['devanagari', 'gujarati']) {
  const noto = `node_modules/@fontsource/noto-sans-${script}`
  cpSync(`${noto}/files/noto-sans-${script}-${script}-700-normal.woff`, `dist/fonts/noto-${script}-700.woff`)
  cpSync(`${noto}/LICENSE`, `dist/fonts/LICENSE-noto-${script}`)
}

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
