import { PAGES } from '../../src/web/sections.ts'
import type { Service } from '../service.ts'

/** Paths, parameters and values from real answers, as a start for attacks. */
export interface RealAnswers {
  readonly paths: readonly string[]
  readonly parameters: readonly string[]
  /** Values that are valid somewhere: slugs, cursors, positions, moments, ETags. */
  readonly values: readonly string[]
}

const API = '/api/public/market'
/** It has no end, so that an exchange with it would not end either. */
const EVENT_STREAM = '/feeds/changes'
const TABLES = ['ipos', 'deals', 'gmp', 'subscription', 'scoreboard', 'ranges', 'accuracy']
const FURTHER_PATHS = [
  ...PAGES,
  ...['/unannounced', '/search/names.json', '/feeds/calendar.ics', '/feeds/changes.atom'],
  ...[
    '/downloads/dataset.json',
    '/downloads/dataset.ndjson.gz',
    ...TABLES.map((name) => `/downloads/${name}.csv`),
  ],
  ...[
    '/health/live',
    '/health/ready',
    '/openapi.json',
    '/client.js',
    '/robots.txt',
    '/sitemap.xml',
    '/favicon.ico',
  ],
]

/** Reads the endpoints and their parameters from the service itself, so that new ones are also attacked. */
export async function realAnswers(service: Service): Promise<RealAnswers> {
  const openApi = (await (await service.get('/openapi.json')).json()) as {
    paths: Record<string, { get?: { parameters?: { name?: string; $ref?: string }[] } }>
    components?: { parameters?: Record<string, { name: string }> }
  }
  const list = await service.get(`${API}/ipos?limit=5`)
  const { ipos } = (await list.json()) as { ipos: { slug: string }[] }
  const deals = await service.get(`${API}/deals?limit=1`)
  await deals.arrayBuffer()
  const [, cursor = 'none'] = /cursor=([^&>]+)/.exec(deals.headers.get('link') ?? '') ?? []
  const slug = ipos[0]?.slug ?? 'none'
  const parameters = Object.values(openApi.paths).flatMap(({ get }) =>
    (get?.parameters ?? []).flatMap(
      ({ name, $ref }) => name ?? openApi.components?.parameters?.[$ref?.split('/').at(-1) ?? '']?.name ?? [],
    ),
  )
  return {
    paths: [
      ...Object.keys(openApi.paths)
        .filter((path) => path !== EVENT_STREAM)
        .map((path) => path.replace(/\{[^}]+\}/, slug)),
      `/ipos/${slug}`,
      ...FURTHER_PATHS,
    ],
    parameters: [...new Set([...parameters, 'q', 'limit', 'cursor', 'asOf', 'since', 'from', 'to', 'month'])],
    values: [
      ...ipos.map((ipo) => ipo.slug),
      cursor,
      deals.headers.get('x-market-version') ?? '0',
      new Date(Date.now() - 60_000).toISOString(),
      deals.headers.get('etag') ?? '""',
    ],
  }
}
