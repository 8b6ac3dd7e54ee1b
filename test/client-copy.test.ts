import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ENDPOINTS } from '../src/api/endpoints.ts'
import { createClient, type GreymarkClient } from '../src/client/index.ts'
import { BASE } from './support/conformance.ts'
import { COPY_STATUS, copyServer } from './support/copy-server.ts'
import { follow } from './support/follow.ts'
import { localServer } from './support/local-server.ts'

type Call = (client: GreymarkClient) => Promise<{ readonly ok: boolean }>

const STATUS = JSON.stringify(COPY_STATUS)
const FOREIGN = JSON.stringify({ ok: true, service: 'another' })
const LIST = JSON.stringify({ ok: true, name: 'a list', disclaimer: 'invented' })

/** What a call gets from the files of `copyServer`. */
const ANSWERED: readonly (readonly [call: string, Call, file: string])[] = [
  ['index()', ({ index }) => index(), '/index.json'],
  ['ipos()', ({ ipos }) => ipos(), '/ipos.json'],
  ['ipos with standards', ({ ipos }) => ipos({ detail: 'summary', limit: 60 }), '/ipos.json'],
  ['ipos without a value', ({ ipos }) => ipos({ status: undefined }), '/ipos.json'],
  ['ipos of a status', ({ ipos }) => ipos({ status: 'OPEN' }), '/ipos/open.json'],
  ['ipos in small letters', ({ ipos }) => ipos({ status: 'open' as 'OPEN' }), '/ipos/open.json'],
  ['ipos of a list of one', ({ ipos }) => ipos({ status: ['OPEN'] }), '/ipos/open.json'],
  ['ipos of two filters', ({ ipos }) => ipos({ board: 'SME', status: 'OPEN' }), '/ipos/open-sme.json'],
  ['ipo(slug)', ({ ipo }) => ipo('acme-foods'), '/ipos/acme-foods.json'],
  ['evidence(slug)', ({ evidence }) => evidence('acme-foods'), '/ipos/acme-foods/evidence.json'],
  ['deals()', ({ deals }) => deals({ limit: 100 }), '/deals.json'],
  ['deals of a share', ({ deals }) => deals({ symbol: 'm&m' }), '/deals/M%26M.json'],
  [
    'deals of a day',
    ({ deals }) => deals({ from: '2026-11-18', to: '2026-11-18' }),
    '/deals/2026-11-18.json',
  ],
  ['scoreboard()', ({ scoreboard }) => scoreboard(), '/scoreboard.json'],
  ['scoreboard of a board', ({ scoreboard }) => scoreboard({ board: 'SME' }), '/scoreboard/sme.json'],
  ['accuracy()', ({ accuracy }) => accuracy({ horizon: 'close' }), '/accuracy.json'],
  ['accuracy of a horizon', ({ accuracy }) => accuracy({ horizon: 'close-1' }), '/accuracy/close-1.json'],
  ['calibration()', ({ calibration }) => calibration(), '/calibration.json'],
  ['sources()', ({ sources }) => sources(), '/sources.json'],
  ['unannounced()', ({ unannounced }) => unannounced(), '/unannounced.json'],
]

/** What a copy cannot answer, though a static host may send a whole list. */
const REFUSED: readonly (readonly [what: string, Call])[] = [
  ['a past moment', ({ ipos }) => ipos({ asOf: new Date('2026-11-13T09:00:00Z') })],
  ['a past moment of an IPO', ({ ipo }) => ipo('acme-foods', { asOf: '2026-11-13' })],
  ['a filter that it has no file of', ({ ipos }) => ipos({ q: 'acme' })],
  ['a combination that it has no file of', ({ ipos }) => ipos({ status: 'OPEN', board: 'MAINBOARD' })],
  ['several values', ({ ipos }) => ipos({ status: ['OPEN', 'CLOSED'] })],
  ['full details', ({ ipos }) => ipos({ status: 'OPEN', detail: 'full' })],
  ['another limit', ({ ipos }) => ipos({ limit: 10 })],
  ['a limit of another list', ({ deals }) => deals({ limit: 60 })],
  ['a share without a file', ({ deals }) => deals({ symbol: 'ACME' })],
  ['half a day', ({ deals }) => deals({ from: '2026-11-18' })],
  ['changes', ({ changes }) => changes()],
  ['a cursor of a service', ({ ipos }) => ipos({ cursor: 'eyJ2IjoxfQ' })],
  ['a page after the last', ({ ipos }) => ipos({ cursor: `${BASE}/ipos.json@4` })],
  ['the first page by cursor', ({ ipos }) => ipos({ cursor: `${BASE}/ipos.json@1` })],
  ['a cursor of another list', ({ deals }) => deals({ cursor: `${BASE}/ipos.json@2` })],
  ['a filter beside a cursor', ({ ipos }) => ipos({ cursor: `${BASE}/ipos.json@2`, status: 'OPEN' })],
]

