import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { AlertsFile } from '../src/alerts/rules/file-schema.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const NAME = 'docs/alerts.schema.json'

/** As `npm run format` writes it. */
const formatted = (text: string): string =>
  execFileSync('node_modules/.bin/biome', ['format', `--stdin-file-path=${NAME}`], {
    cwd: ROOT,
    input: text,
    encoding: 'utf8',
  })

test('the shipped schema of alerts is that of the program; if not: npx vitest run test/alerts-schema.test.ts -u', async () => {
  const schema = { $schema: 'http://json-schema.org/draft-07/schema#', ...AlertsFile }
  await expect(formatted(JSON.stringify(schema))).toMatchFileSnapshot(`${ROOT}${NAME}`)
})
