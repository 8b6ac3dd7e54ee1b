import { describe, expect, test } from 'vitest'
import { VERSION } from '../../project-file.ts'
import {
  faultOf,
  inOrder,
  json,
  page,
  type ReceivedRequest,
  type Replies,
  type Reply,
  requestFor,
  startGet,
} from './polite-get.test-upstream.ts'

const NSE = 'www.nseindia.com'
const ROBOTS = `${NSE}/robots.txt`
const LIST = `${NSE}/api/list`
const PAGE = `${NSE}/market`
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A host that answers is never taken for silent, however busy the machine is. */
const PATIENT = { firstAnswerMs: 60 * MINUTE_MS, timeoutMs: 60 * MINUTE_MS }
/** Where one is silent: long enough for the answers of the others. */
const SOON = { firstAnswerMs: 2000 }

const CONTACT = 'ops@acme.example'
const NAMED = `Greymark/${VERSION} (+${CONTACT})`
const MARKED = `Mozilla/5.0 (Greymark/${VERSION}; +${CONTACT})`
const PLAIN = 'Mozilla/5.0'

type Treatment = 'cut' | 'silent' | Reply
const NOT_FOUND: Reply = { status: 404 }

/** Treats the introductions in `others` so, and serves the rest. */
const servesAllBut =
  (others: Readonly<Record<string, Treatment>>, served: Reply | Replies[string] = json()): Replies[string] =>
  (request, response) => {
    const treatment = others[request.headers['user-agent'] ?? '']
    if (treatment === 'cut') request.socket.destroy()
    else if (treatment !== 'silent')
      return treatment ?? (typeof served === 'function' ? served(request, response) : served)
    return undefined
  }

/** The same for robots.txt and for the list. */
const hostThat = (others: Readonly<Record<string, Treatment>>): Replies => ({
  [ROBOTS]: servesAllBut(others, NOT_FOUND),
  [LIST]: servesAllBut(others),
})

const start = (replies: Replies, agent = '', timing: typeof PATIENT | typeof SOON = PATIENT) =>
  startGet(replies, { contact: CONTACT, agent, timing })

const agentsIn = (requests: readonly ReceivedRequest[]) =>
  requests.map(({ target, headers }) => [target, headers['user-agent']])

