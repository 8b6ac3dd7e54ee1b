import { expect, test } from 'vitest'
import {
  faultOf,
  inOrder,
  json,
  page,
  type Replies,
  type Reply,
  requestFor,
  startGet,
} from './polite-get.test-upstream.ts'

const HOST = 'www.acme.example'
const PAGE = `${HOST}/market`
const LIST = `${HOST}/api/list`
const DETAIL = `${HOST}/api/detail`
const MINUTE_MS = 60_000
const requestWithVisit = (address: string) => requestFor(address, { visitFirst: `https://${PAGE}` })

const opens = (session: string): Reply => ({
  ...page('Market'),
  headers: { 'set-cookie': [`sid=${session}; Path=/; HttpOnly`, 'app=greymark; Path=/api; Secure'] },
})

/** Answers only requests with a session cookie. */
const onlyWith =
  (session: string, refusal: Reply): Replies[string] =>
  ({ headers }) =>
    headers.cookie?.includes(`sid=${session}`) ? json() : refusal

const REFUSAL: Reply = { status: 401 }

test('the page is visited first, and its cookies are sent', async () => {
  const { get, requests } = await startGet({ [PAGE]: opens('1'), [LIST]: onlyWith('1', REFUSAL) })
  expect(await get(requestWithVisit(LIST))).toMatchObject({ kind: 'fresh' })
  expect(requests.map(({ target, headers }) => [target, headers.cookie])).toEqual([
    [`${HOST}/robots.txt`, undefined],
    [PAGE, undefined],
    [LIST, 'sid=1; app=greymark'],
  ])
  expect(requests[1]?.headers.accept).toMatch(/^text\/html,/)
})

test('one visit serves all documents of the host', async () => {
  const { get, targets } = await startGet({
    [PAGE]: opens('1'),
    [LIST]: onlyWith('1', REFUSAL),
    [DETAIL]: onlyWith('1', REFUSAL),
  })
  await Promise.all([get(requestWithVisit(LIST)), get(requestWithVisit(DETAIL))])
  await get(requestWithVisit(LIST))
  expect(targets()).toEqual([PAGE, LIST, DETAIL, LIST])
})

test('after half an hour the page is visited again', async () => {
  const { get, targets, advance } = await startGet({ [PAGE]: opens('1'), [LIST]: onlyWith('1', REFUSAL) })
  await get(requestWithVisit(LIST))
  advance(30 * MINUTE_MS)
  await get(requestWithVisit(LIST))
  advance(1)
  await get(requestWithVisit(LIST))
  expect(targets()).toEqual([PAGE, LIST, LIST, PAGE, LIST])
})

test('a cookie that an answer renews is sent from then on', async () => {
  const renewing: Reply = { ...json(), headers: { 'set-cookie': 'sid=2; Path=/' } }
  const { get, requests } = await startGet({ [PAGE]: opens('1'), [LIST]: renewing })
  await get(requestWithVisit(LIST))
  await get(requestWithVisit(LIST))
  expect(requests.at(-1)?.headers.cookie).toContain('sid=2')
})

test.each<[string, Reply]>([
  ['HTTP 401', REFUSAL],
  ['HTTP 403', { status: 403 }],
  ['a page', page('Access Denied')],
])('%s instead of the document leads to one more visit', async (_name, refusal) => {
  const { get, requests, targets } = await startGet({
    [PAGE]: inOrder(opens('old'), opens('new')),
    [LIST]: onlyWith('new', refusal),
  })
  expect(await get(requestWithVisit(LIST))).toMatchObject({ kind: 'fresh' })
  expect(targets()).toEqual([PAGE, LIST, PAGE, LIST])
  expect(requests.at(-2)?.headers).not.toHaveProperty('cookie')
})

test('waiting downloads share the second visit', async () => {
  const { get, targets } = await startGet({
    [PAGE]: inOrder(opens('old'), opens('new')),
    [LIST]: onlyWith('new', REFUSAL),
    [DETAIL]: onlyWith('new', REFUSAL),
  })
  await Promise.all([get(requestWithVisit(LIST)), get(requestWithVisit(DETAIL))])
  expect(targets().filter((target) => target === PAGE)).toHaveLength(2)
})

test.each<[string, Reply, string, string]>([
  ['HTTP 403', { status: 403 }, 'refused', `${LIST}: HTTP 403, left alone until 2030-03-04T12:30:00.000Z`],
  [
    'a block page',
    page('Access Denied'),
    'refused',
    `${LIST}: a page titled "Access Denied" instead of JSON, left alone until 2030-03-04T12:30:00.000Z`,
  ],
  ['another page', page('Welcome'), 'changed', `${LIST}: a page titled "Welcome" instead of JSON`],
])('%s after the second visit, too, is final', async (_name, refusal, kind, message) => {
  const { get, targets } = await startGet({ [PAGE]: opens('1'), [LIST]: refusal })
  expect(await faultOf(get(requestWithVisit(LIST)))).toMatchObject({ kind, message })
  expect(targets()).toEqual([PAGE, LIST, PAGE, LIST])
})

test.each([429, 451, 404])('HTTP %i does not lead to another visit', async (status) => {
  const { get, targets } = await startGet({ [PAGE]: opens('1'), [LIST]: { status } })
  await faultOf(get(requestWithVisit(LIST)))
  expect(targets()).toEqual([PAGE, LIST])
})

test.each<[string, Reply]>([
  ['HTTP 403', { status: 403 }],
  ['a block page', page('Request unsuccessful')],
])('a host that answers the visit with %s is not asked again', async (_name, refusal) => {
  const { get, targets } = await startGet({ [PAGE]: refusal, [LIST]: json() })
  expect(await faultOf(get(requestWithVisit(LIST)))).toMatchObject({ kind: 'refused' })
  expect(await faultOf(get(requestWithVisit(LIST)))).toMatchObject({ kind: 'refused' })
  expect(targets()).toEqual([PAGE])
})

test('a failed visit does not count: the next download makes it again', async () => {
  const { get } = await startGet({
    [PAGE]: inOrder({ status: 404 }, opens('1')),
    [LIST]: onlyWith('1', REFUSAL),
  })
  expect(await faultOf(get(requestWithVisit(LIST)))).toMatchObject({
    kind: 'changed',
    message: `${PAGE}: HTTP 404`,
  })
  expect(await get(requestWithVisit(LIST))).toMatchObject({ kind: 'fresh' })
})
