import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { requestRaw } from '../support/raw-request.ts'
import { temporaryFolder } from '../support/store.ts'
import { nginxPath } from './installed.ts'

const SHIPPED = readFileSync(new URL('../../deploy/nginx/greymark.conf', import.meta.url), 'utf8')
const NGINX = nginxPath() ?? 'nginx'

/** Text and its replacement; the text must exist. */
type Change = readonly [from: string, to: string]

function changed(text: string, changes: readonly Change[]): string {
  return changes.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`the shipped file no longer contains "${from}"`)
    return result.replaceAll(from, to)
  }, text)
}

/** Values that are right in production, but would make tests on a busy machine fail by chance. */
export const PATIENT: readonly Change[] = [
  ['rate=10r/s', 'rate=100000r/s'],
  ['burst=50', 'burst=10000'],
  ['proxy_cache_lock_timeout 1s;', 'proxy_cache_lock_timeout 60s; proxy_cache_lock_age 60s;'],
]

/** The shipped file with other ports and folders. */
function fileFor(port: number, upstreams: readonly number[], folder: string, text: string): string {
  const [line, options = ''] = / {4}server 127\.0\.0\.1:3000(.*);/.exec(text) ?? ['no server']
  return changed(text, [
    [line, upstreams.map((upstream) => `server 127.0.0.1:${upstream}${options};`).join('\n')],
    ['/var/cache/nginx/greymark', join(folder, 'cache')],
    ['    listen 80;', `    listen 127.0.0.1:${port};`],
    ['    listen [::]:80;', ''],
  ])
}

/** An nginx.conf of the test around the file; nothing of the machine's nginx is read or written. */
function writeFiles(folder: string, greymark: string): string {
  const included = join(folder, 'greymark.conf')
  const main = join(folder, 'nginx.conf')
  writeFileSync(included, greymark)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const text = [
    // Otherwise the workers would run as a user that may not enter the folder of the test.
    userInfo().uid === 0 ? 'user root;' : '',
    'daemon off;',
    'worker_processes 2;',
    `pid ${join(folder, 'nginx.pid')};`,
    'error_log stderr error;',
    'events { worker_connections 512; }',
    `http { access_log off; ${temporary.join(' ')} include ${included}; }`,
  ]
  writeFileSync(main, text.join('\n'))
  return main
}

/** A port outside of the range that the system assigns, so that it is still free after a restart. */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}

/** Writes files for nginx and lets nginx check them; throws with its output if they are wrong. */
function prepare(port: number, upstreams: readonly number[], changes: readonly Change[]): string[] {
  const folder = temporaryFolder()
  return checked(folder, writeFiles(folder, fileFor(port, upstreams, folder, changed(SHIPPED, changes))))
}

/** The arguments of nginx with a main file. */
function checked(folder: string, main: string): string[] {
  // Without -e, nginx would first write to the machine's own log, which ordinary users may not.
  const args = ['-e', 'stderr', '-p', folder, '-c', main]
  execFileSync(NGINX, ['-t', '-q', ...args], { stdio: 'pipe' })
  return args
}

/** Throws with the output of nginx if it rejects the shipped file with changes. */
export async function checkFile(changes: readonly Change[] = []): Promise<void> {
  prepare(await lastingPort(), [3000], changes)
}

/**
 * Starts a real nginx with the shipped file in front of the ports, and stops it after the test. Returns its address.
 */
export async function startNginx(
  upstreams: readonly number[],
  changes: readonly Change[] = PATIENT,
): Promise<string> {
  const port = await lastingPort()
  return started(port, prepare(port, upstreams, changes), '/health')
}

/** What nginx knows without our files, as the file of the machine tells it. */
const MIME_TYPES = '/etc/nginx/mime.types'

/** Starts a real nginx whose root is a static copy, with the file of the copy, until the end of the test. */
export async function startNginxOn(root: string): Promise<string> {
  const port = await lastingPort()
  const folder = temporaryFolder()
  const types = existsSync(MIME_TYPES) ? `include ${MIME_TYPES};` : ''
  const server = `server { listen 127.0.0.1:${port}; root ${root}; include ${join(root, '_nginx.conf')}; }`
  return started(port, checked(folder, writeFiles(folder, `${types}\n${server}`)), '/status.json')
}

/** Runs it until the end of the test, and returns its address once it answers. */
async function started(port: number, args: readonly string[], path: string): Promise<string> {
  const child = spawn(NGINX, args, { stdio: 'ignore' })
  const gone = once(child, 'exit')
  onTestFinished(async () => {
    // SIGTERM to the master ends its workers as well.
    child.kill('SIGTERM')
    await gone
  })
  const address = `http://127.0.0.1:${port}`
  await expect.poll(async () => (await requestRaw(address, path)).status).toBeGreaterThan(0)
  return address
}