describe.each([
  ['that knows the original addresses', { rewrites: true }],
  ['that knows the files alone', {}],
  ['that redirects from folders', { folders: true }],
])('on a static host %s', (_host, host) => {
  test.each(ANSWERED)('%s reads its file', async (_call, call, file) => {
    const { address } = await copyServer(host)
    const client = createClient(address)
    for (const _ of [1, 2]) expect(await call(client)).toMatchObject({ ok: true, name: BASE + file })
  })

  test.each(REFUSED)('%s is refused, at first and later', async (_what, call) => {
    const { address } = await copyServer(host)
    const client = createClient(address)
    for (const _ of [1, 2])
      expect(await call(client)).toMatchObject({
        ok: false,
        error: {
          code: 'NOT_IN_COPY',
          message: expect.stringMatching(/static copy.*https:\/\/live\.example$/),
        },
      })
  })
})

test('a refusal says what was asked, and what the copy has', async () => {
  const { address } = await copyServer()
  const client = createClient(address)
  expect(await client.ipos({ q: 'acme foods' })).toMatchObject({
    error: {
      message:
        'this is a static copy, which cannot answer /api/public/market/ipos?q=acme+foods; it has the answer without parameters, status=OPEN, status=OPEN&board=SME; the live service is https://live.example',
    },
  })
  expect(await client.changes()).toMatchObject({
    error: {
      message:
        'this is a static copy, which cannot answer /api/public/market/changes; the live service is https://live.example',
    },
  })
})

test('a refusal names twenty answers at most, and a live service only if there is one', async () => {
  const { address, files } = await copyServer()
  const answers = Array.from({ length: 25 }, (_, i) => ({
    ...{ path: `${BASE}/deals`, query: { symbol: `S${i}` }, file: `${BASE}/deals/S${i}.json` },
  }))
  files.set('/status.json', JSON.stringify({ ...COPY_STATUS, answers, liveUrl: null }))
  expect(await createClient(address).deals()).toMatchObject({
    error: { message: expect.stringMatching(/; it has symbol=S0, .*, symbol=S19 and 5 more$/) },
  })
})

test('every standard of the service counts as not given', async () => {
  const { address, asked } = await copyServer()
  const client = createClient(address)
  await client.copy()
  for (const { path, parameters } of ENDPOINTS.filter((each) => !each.path.endsWith('/changes')))
    for (const [name, { schema }] of Object.entries(parameters)) {
      const standard = (schema as { default?: string | number }).default
      if (standard === undefined) continue
      const method = path.split('/').at(-1) as 'ipos'
      expect(await client[method]({ [name]: standard })).toMatchObject({ name: `${path}.json` })
    }
  expect(asked.length).toBe(5)
})

