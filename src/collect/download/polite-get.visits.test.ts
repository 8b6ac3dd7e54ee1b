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
const requestWithVisit = (address: string) => requestFor(address, { cookiesFrom: `https://${PAGE}` })

const opens = (session: string, status = 200): Reply => ({
  ...page('Market'),
  status,
  headers: { 'set-cookie': [`sid=${session}; Path=/; HttpOnly`, 'app=greymark; Path=/api; Secure'] },
})

/** Answers only requests with a session cookie. */
const onlyWith =
  (session: string, refusal: Reply = { status: 401 }): Replies[string] =>
  ({ headers }) =>
    headers.cookie?.includes(`sid=${session}`) ? json() : refusal

test('a document that is served without cookies needs no visit', async () => {
  const { get, targets } = await startGet({ [PAGE]: opens('1'), [LIST]: json() })
  await get(requestWithVisit(LIST))
  expect(targets()).toEqual([LIST])
})

test.each<[string, Reply]>([
  ['HTTP 401', { status: 401 }],
  ['HTTP 403', { status: 403 }],
  ['a page', page('Access Denied')],
])('after %s the page is visited, and the document requested with its cookies', async (_name, refusal) => {
  const { get, requests } = await startGet({ [PAGE]: opens('1'), [LIST]: onlyWith('1', refusal) })
  expect(await get(requestWithVisit(LIST))).toMatchObject({ kind: 'fresh' })
  expect(requests.map(({ target, headers }) => [target, headers.cookie])).toEqual([
    [`${HOST}/robots.txt`, undefined],
    [LIST, undefined],
    [PAGE, undefined],
    [LIST, 'sid=1; app=greymark'],
  ])
  expect(requests[2]?.headers.accept).toMatch(/^text\/html,/)
})

test('the cookies of a visit that is denied are used', async () => {
  const { get } = await startGet({ [PAGE]: opens('1', 403), [LIST]: onlyWith('1') })
  expect(await get(requestWithVisit(LIST))).toMatchObject({ kind: 'fresh' })
})

test('one visit serves all documents of the host', async () => {
  const { get, targets } = await startGet({
    [PAGE]: opens('1'),
    [LIST]: onlyWith('1'),
    [DETAIL]: onlyWith('1'),
  })
  await Promise.all([get(requestWithVisit(LIST)), get(requestWithVisit(DETAIL))])
  await get(requestWithVisit(LIST))
  expect(targets().filter((target) => target === PAGE)).toHaveLength(1)
})

test('the next process uses the cookies of the last one', async () => {
  const { get, restart, targets } = await startGet({ [PAGE]: opens('1'), [LIST]: onlyWith('1') })
  await get(requestWithVisit(LIST))
  await restart().get(requestWithVisit(LIST))
  expect(targets()).toEqual([LIST, PAGE, LIST, LIST])
})

test('the page is visited at most once in five minutes', async () => {
  const { get, advance, targets } = await startGet({
    [PAGE]: inOrder(opens('1'), opens('2')),
    [LIST]: inOrder(onlyWith('1'), onlyWith('1'), onlyWith('2'), onlyWith('2'), onlyWith('2')),
  })
  await get(requestWithVisit(LIST))
  advance(4 * MINUTE_MS - 1)
  expect(await faultOf(get(requestWithVisit(LIST)))).toMatchObject({
    kind: 'refused',
    message: `${LIST}: HTTP 401, left alone until 2030-03-04T12:05:00.000Z`,
  })
  advance(MINUTE_MS + 1)
  expect(await get(requestWithVisit(LIST))).toMatchObject({ kind: 'fresh' })
  expect(targets()).toEqual([LIST, PAGE, LIST, LIST, LIST, PAGE, LIST])
})

test('a download waits for cookies if the page may soon be visited again', async () => {
  const { get, advance } = await startGet({
    [PAGE]: inOrder(opens('1'), opens('2')),
    [LIST]: inOrder(onlyWith('1'), onlyWith('1'), onlyWith('2'), onlyWith('2')),
  })
  await get(requestWithVisit(LIST))
  advance(5 * MINUTE_MS - 10)
  expect(await get(requestWithVisit(LIST))).toMatchObject({ kind: 'fresh' })
})

test('a cookie that an answer renews is sent from then on', async () => {
  const renewing: Reply = { ...json(), headers: { 'set-cookie': 'sid=2; Path=/' } }
  const { get, requests } = await startGet({ [PAGE]: opens('1'), [LIST]: renewing })
  await get(requestWithVisit(LIST))
  await get(requestWithVisit(LIST))
  expect(requests.at(-1)?.headers.cookie).toContain('sid=2')
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
])('%s after the visit, too, is final', async (_name, refusal, kind, message) => {
  const { get, targets } = await startGet({ [PAGE]: opens('1'), [LIST]: refusal })
  expect(await faultOf(get(requestWithVisit(LIST)))).toMatchObject({ kind, message })
  expect(targets()).toEqual([LIST, PAGE, LIST])
})

test.each([429, 451, 404])('HTTP %i does not lead to a visit', async (status) => {
  const { get, targets } = await startGet({ [PAGE]: opens('1'), [LIST]: { status } })
  await faultOf(get(requestWithVisit(LIST)))
  expect(targets()).toEqual([LIST])
})

test('a page that is no longer there is a changed layout', async () => {
  const { get } = await startGet({ [PAGE]: { status: 404 }, [LIST]: onlyWith('1') })
  expect(await faultOf(get(requestWithVisit(LIST)))).toMatchObject({
    kind: 'changed',
    message: `${PAGE}: HTTP 404`,
  })
})

test('a store that does not answer once does not keep a host from being read', async () => {
  const { get, db } = await startGet({ [PAGE]: opens('1'), [LIST]: json() })
  await db.schema.alterTable('host_visits').renameTo('elsewhere').execute()
  await expect(get(requestWithVisit(LIST))).rejects.toThrow('host_visits')
  await db.schema.alterTable('elsewhere').renameTo('host_visits').execute()
  expect(await get(requestWithVisit(LIST))).toMatchObject({ kind: 'fresh' })
})
