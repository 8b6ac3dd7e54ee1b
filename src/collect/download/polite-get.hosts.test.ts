import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import {
  faultOf,
  fixedClock,
  inOrder,
  json,
  page,
  type ReceivedRequest,
  type Replies,
  type Reply,
  requestFor,
  startGet,
} from './polite-get.test-upstream.ts'
import { HostQueue } from './request-host.ts'

const A = 'a.acme.example'
const B = 'b.acme.example'
const MINUTE_MS = 60_000
/** Nobody waits for it in a test: one that does fails. */
const HOUR_MS = 60 * MINUTE_MS

/** The queue of requests alone, on a clock that the test moves. */
function queueWithPause(pauseMs: number) {
  const { now, advance } = fixedClock()
  return { queue: new HostQueue({ now, pauseMs, signal: new AbortController().signal }), advance }
}
const admitted = async () => undefined

/** Answers with a delay, so that overlapping requests are noticed. */
const late: Replies[string] = (_request, response) => {
  setTimeout(() => response.end('[]'), 60)
  return undefined
}

const overlap = (one: ReceivedRequest, other: ReceivedRequest) =>
  one.startedMs < other.endedMs && other.startedMs < one.endedMs

function overlapping(requests: readonly ReceivedRequest[]): string[] {
  return requests.flatMap((one, at) =>
    requests
      .slice(at + 1)
      .filter((other) => overlap(one, other))
      .map((other) => `${one.target} and ${other.target}`),
  )
}

describe('limiting the load on a host', () => {
  test('one host gets one request at a time', async () => {
    const { get, requests } = await startGet({ [`${A}/1`]: late, [`${A}/2`]: late, [`${A}/3`]: late })
    await Promise.all(['1', '2', '3'].map((path) => get(requestFor(`${A}/${path}`))))
    expect(requests.map(({ target }) => target)).toEqual([`${A}/robots.txt`, `${A}/1`, `${A}/2`, `${A}/3`])
    expect(overlapping(requests)).toEqual([])
  })

  test('different hosts get requests at the same time', async () => {
    const waiting: ServerResponse[] = []
    // Each answer comes when both were requested.
    const together: Replies[string] = (_request, response) => {
      if (waiting.push(response) === 2) for (const each of waiting) each.end('[]')
      return undefined
    }
    const { get } = await startGet({ [`${A}/1`]: together, [`${B}/1`]: together })
    await Promise.all([get(requestFor(`${A}/1`)), get(requestFor(`${B}/1`))])
    expect(waiting).toHaveLength(2)
  })

  test('there is a pause between two requests to a host, including the one for robots.txt', async () => {
    const { get, requests } = await startGet(
      { [`${A}/1`]: json(), [`${A}/2`]: json() },
      { timing: { pauseMs: 150 } },
    )
    await get(requestFor(`${A}/1`))
    await get(requestFor(`${A}/2`))
    const [first, second, third] = requests
    expect((second?.startedMs ?? 0) - (first?.startedMs ?? 0)).toBeGreaterThanOrEqual(145)
    expect((third?.startedMs ?? 0) - (second?.startedMs ?? 0)).toBeGreaterThanOrEqual(145)
  })

  test('time that has passed anyway counts towards the pause', async () => {
    const { queue, advance } = queueWithPause(HOUR_MS)
    await queue.enqueue(A, admitted, async () => 'first')
    advance(HOUR_MS)
    expect(await queue.enqueue(A, admitted, async () => 'second')).toBe('second')
  })

  test('a fault does not stop the queue', async () => {
    const { get } = await startGet({ [`${A}/1`]: { status: 404 }, [`${A}/2`]: json() })
    const [bad, good] = await Promise.allSettled([get(requestFor(`${A}/1`)), get(requestFor(`${A}/2`))])
    expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled'])
  })
})

