import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demoServiceForAll } from '../support/demo-service.ts'
import { copyOfExample } from '../support/example.ts'
import { startOutside } from '../support/installed-package.ts'
import { ended } from '../support/processes.ts'

const demo = demoServiceForAll()

const ask = async (...args: readonly string[]) => {
  const folder = copyOfExample('assistant')
  const env = { HOME: folder, npm_config_offline: 'true', npm_config_update_notifier: 'false' }
  return ended(startOutside(process.execPath, ['ask.mjs', ...args], folder, env))
}

test.each([
  ['over HTTP', () => ask(demo.address)],
  ['over stdio', () => ask()],
])('the script asks the tools %s, as an assistant does', async (_name, result) => {
  const { code, stdout } = await result()
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Tools: .*find_ipos.*get_ipo.*\nOpen now: \w/)
  expect(stdout).toMatch(
    /\nUnofficial GMP ₹-?[\d.]+ on \d{4}-\d\d-\d\d, sources: \d, disputed: (true|false)\n {2}.+ quoted ₹/,
  )
  expect(stdout).toContain('DEMO')
})

test.each([
  [
    'mcp-stdio.json',
    'mcpServers',
    { command: 'npx', args: ['-y', 'greymark', 'mcp', 'http://127.0.0.1:3000'] },
  ],
  ['mcp-http.json', 'mcpServers', { type: 'http', url: 'http://127.0.0.1:3000/mcp' }],
  ['vscode-mcp.json', 'servers', { type: 'http', url: 'http://127.0.0.1:3000/mcp' }],
])('%s names the server', (file, key, server) => {
  const settings = JSON.parse(readFileSync(join('examples/assistant', file), 'utf8'))
  expect(settings).toEqual({ [key]: { greymark: server } })
})
