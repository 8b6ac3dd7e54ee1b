import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { marketVersion } from '../src/store/version/market-version.ts'
import { deal, ipo } from './support/lines.ts'
import { openStore, temporaryFolder } from './support/store.ts'

const root = new URL('../', import.meta.url).pathname

test('imports that start at once on a new store create it once, wait for each other, and all succeed', async () => {
  const folder = temporaryFolder()
  const url = `sqlite:${join(folder, 'greymark.db')}`
  const names = ['alpha', 'beta', 'gamma', 'delta']
  const outputs = await Promise.all(
    names.map((slug, i) => {
      const file = join(folder, `${slug}.ndjson`)
      writeFileSync(
        file,
        [ipo(slug), deal('2025-01-20', { quantity: i + 1 })].map((line) => JSON.stringify(line)).join('\n'),
      )
      return promisify(execFile)(process.execPath, [join(root, 'bin/greymark.js'), 'import', file], {
        env: { ...process.env, DATABASE_URL: url },
      })
    }),
  )
  for (const { stdout } of outputs) expect(stdout).toBe('2 taken, 0 already known, 0 refused\n')
  const db = await openStore(url)
  expect((await marketVersion(db)).version).toBe(names.length)
})