describe('introductions', () => {
  test('an exchange gets our name alone first', async () => {
    const { get, requests } = await start({ [LIST]: json() })
    await get(requestFor(LIST))
    expect(agentsIn(requests)).toEqual([
      [ROBOTS, NAMED],
      [LIST, NAMED],
    ])
    expect(requests.map(({ headers }) => headers.from)).toEqual([CONTACT, CONTACT])
  })

  test.each<[string, Treatment]>([
    ['cut off', 'cut'],
    ['left without an answer', 'silent'],
  ])('one that is %s leads to the next, from robots.txt on', async (_name, treatment) => {
    const { get, requests } = await start(
      hostThat({ [NAMED]: treatment }),
      '',
      treatment === 'silent' ? SOON : PATIENT,
    )
    expect(await get(requestFor(LIST))).toMatchObject({ kind: 'fresh' })
    expect(agentsIn(requests)).toEqual([
      [ROBOTS, NAMED],
      [ROBOTS, MARKED],
      [LIST, MARKED],
    ])
  })

  test.each<[string, Reply]>([
    ['HTTP 403', { status: 403 }],
    ['a block page', page('Access Denied')],
    ['a redirect to an error page', { status: 302, headers: { location: '/error_Acme.html' } }],
  ])('%s for the document leads to the next', async (_name, refusal) => {
    const { get, requests } = await start({ [LIST]: servesAllBut({ [NAMED]: refusal }) })
    expect(await get(requestFor(LIST))).toMatchObject({ kind: 'fresh' })
    expect(requests.at(-1)?.headers['user-agent']).toBe(MARKED)
  })

  test('the one that is served is remembered, also by the next process', async () => {
    const { get, restart, requests } = await start(hostThat({ [NAMED]: 'cut' }))
    await get(requestFor(LIST))
    requests.length = 0
    await get(requestFor(LIST))
    await restart().get(requestFor(LIST))
    expect(agentsIn(requests)).toEqual([
      [LIST, MARKED],
      [ROBOTS, MARKED],
      [LIST, MARKED],
    ])
  })

  test('where none is served, each is tried once a day, by whatever process', async () => {
    const { get, restart, requests, advance } = await start(
      hostThat({ [NAMED]: 'cut', [MARKED]: 'silent' }),
      '',
      SOON,
    )
    const fault = await faultOf(get(requestFor(LIST)))
    expect(fault).toMatchObject({ kind: 'refused' })
    expect(fault.message).toBe(
      `${NSE}: NSE closes the connection before it answers (introduced as named) and does not answer (introduced as marked), as it does for programs that it does not know and for addresses of data centres. Run "greymark check-sources"; then set AGENT=plain, if its terms (https://www.nseindia.com/nse-terms-of-use) allow it, or collect on a line at home and send the facts here (docs/operating.md). Left alone until 2030-03-05 17:30 in India`,
    )
    expect(await faultOf(get(requestFor(LIST)))).toMatchObject({ message: fault.message })
    expect(await faultOf(restart().get(requestFor(LIST)))).toMatchObject({ message: fault.message })
    expect(agentsIn(requests)).toEqual([
      [ROBOTS, NAMED],
      [ROBOTS, MARKED],
    ])
    advance(DAY_MS)
    await faultOf(get(requestFor(LIST)))
    expect(requests).toHaveLength(4)
  })

  test('another setting is tried at once', async () => {
    const { get, restart } = await start(hostThat({ [NAMED]: 'cut', [MARKED]: 'cut' }))
    await faultOf(get(requestFor(LIST)))
    expect(await restart({ agent: 'plain' }).get(requestFor(LIST))).toMatchObject({ kind: 'fresh' })
    expect(await restart({ agent: 'Acme/1.0' }).get(requestFor(LIST))).toMatchObject({ kind: 'fresh' })
  })

  test('when the remembered one is refused, the others are tried, and it stays if they are refused, too', async () => {
    const isOpen = { now: true }
    const { get, requests, advance } = await start({
      [ROBOTS]: servesAllBut({ [NAMED]: 'cut' }, NOT_FOUND),
      [LIST]: () => (isOpen.now ? json() : { status: 403 }),
    })
    await get(requestFor(LIST))
    isOpen.now = false
    advance(DAY_MS)
    requests.length = 0
    expect(await faultOf(get(requestFor(LIST)))).toMatchObject({
      kind: 'refused',
      message: `${LIST}: HTTP 403: NSE denies access (introduced as marked) and closes the connection before it answers (introduced as named). Left alone until 2030-03-05 18:00 in India`,
    })
    isOpen.now = true
    advance(30 * MINUTE_MS)
    expect(await get(requestFor(LIST))).toMatchObject({ kind: 'fresh' })
    expect(requests.at(-1)?.headers['user-agent']).toBe(MARKED)
  })

  test('of two that were served the first is used, and the other is tried once a day when it is refused', async () => {
    const reply = { now: json() }
    const { get, tryIntroduction, requests, advance } = await start({ [LIST]: () => reply.now })
    for (const [name, agent] of [['named', NAMED] as const, ['marked', MARKED] as const]) {
      await tryIntroduction(requestFor(LIST), { name, agent })
      advance(1000)
    }
    const agentsOf = async (outcome: Promise<unknown>) => {
      requests.length = 0
      await outcome.catch(() => undefined)
      return requests.map(({ headers }) => headers['user-agent'])
    }
    expect(await agentsOf(get(requestFor(LIST)))).toEqual([NAMED])
    reply.now = { status: 403 }
    expect(await agentsOf(get(requestFor(LIST)))).toEqual([NAMED, MARKED])
    for (let halfHours = 0; halfHours < 3; halfHours++) {
      advance(30 * MINUTE_MS)
      expect(await agentsOf(get(requestFor(LIST)))).toEqual([NAMED])
    }
  })

  test('a clock that was years ahead does not close a host for years', async () => {
    const reply = { now: { status: 403 } as Reply }
    const { get, advance } = await start({ [ROBOTS]: NOT_FOUND, [PAGE]: json(), [LIST]: () => reply.now })
    const request = requestFor(LIST, { cookiesFrom: `https://${PAGE}` })
    await faultOf(get(request))
    advance(-3 * 365 * DAY_MS)
    reply.now = json()
    expect(await get(request)).toMatchObject({ kind: 'fresh' })
  })

  test('a clock that was years ahead lets introductions be tried again', async () => {
    const others: Record<string, Treatment> = { [NAMED]: 'cut', [MARKED]: 'cut' }
    const { get, advance } = await start(hostThat(others))
    await faultOf(get(requestFor(LIST)))
    advance(-3 * 365 * DAY_MS)
    delete others[MARKED]
    expect(await get(requestFor(LIST))).toMatchObject({ kind: 'fresh' })
  })

  test('a rule of robots.txt is final under every introduction', async () => {
    const { get, requests } = await start({
      ...hostThat({ [NAMED]: 'cut' }),
      [ROBOTS]: servesAllBut({ [NAMED]: 'cut' }, { body: 'User-agent: *\nDisallow: /api\n' }),
    })
    expect(await faultOf(get(requestFor(LIST)))).toMatchObject({
      kind: 'refused',
      message: `${LIST}: robots.txt does not allow it`,
    })
    expect(requests.at(-1)?.target).toBe(ROBOTS)
  })

  test.each([
    ['named', NAMED],
    ['marked', MARKED],
    ['plain', PLAIN],
    ['Acme/1.0 (an own text)', 'Acme/1.0 (an own text)'],
  ])('AGENT=%s fixes one', async (agent, sent) => {
    const refusing = Object.fromEntries([NAMED, MARKED, PLAIN, agent].map((each) => [each, 'cut' as const]))
    const { get, requests } = await start(hostThat(refusing), agent)
    await faultOf(get(requestFor(LIST)))
    expect(agentsIn(requests)).toEqual([[ROBOTS, sent]])
  })

  test('a tracker gets our name alone, whatever is set', async () => {
    const { get, requests } = await start({ 'tracker.acme.example/1': json() }, 'plain')
    await get(requestFor('tracker.acme.example/1'))
    expect(requests.map(({ headers }) => headers['user-agent'])).toEqual([NAMED, NAMED])
  })

  test('a host that an exchange redirects to gets our name alone', async () => {
    const to = { status: 302, headers: { location: 'https://files.acme.example/1' } }
    const { get, requests } = await start({ [LIST]: to, 'files.acme.example/1': json() }, 'plain')
    await get(requestFor(LIST))
    expect(agentsIn(requests)).toEqual([
      [ROBOTS, PLAIN],
      [LIST, PLAIN],
      ['files.acme.example/robots.txt', NAMED],
      ['files.acme.example/1', NAMED],
    ])
  })
})

