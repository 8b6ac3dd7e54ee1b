import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { projectFile } from '../../project-file.ts'
import type { FixedFile } from '../../publish/fixed-route.ts'
import { SCRIPT, STYLES } from '../assets.ts'

const worker = readFileSync(projectFile('dist/assets/offline.js'), 'utf8')
const assets = JSON.stringify([STYLES.path, SCRIPT.path])
const build = createHash('sha256').update(worker).update(assets).digest('hex').slice(0, 10)

/**
 * The service worker, which shows saved pages where there is no network. It changes with the style and script of the pages:
 * a browser then installs it anew, and what an earlier one saved is removed.
 */
export const OFFLINE_WORKER: FixedFile = {
  path: '/offline.js',
  contentType: 'text/javascript; charset=utf-8',
  body: `const BUILD="${build}",ASSETS=${assets};${worker}`,
}
