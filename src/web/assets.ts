import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { projectFile } from '../project-file.ts'
import type { FixedFile } from '../publish/fixed-route.ts'

/** Lets pages of other sites show an image, read it by script, and do so with cross-origin isolation. */
export const CROSS_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const

/** A file that `npm run build` makes from `src/web/assets`. */
function built(name: string, extension: string, contentType: string): FixedFile {
  const body = readFileSync(projectFile(`dist/assets/${name}.${extension}`), 'utf8')
  return { path: `/assets/${name}-${hashOf(body)}.${extension}`, contentType, body }
}

const hashOf = (...texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('')).digest('hex').slice(0, 10)

export const STYLES = built('greymark', 'css', 'text/css; charset=utf-8')
/** For the page that other sites show in a frame. */
export const EMBED_STYLES = built('embed', 'css', 'text/css; charset=utf-8')
export const SCRIPT = built('greymark', 'js', 'text/javascript; charset=utf-8')
/** For the pages of a static copy, besides the script of all pages. */
export const COPY_SCRIPT = built('copy-state', 'js', 'text/javascript; charset=utf-8')

/** The client `greymark/client` as one module, which pages of other sites can import. Its address stays the same. */
export const CLIENT: FixedFile = {
  path: '/client.js',
  contentType: 'text/javascript; charset=utf-8',
  body: readFileSync(projectFile('dist/client/index.js'), 'utf8'),
  headers: CROSS_ORIGIN,
}

const worker = readFileSync(projectFile('dist/assets/offline.js'), 'utf8')
const shown = JSON.stringify([STYLES.path, SCRIPT.path])

/**
 * The service worker, which shows saved pages where there is no network. It changes with the style and script of the pages:
 * a browser then installs it anew, and what an earlier one saved is removed.
 */
export const OFFLINE_WORKER: FixedFile = {
  path: '/offline.js',
  contentType: SCRIPT.contentType,
  body: `const BUILD="${hashOf(worker, shown)}",ASSETS=${shown};${worker}`,
}
