import { expect, test } from 'vitest'
import { faultOf, inOrder, json, page, type Reply, requestFor, startGet } from './polite-get.test-upstream.ts'
import { readRobots } from './robots.ts'

const HOST = 'a.acme.example'
const ROBOTS = `${HOST}/robots.txt`
const LIST = `${HOST}/api/list?kind=ipo`
const HOUR_MS = 3_600_000

const text = (body: string): Reply => ({ headers: { 'content-type': 'text/plain' }, body })

test.each<[string, Reply]>([
  ['allows all', text('User-agent: *\nAllow: /\n')],
  ['forbids nothing', text('User-agent: *\nDisallow:\n')],
  ['is empty', text('')],
  ['is a page', page('Welcome')],
  ['forbids other paths', text('User-agent: *\nDisallow: /private/\n')],
  ['forbids others', text('User-agent: OtherBot\nDisallow: /\n')],
  ['is not there', { status: 404 }],
  ['is itself refused', { status: 403 }],
  ['wants a password', { status: 401 }],
  ['is moved to an error page', { status: 302, headers: { location: '/error_Acme.html' } }],
  ['is moved round and round', { status: 302, headers: { location: '/robots.txt' } }],
])('a robots.txt that %s allows reading', async (_name, robots) => {
  const { get } = await startGet({ [ROBOTS]: robots, [LIST]: json() })
  expect(await get(requestFor(LIST))).toMatchObject({ kind: 'fresh' })
})

test.each([
  ['all', 'User-agent: *\nDisallow: /\n'],
  ['us by name', 'User-agent: *\nAllow: /\n\nUser-agent: Greymark\nDisallow: /api\n'],
  [
    'all, though not us: not every introduction has our name',
    'User-agent: *\nDisallow: /\n\nUser-agent: greymark\nAllow: /api/\n',
  ],
  ['by pattern', 'User-agent: *\nDisallow: /*kind=\n'],
])('a robots.txt that forbids %s is obeyed', async (_name, robots) => {
  const { get, targets } = await startGet({ [ROBOTS]: text(robots), [LIST]: json() })
  expect(await faultOf(get(requestFor(LIST)))).toMatchObject({
    kind: 'refused',
    message: `${LIST}: robots.txt does not allow it`,
  })
  expect(targets()).toEqual([])
})

test('a robots.txt of thousands of agents and rules is parsed quickly, and our rules still count', async () => {
  const agents = Array.from({ length: 10_000 }, (_, i) => `User-agent: Bot${i}`).join('\n')
  const rules = Array.from({ length: 2000 }, (_, i) => `Disallow: /x${i}`).join('\n')
  const robots = text(`${agents}\n${rules}\n\nUser-agent: Bot\nUser-agent: Greymark\nDisallow: /api/\n`)
  const { get } = await startGet({ [ROBOTS]: robots, [LIST]: json() })
  expect(await faultOf(get(requestFor(LIST)))).toMatchObject({ kind: 'refused' })
})

test('a page to visit for cookies is checked, too', async () => {
  const { get, targets } = await startGet({
    [ROBOTS]: text('User-agent: *\nDisallow: /market\n'),
    [LIST]: { status: 401 },
  })
  const fault = await faultOf(get(requestFor(LIST, { cookiesFrom: `https://${HOST}/market` })))
  expect(fault).toMatchObject({ kind: 'refused', message: `${HOST}/market: robots.txt does not allow it` })
  expect(targets()).toEqual([LIST])
})

test('a robots.txt may be redirected, also to another host', async () => {
  const { get } = await startGet({
    [ROBOTS]: { status: 301, headers: { location: 'https://www.acme.example/robots.txt' } },
    'www.acme.example/robots.txt': text('User-agent: *\nDisallow: /api/\n'),
    [LIST]: json(),
  })
  expect(await faultOf(get(requestFor(LIST)))).toMatchObject({ kind: 'refused' })
})

test('nothing is downloaded until the rules are known, and the next download requests them again', async () => {
  const fails = { status: 500 }
  const { get, requests, targets } = await startGet({
    [ROBOTS]: inOrder(fails, fails, fails, text('')),
    [LIST]: json(),
  })
  expect(await faultOf(get(requestFor(LIST)))).toMatchObject({
    kind: 'unreachable',
    message: `${ROBOTS}: HTTP 500, tried 3 times`,
  })
  expect(requests).toHaveLength(3)
  expect(targets()).toEqual([])
  expect(await get(requestFor(LIST))).toMatchObject({ kind: 'fresh' })
})

test('too many requests means the same here as elsewhere', async () => {
  const { get, requests } = await startGet({ [ROBOTS]: { status: 429 }, [LIST]: json() })
  expect(await faultOf(get(requestFor(LIST)))).toMatchObject({ kind: 'refused' })
  expect(await faultOf(get(requestFor(LIST)))).toMatchObject({ kind: 'refused' })
  expect(requests).toHaveLength(1)
})

test('it is cached for a day', async () => {
  const { get, requests, advance } = await startGet({
    [ROBOTS]: inOrder(text(''), text('User-agent: *\nDisallow: /\n')),
    [LIST]: json(),
  })
  const robotsRequests = () => requests.filter(({ target }) => target === ROBOTS).length
  await Promise.all([get(requestFor(LIST)), get(requestFor(LIST))])
  advance(24 * HOUR_MS - 1)
  await get(requestFor(LIST))
  expect(robotsRequests()).toBe(1)
  advance(1)
  expect(await faultOf(get(requestFor(LIST)))).toMatchObject({ kind: 'refused' })
  expect(robotsRequests()).toBe(2)
})

test.each([
  ['longer than our pause is obeyed', '0.3', 0, 290],
  ['shorter than our pause changes nothing', '0.1', 300, 290],
  ['without sense changes nothing', 'slowly', 0, 0],
])('a Crawl-delay %s', async (_name, delay, pauseMs, atLeastMs) => {
  const { get, requests } = await startGet(
    { [ROBOTS]: text(`User-agent: *\nCrawl-delay: ${delay}\n`), [LIST]: json() },
    { timing: { pauseMs } },
  )
  await get(requestFor(LIST))
  await get(requestFor(LIST))
  const [, first, second] = requests
  expect((second?.startedMs ?? 0) - (first?.startedMs ?? 0)).toBeGreaterThanOrEqual(atLeastMs)
})

test('an endless Crawl-delay is limited to 30 seconds', () => {
  const file = Buffer.from('User-agent: *\nCrawl-delay: 86400\n')
  expect(readRobots(new URL(`https://${ROBOTS}`), file).crawlDelayMs).toBe(30_000)
})