describe('an introduction tried by hand', () => {
  const plain = { name: 'plain', agent: PLAIN } as const

  test('is told what becomes of it, whether or not the host was left alone', async () => {
    const { get, tryIntroduction } = await start(hostThat({ [NAMED]: 'cut', [MARKED]: 'silent' }), '', SOON)
    await faultOf(get(requestFor(LIST)))
    const marked = { name: 'marked', agent: MARKED } as const
    expect(await tryIntroduction(requestFor(LIST), marked)).toMatchObject({ reception: 'silent' })
    expect(await tryIntroduction(requestFor(LIST), plain)).toMatchObject({ reception: 'served' })
    expect((await faultOf(get(requestFor(LIST)))).message).toContain('It serves AGENT=plain: set that, if')
  })

  test('that is refused, too, leaves the line at home', async () => {
    const refusing = hostThat({ [NAMED]: 'cut', [MARKED]: 'cut', [PLAIN]: 'cut' })
    const { get, tryIntroduction } = await start(refusing)
    expect(await tryIntroduction(requestFor(LIST), plain)).toMatchObject({ reception: 'cut' })
    expect((await faultOf(get(requestFor(LIST)))).message).toContain(
      'data centres. Collect on a line at home, if its terms (https://www.nseindia.com/nse-terms-of-use) allow it, and send the facts here',
    )
  })

  test('that is served opens a host that was left alone', async () => {
    const denied = inOrder(...Array.from({ length: 2 }, () => ({ status: 403 })), json())
    const { get, tryIntroduction } = await start({ [LIST]: denied })
    await faultOf(get(requestFor(LIST)))
    await tryIntroduction(requestFor(LIST), plain)
    expect(await get(requestFor(LIST))).toMatchObject({ kind: 'fresh' })
  })
})

