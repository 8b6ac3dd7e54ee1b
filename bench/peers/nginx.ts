import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../test/support/free-port.ts'
import { headerOf, type Received } from '../run/answers.ts'
import { ROOT, type Server, startServerAt } from '../run/processes.ts'
import { NGINX } from '../run/programs.ts'

/**
 * The limit per client is raised, because one load generator exceeds the shipped one; requests are still counted. Of the
 * rest of the shipped file only ports and folders are changed.
 */
const UNLIMITED = [
  ['rate=10r/s', 'rate=1000000r/s'],
  ['burst=50', 'burst=10000'],
] as const

/** nginx with the shipped configuration, as the cache in front of Greymark. */
export async function startShippedNginx(place: string, upstream: string): Promise<Server> {
  const shipped = readFileSync(join(ROOT, 'deploy/nginx/greymark.conf'), 'utf8')
  const port = await freePort()
  const folder = emptied(join(place, 'nginx-shipped'))
  const changes = [
    ...UNLIMITED,
    ['127.0.0.1:3000', new URL(upstream).host],
    ['/var/cache/nginx/greymark', join(folder, 'cache')],
    ['    listen 80;', `    listen 127.0.0.1:${port};`],
    ['    listen [::]:80;', ''],
  ] as const
  const text = changes.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`deploy/nginx/greymark.conf no longer holds "${from}"`)
    return result.replaceAll(from, to)
  }, shipped)
  return start(folder, text, port)
}

/** nginx with each answer as a static file and fixed header fields. */
export async function startStaticNginx(
  place: string,
  answers: ReadonlyMap<string, Received>,
): Promise<Server> {
  const port = await freePort()
  const folder = emptied(join(place, 'nginx-static'))
  const locations = [...answers].map(([path, answer], index) =>
    staticLocation(path, answer, join(folder, `answer-${index}`)),
  )
  const server = [
    `listen 127.0.0.1:${port};`,
    'server_tokens off;',
    'gzip off;',
    'etag off;',
    'max_ranges 0;',
    'open_file_cache max=200 inactive=60s;',
  ]
  return start(folder, `server { ${server.join(' ')} types {} ${locations.join('\n')} }`, port)
}

/** Header fields that nginx sets for a file by itself. */
const SAID_BY_ITSELF = new Set(['content-type', 'content-length', 'last-modified'])

function staticLocation(path: string, answer: Received, file: string): string {
  writeFileSync(file, answer.body)
  const modified = new Date(headerOf(answer, 'last-modified') ?? 0)
  utimesSync(file, modified, modified)
  const fields: string[] = []
  for (let at = 0; at < answer.headers.length; at += 2) {
    const [name = '', value = ''] = answer.headers.slice(at, at + 2)
    if (!SAID_BY_ITSELF.has(name.toLowerCase())) fields.push(`add_header ${name} ${quoted(value)};`)
  }
  const type = quoted(headerOf(answer, 'content-type') ?? '')
  return `location = ${path} { alias ${file}; default_type ${type}; ${fields.join(' ')} }`
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

/** As in Debian's nginx.conf, but with one worker on the core of the servers. */
async function start(folder: string, http: string, port: number): Promise<Server> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const main = join(folder, 'nginx.conf')
  const lines = [
    // Otherwise its worker would run as a user that may not read the folder.
    userInfo().uid === 0 ? 'user root;' : '',
    'daemon off;',
    'worker_processes 1;',
    `pid ${join(folder, 'nginx.pid')};`,
    'error_log stderr error;',
    'events { worker_connections 768; }',
    'http {',
    `sendfile on; tcp_nopush on; access_log ${join(folder, 'access.log')}; ${temporary.join(' ')}`,
    http,
    '}',
  ]
  writeFileSync(main, lines.join('\n'))
  const args = ['-e', 'stderr', '-p', folder, '-c', main]
  return startServerAt({ program: NGINX ?? '', args, place: 'servers' }, `http://127.0.0.1:${port}`)
}

function emptied(folder: string): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}
