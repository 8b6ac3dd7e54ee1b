import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Resvg } from '@resvg/resvg-js'
import { build } from 'esbuild'
import { type MarkOptions, markSvg } from './src/web/mark/mark.ts'

/** The program: one file for each thread and one for what they share, since opening two thousand takes a second and more. */
await build({
  entryPoints: ['src/program.ts', 'src/service/collector-thread.ts'],
  outdir: 'dist',
  entryNames: '[name]',
  chunkNames: 'shared',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  // The drivers of the databases and the renderer of cards stay packages: two of them have a part that is no JavaScript.
  external: ['better-sqlite3', 'pg', '@resvg/resvg-js'],
  // Older packages ask for others by "require".
  banner: {
    js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`,
  },
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
})

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
for (const [name, side, options] of ICONS)
  writeFileSync(
    `dist/icons/${name}.png`,
    new Resvg(markSvg(options), { fitTo: { mode: 'width', value: side } }).render().asPng(),
  )
