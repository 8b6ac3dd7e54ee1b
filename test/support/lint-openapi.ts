import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { temporaryFolder } from './store.ts'

const REDOCLY = join(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js')

/** Fails if the linter finds a fault in an OpenAPI document, or has a warning. */
export async function expectLinted(document: string): Promise<void> {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'openapi.json'), document)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [REDOCLY, 'lint', 'openapi.json', '--format=json'],
    {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      },
    },
  )
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] })
}
