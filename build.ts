import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
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
