import { build } from 'esbuild'

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
  // The drivers of the databases stay packages: one of them has a part that is no JavaScript.
  external: ['better-sqlite3', 'pg'],
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
  entryPoints: ['src/web/assets/greymark.css', 'src/web/assets/greymark.ts'],
  outdir: 'dist/assets',
  bundle: true,
  minify: true,
  target: ['es2022', 'chrome109', 'firefox115', 'safari16'],
  logLevel: 'warning',
})
