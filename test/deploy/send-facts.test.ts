import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDb } from '../../src/store/engines/db.ts'
import { contentsOf, HomeStore } from '../support/home-store.ts'
import { ended } from '../support/processes.ts'
import { openStore, temporaryFolder } from '../support/store.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NODE = dirname(process.execPath)

/** In place of ssh: runs what sshd would run on the server for a key that is restricted to it. */
const SSH = `#!/bin/sh
while [ "$1" = -o ]; do shift 2; done
shift
[ -z "\${LOST-}" ] || exit 255
SSH_ORIGINAL_COMMAND=\${ASKED-"$*"} DATABASE_URL=$SERVER exec sh ${ROOT}deploy/receive-facts.sh
`

async function machines() {
  const folder = temporaryFolder()
  const [bin, tmp] = [join(folder, 'bin'), join(folder, 'tmp')]
  for (const path of [bin, tmp]) mkdirSync(path)
  writeFileSync(join(bin, 'ssh'), SSH)
  chmodSync(join(bin, 'ssh'), 0o755)
  const home = `sqlite:${join(folder, 'home.db')}`
  const server = `sqlite:${join(folder, 'server.db')}`
  const env = { PATH: `${bin}:${NODE}:${process.env.PATH}`, TMPDIR: tmp, GREYMARK: `${ROOT}bin/greymark.js` }
  const settings = { ...env, SEND_TO: 'greymark@server.example', DATABASE_URL: home, SERVER: server }
  const send = (more: Record<string, string> = {}) =>
    ended(spawn('sh', ['deploy/send-facts.sh'], { cwd: ROOT, env: { ...settings, ...more } }))
  const life = new HomeStore(await openStore(home), 'send')
  for (let step = 0; step < 4; step++) await life.goOn()
  return { home, server, send, life, leftBehind: () => readdirSync(tmp) }
}

async function storeAt(url: string) {
  const db = openDb(url)
  const contents = await contentsOf(db)
  await db.destroy()
  return contents
}

test('the server gets all that was collected, also when it has no store yet, and then what is new', async () => {
  const { home, server, send, life, leftBehind } = await machines()
  expect(await send()).toMatchObject({ code: 0 })
  expect(await storeAt(server)).toEqual(await storeAt(home))
  await life.goOn()
  expect(await send()).toMatchObject({ code: 0 })
  expect(await storeAt(server)).toEqual(await storeAt(home))
  expect((await send()).stdout).toMatch(/^0 taken, 0 already known, 0 refused; rounds: 0; /)
  expect(leftBehind()).toEqual([])
})

test.each([
  ['the server cannot be reached', { LOST: 'yes' }, ''],
  ['no server is named', { SEND_TO: '' }, 'must name the server'],
  ['the store at home cannot be read', { DATABASE_URL: 'sqlite:/dev/null/none.db' }, 'greymark export: '],
  ['the key may not run the command', { ASKED: 'sh' }, 'this key may only send facts'],
  ['the server cannot write', { SERVER: 'sqlite:/dev/null/none.db' }, 'greymark import: '],
])('it fails when %s, and leaves nothing behind', async (_when, env, message) => {
  const { send, leftBehind } = await machines()
  const { code, stderr } = await send(env)
  expect(code).toBeGreaterThan(0)
  expect(stderr).toContain(message)
  expect(leftBehind()).toEqual([])
})
