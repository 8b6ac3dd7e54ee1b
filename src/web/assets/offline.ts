import { offlinePage, withAge } from '../offline/saved-copy.ts'

/** Written before this script by the service. */
declare const BUILD: string
declare const ASSETS: readonly [styles: string, script: string]

/** What a service worker has and a page has not. */
interface WorkEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface RequestEvent extends WorkEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Worker {
  addEventListener(type: 'install' | 'activate', listener: (event: WorkEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void>; matchAll(): Promise<readonly { readonly url: string }[]> }
}
const worker = self as unknown as Worker

const CACHE_PREFIX = 'greymark-'
const CACHE = CACHE_PREFIX + BUILD
const MOST_PAGES = 50
/** Data, files and frames are no pages. */
const NO_PAGE = /^\/(?:api|feeds|downloads|embed|mcp|health)(?:\/|$)/
const ANY_ENCODING = { ignoreVary: true }

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(ASSETS))
      .then(() => worker.skipWaiting()),
  )
})

/** Pages of an earlier build would lack their style, so they go with it. The page that is open was fetched before. */
worker.addEventListener('activate', (event) => {
  const takeOver = async () => {
    const names = await caches.keys()
    const others = names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE)
    await Promise.all(others.map((name) => caches.delete(name)))
    await worker.clients.claim()
    for (const { url } of await worker.clients.matchAll()) {
      const response = await fetch(url)
      if (isPage(response) && !NO_PAGE.test(new URL(url).pathname)) await save(new Request(url), response)
    }
  }
  event.waitUntil(takeOver())
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && !NO_PAGE.test(pathname)) event.respondWith(page(event))
  // The address of an asset changes with its content, so one that is kept is the right one.
  else if (ASSETS.includes(pathname))
    event.respondWith(caches.match(request, ANY_ENCODING).then((kept) => kept ?? fetch(request)))
})

/** The network always comes first. What it answers is shown, whatever it is; only without an answer a saved copy is. */
async function page(event: RequestEvent): Promise<Response> {
  try {
    const response = await fetch(event.request)
    if (isPage(response)) event.waitUntil(save(event.request, response.clone()))
    return response
  } catch {
    return savedPage(event.request)
  }
}

const isPage = ({ status, type, redirected, headers }: Response): boolean =>
  status === 200 &&
  type === 'basic' &&
  !redirected &&
  (headers.get('content-type') ?? '').startsWith('text/html') &&
  !(headers.get('cache-control') ?? '').includes('no-store')

/** The newest are the last. */
async function save(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.delete(request, ANY_ENCODING)
  await cache.put(request, response)
  const pages = (await cache.keys()).filter(({ url }) => !ASSETS.includes(new URL(url).pathname))
  for (const old of pages.slice(0, -MOST_PAGES)) await cache.delete(old, ANY_ENCODING)
}

async function savedPage(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  const saved = await cache.match(request, ANY_ENCODING)
  const sentAt = saved?.headers.get('date')
  if (!saved || !sentAt) return listOfPages(cache)
  const html = withAge(await saved.text(), new Date(sentAt), new Date())
  return htmlResponse(html, 200, saved.headers.get('content-security-policy'))
}

async function listOfPages(cache: Cache): Promise<Response> {
  const pages = new Map<string, string>()
  for (const { url } of await cache.keys()) {
    const saved = await cache.match(url, ANY_ENCODING)
    if (saved?.headers.get('content-type')?.startsWith('text/html')) pages.set(url, await saved.text())
  }
  return htmlResponse(offlinePage(pages, ASSETS[0]), 503, null)
}

const htmlResponse = (html: string, status: number, policy: string | null): Response =>
  new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy ?? "default-src 'none'; style-src 'self'",
    },
  })