describe('a path that an exchange refuses', () => {
  const paths = (...names: readonly string[]) => names.map((name) => `${NSE}/api/${name}`)
  const forbidding = (forbidden: readonly string[]): Replies => ({
    ...Object.fromEntries(paths('a', 'b', 'c', 'd').map((path) => [path, json()])),
    ...Object.fromEntries(forbidden.map((path) => [path, { status: 403 }])),
  })

  test('is left alone, and the others are requested', async () => {
    const [a = '', b = ''] = paths('a', 'b')
    const { get, restart } = await start(forbidding([a]))
    await faultOf(get(requestFor(a)))
    expect(await get(requestFor(b))).toMatchObject({ kind: 'fresh' })
    expect(await faultOf(restart().get(requestFor(`${a}?other=query`)))).toMatchObject({
      message: `${a}?other=query: left alone until 2030-03-04T12:30:00.000Z after HTTP 403`,
    })
  })

  test('is the third: the whole host is left alone', async () => {
    const forbidden = paths('a', 'b', 'c')
    const { get } = await start(forbidding(forbidden))
    for (const path of forbidden) await faultOf(get(requestFor(path)))
    const [d = ''] = paths('d')
    expect(await faultOf(get(requestFor(d)))).toMatchObject({
      kind: 'refused',
      message: `${d}: left alone until 2030-03-04T12:30:00.000Z after HTTP 403`,
    })
  })

  test('is the third, soon after a visit for cookies: the host is left alone as long', async () => {
    const forbidden = paths('a', 'b', 'c')
    const { get, requests, advance } = await start({ ...forbidding(forbidden), [PAGE]: page('Market') })
    const read = (path: string) => faultOf(get(requestFor(path, { cookiesFrom: `https://${PAGE}` })))
    for (const path of forbidden) await read(path)
    requests.length = 0
    advance(29 * MINUTE_MS)
    for (const path of forbidden) expect(await read(path)).toMatchObject({ kind: 'refused' })
    expect(requests).toEqual([])
  })

  test('is requested again after a visit for cookies', async () => {
    const opened = { ...page('Market'), status: 403, headers: { 'set-cookie': 'sid=1; Path=/' } }
    const wants: Replies[string] = ({ headers }) => (headers.cookie ? json() : { status: 401 })
    const { get, requests } = await start({ [PAGE]: opened, [LIST]: wants })
    expect(await get(requestFor(LIST, { cookiesFrom: `https://${PAGE}` }))).toMatchObject({ kind: 'fresh' })
    expect(requests.map(({ target }) => target)).toEqual([ROBOTS, LIST, PAGE, LIST])
  })

  test('by redirects without end is left alone', async () => {
    const [path = ''] = paths('a')
    const { get, requests } = await start({ [path]: { status: 302, headers: { location: '/api/a' } } })
    const fault = await faultOf(get(requestFor(path)))
    expect(fault).toMatchObject({ kind: 'refused' })
    expect(fault.message).toMatch(/^www.nseindia.com\/api\/a: redirected without end: NSE denies access/)
    requests.length = 0
    await faultOf(get(requestFor(path)))
    expect(requests).toEqual([])
  })
})