describe('a host that asks us to stop', () => {
  const retryAfter = (seconds: string): Reply => ({ status: 429, headers: { 'retry-after': seconds } })

  test.each<[string, Reply, string]>([
    ['401', { status: 401 }, '2030-03-04T12:30:00.000Z'],
    ['403', { status: 403 }, '2030-03-04T12:30:00.000Z'],
    ['429', { status: 429 }, '2030-03-04T12:30:00.000Z'],
    ['451', { status: 451 }, '2030-03-04T12:30:00.000Z'],
    ['429 with seconds', retryAfter('120'), '2030-03-04T12:02:00.000Z'],
    ['429 with a date', retryAfter('Mon, 04 Mar 2030 13:00:00 GMT'), '2030-03-04T13:00:00.000Z'],
    ['429 with a week', retryAfter('604800'), '2030-03-05T12:00:00.000Z'],
    ['429 with nonsense', retryAfter('soon'), '2030-03-04T12:30:00.000Z'],
    ['429 with half a second', retryAfter('0.5'), '2030-03-04T12:30:00.000Z'],
    ['503 with seconds', { ...retryAfter('60'), status: 503 }, '2030-03-04T12:01:00.000Z'],
    [
      '403 with seconds, which are not for it',
      { ...retryAfter('60'), status: 403 },
      '2030-03-04T12:30:00.000Z',
    ],
  ])('HTTP %s', async (_name, reply, until) => {
    const { get, targets } = await startGet({ [`${A}/1`]: reply, [`${A}/2`]: json() })
    const status = reply.status
    expect(await faultOf(get(requestFor(`${A}/1`)))).toMatchObject({
      kind: 'refused',
      message: `${A}/1: HTTP ${status}, left alone until ${until}`,
    })
    expect(await faultOf(get(requestFor(`${A}/2`, { day: '2030-03-01' })))).toMatchObject({
      kind: 'refused',
      message: `${A}/2: left alone until ${until} after HTTP ${status}`,
    })
    expect(targets()).toEqual([`${A}/1`])
  })

  test('a block page with status 200 closes the host for as long as HTTP 403', async () => {
    const { get, advance, targets } = await startGet({
      [`${A}/1`]: inOrder(page('Access Denied'), json()),
      [`${A}/2`]: json(),
    })
    const until = '2030-03-04T12:30:00.000Z'
    expect(await faultOf(get(requestFor(`${A}/1`)))).toMatchObject({
      kind: 'refused',
      message: `${A}/1: a page titled "Access Denied" instead of JSON, left alone until ${until}`,
    })
    expect(await faultOf(get(requestFor(`${A}/2`)))).toMatchObject({
      kind: 'refused',
      message: `${A}/2: left alone until ${until} after a page titled "Access Denied" instead of JSON`,
    })
    expect(targets()).toEqual([`${A}/1`])
    advance(30 * MINUTE_MS)
    expect(await get(requestFor(`${A}/1`))).toMatchObject({ kind: 'fresh' })
  })

  test('is left alone after a restart, too', async () => {
    const { get, restart, targets } = await startGet({ [`${A}/1`]: { status: 403 }, [`${A}/2`]: json() })
    await faultOf(get(requestFor(`${A}/1`)))
    expect(await faultOf(restart().get(requestFor(`${A}/2`)))).toMatchObject({ kind: 'refused' })
    expect(targets()).toEqual([`${A}/1`])
  })

  test('is requested again when the time is over', async () => {
    const { get, advance } = await startGet({ [`${A}/1`]: inOrder({ status: 403 }, json()) })
    await faultOf(get(requestFor(`${A}/1`)))
    advance(30 * MINUTE_MS - 1)
    expect(await faultOf(get(requestFor(`${A}/1`)))).toMatchObject({ kind: 'refused' })
    advance(1)
    expect(await get(requestFor(`${A}/1`))).toMatchObject({ kind: 'fresh' })
  })

  test('gets none of the requests that were waiting for it', async () => {
    const { get, targets } = await startGet({
      [`${A}/1`]: { status: 429 },
      [`${A}/2`]: json(),
      [`${A}/3`]: json(),
    })
    const outcomes = await Promise.allSettled(['1', '2', '3'].map((path) => get(requestFor(`${A}/${path}`))))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(targets()).toEqual([`${A}/1`])
  })

  test('fails at once, without the pause', async () => {
    const { queue } = queueWithPause(HOUR_MS)
    await queue.enqueue(A, admitted, async () => 'first')
    const refuse = () => Promise.reject(new Error('it is closed'))
    await expect(queue.enqueue(A, refuse, async () => 'second')).rejects.toThrow('it is closed')
  })

  test('does not affect other hosts', async () => {
    const { get } = await startGet({ [`${A}/1`]: { status: 403 }, [`${B}/1`]: json() })
    await faultOf(get(requestFor(`${A}/1`)))
    expect(await get(requestFor(`${B}/1`))).toMatchObject({ kind: 'fresh' })
  })
})

describe('an abort', () => {
  const noAnswer: Replies[string] = () => undefined

  async function abortAfter(ms: number, replies: Replies, timing = {}) {
    const ending = new AbortController()
    const { get, targets } = await startGet(replies, { signal: ending.signal, timing })
    const outcomes = Promise.allSettled([get(requestFor(`${A}/1`)), get(requestFor(`${A}/2`))])
    setTimeout(() => ending.abort(), ms)
    const names = (await outcomes).map((each) => each.status === 'rejected' && each.reason.name)
    return { names, targets: targets() }
  }

  test.each<[string, Replies, object]>([
    ['a request', { [`${A}/1`]: noAnswer }, {}],
    ['a pause', { [`${A}/1`]: json() }, { pauseMs: HOUR_MS }],
    ['a wait before another try', { [`${A}/1`]: { status: 500 } }, { backOffMs: [HOUR_MS] }],
  ])('ends %s at once, and the requests waiting behind it', async (_name, replies, timing) => {
    const { names, targets } = await abortAfter(150, { ...replies, [`${A}/2`]: noAnswer }, timing)
    expect(names).toEqual(['AbortError', 'AbortError'])
    expect(targets.length).toBeLessThanOrEqual(2)
  })

  test('of one download does not affect the others', async () => {
    const ending = new AbortController()
    const hangs: Replies[string] = () => {
      ending.abort()
      return undefined
    }
    const { get } = await startGet({ [`${A}/1`]: hangs, [`${A}/2`]: json() })
    const ended = faultOf(get(requestFor(`${A}/1`), undefined, ending.signal))
    const other = get(requestFor(`${A}/2`))
    expect(await ended).toMatchObject({ name: 'AbortError' })
    expect(await other).toMatchObject({ kind: 'fresh' })
  })

  test('before the start sends nothing', async () => {
    const { get, requests } = await startGet({ [`${A}/1`]: json() }, { signal: AbortSignal.abort() })
    expect(await faultOf(get(requestFor(`${A}/1`)))).toMatchObject({ name: 'AbortError' })
    expect(requests).toEqual([])
  })
})
