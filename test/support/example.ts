import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './store.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** What the examples import, from where it is in the checkout. */
const PACKAGES = {
  greymark: '.',
  '@duckdb': 'node_modules/@duckdb',
  '@modelcontextprotocol': 'node_modules/@modelcontextprotocol',
  '.bin/greymark': 'bin/greymark.js',
}

/** A copy of an example outside of the checkout, beside the packages that a user would install. */
export function copyOfExample(name: string): string {
  const folder = temporaryFolder()
  cpSync(join(ROOT, 'examples', name), folder, { recursive: true })
  for (const [path, target] of Object.entries(PACKAGES)) {
    const place = join(folder, 'node_modules', path)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(join(ROOT, target), place)
  }
  return folder
}
