import { CORS_HEADERS, SECURITY_HEADERS } from '../api/headers.ts'
import { COLUMNS_TYPE } from '../feeds/downloads/download-text.ts'
import {
  columnsPath,
  DATASET_PATHS,
  DOWNLOAD_FORMATS,
  DOWNLOADS,
  DOWNLOADS_BASE,
  MEDIA_TYPES,
  parquetPath,
} from '../request/downloads.ts'
import { ATOM_PATH, BASE, CALENDAR_PATH } from '../request/paths.ts'
import { CROSS_ORIGIN } from '../web/assets.ts'
import { STATUS_PATH } from '../web/copy/copy-notices.ts'
import { FRAMED_PAGE } from '../web/embed/routes.ts'
import { PAGES } from '../web/sections.ts'
import type { CopiedAddress, CopiedAnswer } from './copied-addresses.ts'

/** What the host must know besides the files. */
export interface HostRules {
  readonly addresses: readonly CopiedAddress[]
  /** Slugs of merged issues, with the slug of the issue that has their facts now. */
  readonly merged: readonly (readonly [slug: string, as: string])[]
}

type Headers = Readonly<Record<string, string>>

const { 'Content-Security-Policy': PAGE_POLICY, ...EVERYWHERE } = SECURITY_HEADERS
const MINUTE = { 'Cache-Control': 'public, max-age=60' }
const PAGE: Headers = { 'Content-Security-Policy': PAGE_POLICY, ...MINUTE }
const OPEN = { 'Access-Control-Allow-Origin': CORS_HEADERS['Access-Control-Allow-Origin'] }

/** Content types that hosts do not know by the ending of a file. */
const TYPES: readonly (readonly [path: string, type: string])[] = [
  [CALENDAR_PATH, 'text/calendar; charset=utf-8'],
  [ATOM_PATH, 'application/atom+xml; charset=utf-8'],
  ...DOWNLOADS.flatMap(({ name, hasParquet }) => [
    ...DOWNLOAD_FORMATS.map(
      (format) => [`${DOWNLOADS_BASE}/${name}.${format}`, `${MEDIA_TYPES[format]}; charset=utf-8`] as const,
    ),
    [columnsPath({ name }), COLUMNS_TYPE] as const,
    ...(hasParquet ? [[parquetPath({ name }), 'application/vnd.apache.parquet'] as const] : []),
  ]),
  [DATASET_PATHS.file, 'application/gzip'],
  ['/manifest.webmanifest', 'application/manifest+json'],
]

/** The headers of every kind of file. Rules that match the same file have different headers, because hosts join equal ones. */
const RULES: readonly (readonly [pattern: string, headers: Headers])[] = [
  ['/*', EVERYWHERE],
  ['/', PAGE],
  ...sections().map((path) => [`${path}/*`, path === DOWNLOADS_BASE ? { ...PAGE, ...OPEN } : PAGE] as const),
  ['/404.html', PAGE],
  ['/embed/*', { ...FRAMED_PAGE, ...MINUTE }],
  ...['/badge/*', '/cards/*', '/client.js'].map((path) => [path, { ...CROSS_ORIGIN, ...MINUTE }] as const),
  ...['/api/*', '/feeds/*', '/openapi.json'].map((path) => [path, { ...OPEN, ...MINUTE }] as const),
  [STATUS_PATH, { ...OPEN, 'Cache-Control': 'no-cache' }],
  ['/assets/*', { 'Cache-Control': 'public, max-age=31536000, immutable' }],
  ...TYPES.map(([path, type]) => [path, { 'Content-Type': type }] as const),
]

function sections(): string[] {
  return ['/unannounced', ...PAGES].filter((path) => path !== '/')
}

/** Headers by address, in the format that Cloudflare Pages and Netlify share. */
export const headersFile = (): string =>
  RULES.map(
    ([pattern, headers]) =>
      `${pattern}\n${Object.entries(headers)
        .map(([name, value]) => `  ${name}: ${value}\n`)
        .join('')}`,
  ).join('\n')

/** Cloudflare Pages reads that many rules without placeholders, and the file up to that size. */
const MOST_REDIRECTS = 2000
const MOST_REDIRECT_BYTES = 100_000

/** An address of the service, and the file that answers it. */
type Rule = readonly [from: string, to: string, status: 200 | 301]

/**
 * The addresses of the service that are no files, in the format that Cloudflare Pages and Netlify share. Each is named whole:
 * with a placeholder it would match its own file, too. Where there is no room for all issues, the newest have a rule.
 */