describe('requests', () => {
  test('are three for the first answer, and one for each further one', async () => {
    const { address, asked } = await copyServer({ rewrites: true })
    const client = createClient(address)
    await client.ipos({ status: 'OPEN' })
    expect(asked).toEqual([`${BASE}/ipos?status=OPEN`, '/status.json', `${BASE}/ipos/open.json`])
    await client.ipo('acme-foods')
    await client.ipos({ q: 'acme' })
    expect(asked.slice(3)).toEqual([`${BASE}/ipos/acme-foods.json`])
  })

  test('for the status are one, also when the first calls come together', async () => {
    const { address, asked } = await copyServer()
    const client = createClient(address)
    await Promise.all([client.ipos(), client.deals(), client.sources(), client.copy()])
    expect(asked.filter((url) => url === '/status.json')).toEqual(['/status.json'])
  })

  test('are validated by ETag, and the kept answer has its total and next page again', async () => {
    const { address } = await copyServer({ rewrites: true })
    const { ipos } = createClient(address)
    const first = await ipos()
    const second = await ipos()
    expect([first.meta.notModified, second.meta.notModified]).toEqual([false, true])
    expect(second).toEqual(first)
    expect(second.meta).toEqual({ ...first.meta, notModified: true })
    expect(first.meta).toMatchObject({ status: 200, position: null, total: 130, next: expect.any(String) })
  })
})

describe('pages', () => {
  const namesOf = async (pages: AsyncGenerator<object>) => {
    const names: unknown[] = []
    for await (const page of pages) names.push((page as { name?: string }).name ?? page)
    return names
  }

  test('are walked to the end, and their cursors lead on in a later call', async () => {
    const { address } = await copyServer()
    const client = createClient(address)
    const ipos = ['/ipos.json', '/ipos/page/2.json', '/ipos/page/3.json'].map((file) => BASE + file)
    expect(await namesOf(client.pages.ipos())).toEqual(ipos)
    expect(await namesOf(client.pages.deals())).toEqual([`${BASE}/deals.json`, `${BASE}/deals/page/2.json`])
    expect(await namesOf(client.pages.ipos({ status: 'OPEN' }))).toEqual([`${BASE}/ipos/open.json`])
    const { meta } = await client.ipos()
    expect(await namesOf(client.pages.ipos({ cursor: meta.next ?? '' }))).toEqual(ipos.slice(1))
  })

  test('of a list of which the copy has the newest alone end with a failure that says so', async () => {
    const { address, files } = await copyServer()
    const ofAll = { path: `${BASE}/deals`, query: {}, file: `${BASE}/deals.json`, most: 2 }
    const ofShare = { ...ofAll, query: { symbol: '{symbol}' }, file: `${BASE}/deals/{symbol}.json` }
    files.set('/status.json', JSON.stringify({ ...COPY_STATUS, answers: [ofAll, ofShare] }))
    const withDeals = (count: number) => JSON.stringify({ ok: true, name: `${count} deals`, count })
    files.set(ofAll.file, withDeals(2))
    files.set(`${BASE}/deals/ACME.json`, withDeals(2))
    files.set(`${BASE}/deals/CEDAR.json`, withDeals(1))
    const { pages } = createClient(address)
    const refused = { error: { code: 'NOT_IN_COPY' } }
    expect(await namesOf(pages.deals())).toMatchObject(['2 deals', refused])
    expect(await namesOf(pages.deals({ symbol: 'acme' }))).toMatchObject(['2 deals', refused])
    expect(await namesOf(pages.deals({ symbol: 'CEDAR' }))).toEqual(['1 deals'])
    // Only shares with deals in the last days have a file.
    expect(await namesOf(pages.deals({ symbol: 'BIRCH' }))).toMatchObject([refused])
  })

  test('end with the failure of a page', async () => {
    const { address, files } = await copyServer()
    files.set(`${BASE}/ipos/page/2.json`, '<html>Please log in</html>')
    const pages = await namesOf(createClient(address).pages.ipos())
    expect(pages).toMatchObject([`${BASE}/ipos.json`, { error: { code: 'UNEXPECTED_ANSWER' } }])
  })
})

test.each([
  ['without a file', 'bold-steel'],
  ['called like a file of the list', 'open'],
  ['with a slash', 'open/../open'],
  ['that no name gives', 'Acme Foods'],
  ['without a name', ''],
])('an IPO %s is not found', async (_what, slug) => {
  const { address } = await copyServer()
  const client = createClient(address)
  for (const answer of [await client.ipo(slug), await client.ipo(slug)])
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'NOT_FOUND', message: expect.stringMatching(/no such IPO, or left this answer out/) },
    })
})

