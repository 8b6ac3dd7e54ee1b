import { createHash } from 'node:crypto'
import type { CopyStatus } from '../../src/client/index.ts'
import { BASE } from './conformance.ts'
import { localServer } from './local-server.ts'

const list = (name: string) => ({ ok: true, name, disclaimer: 'invented' })

/** The answers of a small copy, in the form in which `greymark publish` lists them. */
const ANSWERS: CopyStatus['answers'] = [
  { path: BASE, query: {}, file: `${BASE}/index.json` },
  {
    ...{ path: `${BASE}/ipos`, query: {}, file: `${BASE}/ipos.json` },
    ...{ next: `${BASE}/ipos/page/{page}.json`, pages: 3, total: 130 },
  },
  { path: `${BASE}/ipos`, query: { status: 'OPEN' }, file: `${BASE}/ipos/open.json`, pages: 1, total: 5 },
  {
    ...{ path: `${BASE}/ipos`, query: { status: 'OPEN', board: 'SME' }, file: `${BASE}/ipos/open-sme.json` },
    ...{ pages: 1, total: 3 },
  },
  { path: `${BASE}/ipos/{slug}`, query: {}, file: `${BASE}/ipos/{slug}.json` },
  { path: `${BASE}/ipos/{slug}/evidence`, query: {}, file: `${BASE}/ipos/{slug}/evidence.json` },
  {
    ...{ path: `${BASE}/deals`, query: {}, file: `${BASE}/deals.json` },
    ...{ next: `${BASE}/deals/page/{page}.json`, pages: 2, total: 101 },
  },
  {
    ...{ path: `${BASE}/deals`, query: { from: '2026-11-18', to: '2026-11-18' } },
    ...{ file: `${BASE}/deals/2026-11-18.json`, pages: 1, total: 40 },
  },
  {
    ...{ path: `${BASE}/deals`, query: { symbol: 'M&M' }, file: `${BASE}/deals/M%26M.json` },
    ...{ pages: 1, total: 12 },
  },
  { path: `${BASE}/scoreboard`, query: {}, file: `${BASE}/scoreboard.json` },
  { path: `${BASE}/scoreboard`, query: { board: 'SME' }, file: `${BASE}/scoreboard/sme.json` },
  { path: `${BASE}/accuracy`, query: {}, file: `${BASE}/accuracy.json` },
  { path: `${BASE}/accuracy`, query: { horizon: 'close-1' }, file: `${BASE}/accuracy/close-1.json` },
  { path: `${BASE}/calibration`, query: {}, file: `${BASE}/calibration.json` },
  { path: `${BASE}/sources`, query: {}, file: `${BASE}/sources.json` },
  { path: `${BASE}/unannounced`, query: {}, file: `${BASE}/unannounced.json` },
]

export const COPY_STATUS: CopyStatus = {
  ...{ ok: true, copy: 'greymark', version: '0.9.0', demo: false },
  ...{ dataAsOf: '2026-11-19T13:58:12.000Z', checkedAt: '2026-11-19T14:00:00.000Z' },
  ...{ nextRunAt: '2026-11-19T15:00:00.000Z', staleAfter: '2026-11-19T16:00:00.000Z' },
  ...{ liveUrl: 'https://live.example', stale: [], answers: ANSWERS, disclaimer: 'invented' },
}

/** The files of a copy with one IPO, by their addresses. The name in a body is the address of its file. */
function filesOfCopy(): Map<string, string> {
  const files = ANSWERS.flatMap(({ file, next = '', pages = 1 }) => [
    file.replace('{slug}', 'acme-foods'),
    ...Array.from({ length: pages - 1 }, (_, i) => next.replace('{page}', String(i + 2))),
  ])
  return new Map([
    ['/status.json', JSON.stringify(COPY_STATUS)],
    ...files.map((file) => [file, JSON.stringify(list(file))] as const),
  ])
}

/**
 * Serves a copy as static hosts do, until the end of the test: without regard to parameters, with ETags, with a page for what is
 * missing, and only to GET. A host with `rewrites` knows the original addresses of the files; one with `folders` redirects
 * from the address of a folder, without the headers of files.
 */
export async function copyServer({ rewrites = false, folders = false, headers = {} } = {}) {
  const files = filesOfCopy()
  const asked: string[] = []
  const address = await localServer(({ method, url = '', headers: given }, response) => {
    asked.push(method === 'GET' ? url : `${method} ${url}`)
    if (method !== 'GET') return response.writeHead(405).end()
    const { pathname } = new URL(url, 'http://localhost')
    if (folders && files.keys().some((file) => file.startsWith(`${pathname}/`)))
      return response.writeHead(301, { location: `${pathname}/` }).end()
    response.setHeaders(new Map(Object.entries(headers)))
    const original = pathname === BASE ? `${BASE}/index.json` : `${pathname}.json`
    const text = files.get(pathname) ?? (rewrites ? files.get(original) : undefined)
    if (text === undefined)
      return response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html><p>No such page.')
    const etag = `"${createHash('sha256').update(text).digest('hex')}"`
    if (given['if-none-match'] === etag) return response.writeHead(304, { etag }).end()
    return response.writeHead(200, { etag, 'content-type': 'application/json' }).end(text)
  })
  return { address, files, asked }
}