export function redirectsFile({ addresses, merged }: HostRules): string {
  const plain = addresses.filter(({ address, answer }) => isPlain(address, answer))
  const [issues, lists] = [true, false].map((is) =>
    plain.filter(({ answer }) => answer?.file.includes('{') === is),
  ) as [CopiedAddress[], CopiedAddress[]]
  const rules: Rule[] = [
    ...merged.flatMap(mergedPages),
    ['/favicon.ico', '/favicon.svg', 301],
    ...lists.map(ruleOf),
    ...merged.flatMap(mergedEmbeds),
    ...issues.map(ruleOf),
  ]
  const last = `${BASE}/ipos/:slug/evidence ${BASE}/ipos/:slug/evidence.json 200\n`
  let text = ''
  for (const rule of rules.slice(0, MOST_REDIRECTS)) {
    const line = `${rule.join(' ')}\n`
    if (text.length + line.length + last.length > MOST_REDIRECT_BYTES) break
    text += line
  }
  return text + last
}

/** True for a JSON answer without parameters that no rule with a placeholder covers. */
const isPlain = (address: string, answer: CopiedAnswer | undefined): boolean =>
  answer !== undefined && !address.includes('?') && !address.endsWith('/evidence')

const ruleOf = ({ address, at }: CopiedAddress): Rule => [address, at, 200]

const mergedPages = ([slug, as]: readonly [string, string]): Rule[] => [
  ...['', '/evidence'].flatMap((part): Rule[] => [
    [`/ipos/${slug}${part}`, `/ipos/${as}${part}/`, 301],
    [`/ipos/${slug}${part}/`, `/ipos/${as}${part}/`, 301],
  ]),
]

/** What other sites show of a merged issue. */
const mergedEmbeds = ([slug, as]: readonly [string, string]): Rule[] => [
  [`/embed/${slug}`, `/embed/${as}/`, 301],
  [`/embed/${slug}/`, `/embed/${as}/`, 301],
  [`/badge/${slug}.svg`, `/badge/${as}.svg`, 301],
  [`/cards/ipos/${slug}.png`, `/cards/ipos/${as}.png`, 301],
]

/** The same for nginx, to be included in a server whose root is the copy. */
export function nginxFile({ merged }: HostRules): string {
  const types = new Map(TYPES)
  const cors = lines({ ...EVERYWHERE, ...OPEN, ...MINUTE })
  return `# Written by "greymark publish" at every run. Include it in a server of nginx whose root is this folder:
#   server { server_name ipo.example; root /var/www/ipo.example; include /var/www/ipo.example/_nginx.conf; }
charset utf-8;
charset_types text/css text/javascript application/javascript text/plain text/csv text/calendar application/xml application/atom+xml application/x-ndjson image/svg+xml application/json;
gzip on;
gzip_comp_level 6;
gzip_vary on;
gzip_types text/css text/javascript application/javascript text/plain text/xml application/xml image/svg+xml application/json application/manifest+json application/csvm+json text/csv text/calendar application/atom+xml application/x-ndjson;
error_page 404 /404.html;

location / {
${lines({ ...EVERYWHERE, ...PAGE })}    try_files $uri $uri/index.html =404;
}
location /embed/ {
${lines({ ...EVERYWHERE, ...FRAMED_PAGE, ...MINUTE })}    try_files $uri $uri/index.html =404;
}
location ~ ^/(?:badge/|cards/|client\\.js$) {
${lines({ ...EVERYWHERE, ...CROSS_ORIGIN, ...MINUTE })}}
location /assets/ {
${lines({ ...EVERYWHERE, 'Cache-Control': 'public, max-age=31536000, immutable' })}}
location ${DOWNLOADS_BASE}/ {
${lines({ ...EVERYWHERE, ...PAGE, ...OPEN })}    try_files $uri $uri/index.html =404;
}
location = /404.json {
${cors}}
location ~ ^/(?:api/|openapi\\.json$) {
${cors}    error_page 404 /404.json;
    try_files $uri $uri.json =404;
}
location = ${BASE} { rewrite ^ ${BASE}/index.json last; }
location = ${STATUS_PATH} {
${lines({ ...EVERYWHERE, ...OPEN, 'Cache-Control': 'no-cache' })}}
${[...types].map(([path, type]) => `location = ${path} {\n    types { }\n    default_type ${type.split(';', 1)[0]};\n${cors}}\n`).join('')}location = /favicon.ico { return 301 /favicon.svg; }
location ~ ^/_(?:headers|redirects|nginx\\.conf)$ { return 404; }
${merged
  .flatMap((each) => [...mergedPages(each), ...mergedEmbeds(each)])
  .map(([from, to]) => `location = ${from} { return 301 ${to}; }\n`)
  .join('')}`
}

const lines = (headers: Headers): string =>
  Object.entries(headers)
    .map(([name, value]) => `    add_header ${name} "${value}" always;\n`)
    .join('')
