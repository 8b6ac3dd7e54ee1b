import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { nginxPath } from '../../test/deploy/installed.ts'
import { freePort } from '../../test/support/free-port.ts'
import { type Answer, headerOf } from '../run/answers.ts'
import { ROOT, type Server, startServer } from '../run/processes.ts'
import type { Prepared } from './raw.ts'

export const NGINX = nginxPath()

/** Starts a program of this folder, which prints its address. */
export const startPeer = (file: string, argument: string): Promise<Server> =>
  startServer(
    { args: [`bench/peers/${file}`, argument], env: { NODE_ENV: 'production' } },
    /answers at (\S+)\n/,
  )

/** Starts one process with a server for each answer, and returns their addresses. */
export async function startRaw(folder: string, answers: readonly Answer[]): Promise<readonly string[]> {
  const file = join(folder, 'raw-answers.json')
  const prepared = answers.map(({ status, headers, body }): Prepared => {
    return { status, headers: [...headers].flat(), body: body.toString('base64') }
  })
  writeFileSync(file, JSON.stringify(prepared))
  const { address } = await startPeer('raw.ts', file)
  return address.split(',').map((port) => `http://127.0.0.1:${port}`)
}

/** The only changes of the shipped file: ports, folders, and a limit per client that no load reaches. */
export async function startShippedNginx(folder: string, upstream: string): Promise<Server> {
  const port = await freePort()
  const own = emptied(join(folder, 'nginx-shipped'))
  const changes = [
    ['rate=10r/s', 'rate=1000000r/s'],
    ['burst=50', 'burst=10000'],
    ['127.0.0.1:3000', new URL(upstream).host],
    ['/var/cache/nginx/greymark', join(own, 'cache')],
    ['    listen 80;', `    listen 127.0.0.1:${port};`],
    ['    listen [::]:80;', ''],
  ] as const
  const shipped = readFileSync(join(ROOT, 'deploy/nginx/greymark.conf'), 'utf8')
  const changed = changes.reduce((text, [from, to]) => text.replaceAll(from, to), shipped)
  return startNginx(own, changed, port)
}

/** Header fields that nginx sets for a file by itself. */
const SET_BY_ITSELF = ['content-type', 'content-length', 'last-modified']

/** nginx with each answer as a static file and fixed header fields. */
export async function startStaticNginx(
  folder: string,
  answers: ReadonlyMap<string, Answer>,
): Promise<Server> {
  const port = await freePort()
  const own = emptied(join(folder, 'nginx-static'))
  const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
  const locations = [...answers].map(([path, answer], index) => {
    const file = join(own, `answer-${index}`)
    writeFileSync(file, answer.body)
    const modified = new Date(headerOf(answer, 'last-modified') ?? 0)
    utimesSync(file, modified, modified)
    const fields = [...answer.headers].filter(([name]) => !SET_BY_ITSELF.includes(name.toLowerCase()))
    const added = fields.map(([name, value]) => `add_header ${name} ${quoted(value)};`).join(' ')
    const type = quoted(headerOf(answer, 'content-type') ?? '')
    return `location = ${path} { alias ${file}; default_type ${type}; ${added} }`
  })
  const settings = `server_tokens off; gzip off; etag off; max_ranges 0; open_file_cache max=200 inactive=60s;`
  const server = `server { listen 127.0.0.1:${port}; ${settings} types {} ${locations.join('\n')} }`
  return startNginx(own, server, port)
}

/** As in Debian's nginx.conf, but with one worker. */
async function startNginx(folder: string, http: string, port: number): Promise<Server> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const lines = [
    // Otherwise its worker would run as a user that may not read the folder.
    userInfo().uid === 0 ? 'user root;' : '',
    `daemon off; worker_processes 1; pid ${join(folder, 'nginx.pid')}; error_log stderr notice;`,
    'events { worker_connections 768; }',
    `http { sendfile on; tcp_nopush on; access_log ${join(folder, 'access.log')}; ${temporary.join(' ')}`,
    `${http} }`,
  ]
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, lines.join('\n'))
  const args = ['-e', 'stderr', '-p', folder, '-c', config]
  return startServer({ program: NGINX ?? 'nginx', args }, /start worker process /, `http://127.0.0.1:${port}`)
}

function emptied(folder: string): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}