test('follow ends with the refusal, at first and later', async () => {
  const { address } = await copyServer({ rewrites: true })
  for (const since of [undefined, '0', '12@2026-11-19T13:58:12.000Z']) {
    const followed = follow(address, { since })
    await expect.poll(followed.isEnded).toBe(true)
    expect(followed.events).toMatchObject([{ type: 'error', error: { code: 'NOT_IN_COPY' } }])
  }
})

test('follow ends also on a host that answers every address with a page', async () => {
  const address = await localServer(({ url }, response) =>
    response.end(url === '/status.json' ? STATUS : '<!doctype html>'),
  )
  const followed = follow(address)
  await expect.poll(followed.isEnded).toBe(true)
  expect(followed.events).toMatchObject([{ type: 'error', error: { code: 'NOT_IN_COPY' } }])
})

/** As a page of another site sees a host that redirects from folders: without the redirections. */
const hidingServer = () =>
  localServer(({ url }, response) =>
    url?.endsWith('.json') ? response.end(url === '/status.json' ? STATUS : LIST) : response.destroy(),
  )

test('a host that browsers hide the original addresses of is found by its status', async () => {
  const client = createClient(await hidingServer())
  expect(await client.ipos({ status: 'OPEN' })).toMatchObject({ name: 'a list' })
  const followed = follow(await hidingServer())
  await expect.poll(followed.isEnded).toBe(true)
  expect(followed.events).toMatchObject([{ type: 'error', error: { code: 'NOT_IN_COPY' } }])
})

test('a live service that cannot be reached for a while is not asked for a status', async () => {
  const asked: (string | undefined)[] = []
  const address = await localServer(({ url }, response) => {
    asked.push(url)
    if (asked.length === 1) response.writeHead(200, { 'x-market-version': '1@a' }).end(LIST)
    else response.destroy()
  })
  const client = createClient(address)
  expect(await client.index()).toMatchObject({ ok: true })
  expect(await client.sources()).toMatchObject({ error: { code: 'NETWORK' } })
  expect(asked).toEqual([BASE, `${BASE}/sources`])
})

test('a copy says how old it is', async () => {
  const { address, asked } = await copyServer()
  const client = createClient(address)
  const copy = await client.copy()
  expect(copy).toEqual(COPY_STATUS)
  expect(copy?.ok && copy.staleAfter).toBe('2026-11-19T16:00:00.000Z')
  await client.copy()
  expect(asked).toEqual(['/status.json'])
})

test('the status of a copy is read again after five minutes, before the next answer', async () => {
  const start = Date.parse('2026-11-19T14:10:00.000Z')
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  onTestFinished(() => void vi.useRealTimers())
  const { address, asked } = await copyServer()
  const client = createClient(address)
  await client.copy()
  vi.setSystemTime(start + 299_999)
  await client.sources()
  expect(asked).toEqual(['/status.json', `${BASE}/sources.json`])
  vi.setSystemTime(start + 300_000)
  await client.sources()
  expect(asked.slice(2)).toEqual(['/status.json', `${BASE}/sources.json`])
})

