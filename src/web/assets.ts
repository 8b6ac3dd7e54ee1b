import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { projectFile } from '../project-file.ts'
import type { FixedFile } from '../publish/fixed-route.ts'

/** A file that `npm run build` makes from `src/web/assets`. */
function built(name: string, extension: string, contentType: string): FixedFile {
  const body = readFileSync(projectFile(`dist/assets/${name}.${extension}`), 'utf8')
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 10)
  return { path: `/assets/${name}-${hash}.${extension}`, contentType, body }
}

export const STYLES = built('greymark', 'css', 'text/css; charset=utf-8')
export const SCRIPT = built('greymark', 'js', 'text/javascript; charset=utf-8')

/** A mark between two figures: the expected gain in grey, the actual gain in blue. */
export const FAVICON: FixedFile = {
  path: '/favicon.svg',
  contentType: 'image/svg+xml',
  body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#16181d"/><path d="M6 21.5 13 15l5 4 8-9" fill="none" stroke="#8b909b" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><circle cx="26" cy="10" r="3.5" fill="#8fb7f5"/></svg>`,
}