describe('where the status', () => {
  /** A server whose lists have no position, and the status that a test wants. */
  async function serverWith(statusOf: () => [status: number, body: string] | undefined) {
    const asked: string[] = []
    const address = await localServer(({ url = '' }, response) => {
      asked.push(url)
      if (url !== '/status.json') return response.end(LIST)
      const [status, body] = statusOf() ?? []
      return status === undefined ? response.destroy() : response.writeHead(status).end(body)
    })
    return { client: createClient(address, { maxWaitMs: 0, timeoutMs: 5000 }), asked }
  }
  const timesAsked = (asked: readonly string[]) => asked.filter((url) => url === '/status.json').length

  test.each([
    ['is missing', 404, '<html>No such page</html>', 1],
    ['is that of another service', 200, FOREIGN, 1],
    ['is a page of a proxy, which is asked again', 200, '<html>Please log in</html>', 2],
    ['is forbidden, which is asked again', 403, '<html>Forbidden</html>', 2],
  ])('%s, there is no copy', async (_what, status, body, times) => {
    const { client, asked } = await serverWith(() => [status, body])
    for (const _ of [1, 2]) expect(await client.ipos({ status: 'OPEN' })).toMatchObject({ name: 'a list' })
    expect(timesAsked(asked)).toBe(times)
    expect(await client.copy()).toBeNull()
  })

  test.each([
    ['cannot be reached', undefined, 'NETWORK'],
    ['fails', [500, 'x'] as [number, string], 'UNEXPECTED_ANSWER'],
    ['is not to be had now', [503, 'x'] as [number, string], 'UNEXPECTED_ANSWER'],
    ['is unreadable', [200, '{"ok":true,"copy":"greymark","answers":[null]}'], 'UNEXPECTED_ANSWER'],
    ['has no answers', [200, '{"ok":true,"copy":"greymark"}'], 'UNEXPECTED_ANSWER'],
  ] as const)('%s, no list is given that may be a wrong one', async (_what, answer, code) => {
    const answers = [answer, answer, [200, STATUS]] as const
    let times = 0
    const { client } = await serverWith(() => answers[times++] as [number, string] | undefined)
    expect(await client.ipos({ q: 'acme' })).toMatchObject({ ok: false, error: { code } })
    expect(await client.copy()).toMatchObject({ ok: false, error: { code } })
  })

  test('could not be reached, it is asked again by the next call', async () => {
    let isUp = false
    const { client } = await serverWith(() => (isUp ? [200, STATUS] : undefined))
    expect(await client.ipos({ q: 'acme' })).toMatchObject({ error: { code: 'NETWORK' } })
    isUp = true
    expect(await client.ipos({ q: 'acme' })).toMatchObject({ error: { code: 'NOT_IN_COPY' } })
  })
})

test('a call that is aborted does not wait for the status, for which others wait', async () => {
  const waiting: (() => void)[] = []
  const address = await localServer(({ url = '' }, response) => {
    if (url === '/status.json') waiting.push(() => response.end(STATUS))
    else response.end(LIST)
  })
  const client = createClient(address)
  const ending = new AbortController()
  const first = client.ipos({}, { signal: ending.signal })
  const second = client.ipos({ q: 'acme' })
  await expect.poll(() => waiting.length).toBe(1)
  ending.abort()
  expect(await first).toMatchObject({ error: { code: 'ABORTED' } })
  waiting[0]?.()
  expect(await second).toMatchObject({ error: { code: 'NOT_IN_COPY' } })
})

describe('after a next run', () => {
  test('whose copy lacks a file, the table is read again', async () => {
    const { address, files, asked } = await copyServer()
    const client = createClient(address)
    await client.deals({ symbol: 'M&M' })
    files.delete(`${BASE}/deals/M%26M.json`)
    const answers = COPY_STATUS.answers.filter(({ query }) => !query.symbol)
    files.set('/status.json', JSON.stringify({ ...COPY_STATUS, answers }))
    expect(await client.deals({ symbol: 'M&M' })).toMatchObject({ error: { code: 'NOT_IN_COPY' } })
    expect(asked.filter((url) => url === '/status.json').length).toBe(2)
  })

  test('whose copy lacks a file of its table, the file is asked for twice', async () => {
    const { address, files, asked } = await copyServer()
    files.delete(`${BASE}/sources.json`)
    expect(await createClient(address).sources()).toMatchObject({ error: { code: 'UNEXPECTED_ANSWER' } })
    expect(asked.filter((url) => url === `${BASE}/sources.json`).length).toBe(2)
  })

  test.each<[string, Call]>([
    ['a list', ({ ipos }) => ipos({ q: 'acme' })],
    ['an IPO', ({ ipo }) => ipo('acme-foods')],
  ])('in whose place a live service is, %s comes from it', async (_what, call) => {
    let isLive = false
    const address = await localServer(({ url = '' }, response) => {
      const live = { 'x-market-version': '1@a' }
      if (!isLive) response.end(url === '/status.json' ? STATUS : LIST)
      else if (url.endsWith('.json')) response.writeHead(404, url === '/status.json' ? {} : live).end('{}')
      else response.writeHead(200, live).end(JSON.stringify({ ok: true, name: 'live' }))
    })
    const client = createClient(address)
    await client.sources()
    isLive = true
    await client.sources()
    expect(await call(client)).toMatchObject({ name: 'live' })
  })
})
