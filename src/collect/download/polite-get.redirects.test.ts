import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import {
  emptyDb,
  faultOf,
  fixedClock,
  json,
  type Replies,
  type Reply,
  requestFor,
  startGet,
} from './polite-get.test-upstream.ts'
import { politeGet } from './polite-get.ts'
import type { LookUpHost } from './public-address.ts'

const A = 'a.acme.example'
const B = 'b.acme.example'

const to = (location: string, status = 302): Reply => ({ status, headers: { location } })

test.each<[string, Replies, string]>([
  ['on the same host', { [`${A}/1`]: to('/2'), [`${A}/2`]: json() }, `${A}/2`],
  ['relative to the folder', { [`${A}/1`]: to('2?x=y'), [`${A}/2?x=y`]: json() }, `${A}/2?x=y`],
  ['to another host', { [`${A}/1`]: to(`https://${B}/2`), [`${B}/2`]: json() }, `${B}/2`],
  ['to another host of the mirror', { [`${A}/1`]: to(`/${B}/2`), [`${B}/2`]: json() }, `${B}/2`],
  ['for good', { [`${A}/1`]: to('/2', 301), [`${A}/2`]: json() }, `${A}/2`],
  ['with 308', { [`${A}/1`]: to('/2', 308), [`${A}/2`]: json() }, `${A}/2`],
  [
    'five times',
    {
      [`${A}/1`]: to('/2'),
      [`${A}/2`]: to('/3'),
      [`${A}/3`]: to('/4'),
      [`${A}/4`]: to('/5'),
      [`${A}/5`]: to('/6'),
      [`${A}/6`]: json(),
    },
    `${A}/6`,
  ],
])('a redirect %s is followed, and the address is the original one', async (_name, replies, last) => {
  const { get, targets } = await startGet(replies)
  expect(await get(requestFor(`${A}/1`))).toMatchObject({ kind: 'fresh' })
  expect(targets().at(-1)).toBe(last)
})

test.each<[string, Reply, string, string]>([
  ['without end', to('/1'), 'changed', `${A}/1: more than 5 redirects`],
  ['to nowhere', { status: 302 }, 'changed', `${A}/1: HTTP 302 without a Location`],
  [
    'to http',
    to(`http://${A}/2`),
    'refused',
    `${A}/1: redirected to http://${A}/2, which is no https address`,
  ],
  [
    'to another server on this computer',
    to('http://127.0.0.1:1/x'),
    'refused',
    `${A}/1: redirected to http://127.0.0.1:1/x, which is no https address`,
  ],
  ['to an error page', to('/error_Acme.html'), 'refused', `${A}/1: sent to the error page /error_Acme.html`],
  [
    'to an error page of the mirror',
    to(`/${A}/error_Acme.html`),
    'refused',
    `${A}/1: sent to the error page /error_Acme.html`,
  ],
  ['to /Error', to('/x/Error?code=1'), 'refused', `${A}/1: sent to the error page /x/Error`],
])('a redirect %s is a fault', async (_name, reply, kind, message) => {
  const { get } = await startGet({ [`${A}/1`]: reply })
  expect(await faultOf(get(requestFor(`${A}/1`, { day: '2030-03-01' })))).toMatchObject({ kind, message })
})

test('a redirect to a missing dated file means that there is none', async () => {
  const { get } = await startGet({ [`${A}/1`]: to('/2') })
  expect(await get(requestFor(`${A}/1`, { day: '2030-03-01' }))).toEqual({ kind: 'absent' })
})

test('an error page does not close the host', async () => {
  const { get } = await startGet({ [`${A}/1`]: to('/error.html'), [`${A}/2`]: json() })
  await faultOf(get(requestFor(`${A}/1`)))
  expect(await get(requestFor(`${A}/2`))).toMatchObject({ kind: 'fresh' })
})

test('the robots.txt of the host that a redirect leads to is checked', async () => {
  const { get, targets } = await startGet({
    [`${A}/1`]: to(`https://${B}/private/2`),
    [`${B}/robots.txt`]: { body: 'User-agent: *\nDisallow: /private/\n' },
  })
  expect(await faultOf(get(requestFor(`${A}/1`)))).toMatchObject({
    kind: 'refused',
    message: `${B}/private/2: robots.txt does not allow it`,
  })
  expect(targets()).toEqual([`${A}/1`])
})

test.each<[string, string]>([
  ['https://127.0.0.1:9443/', '127.0.0.1:9443/; 127.0.0.1 is not an address of the public internet'],
  ['//127.0.0.1/x', '127.0.0.1/x; 127.0.0.1 is not an address of the public internet'],
  ['https://localhost:9443/', 'localhost:9443/; localhost is this machine'],
  ['https://[::1]:9443/x', '[::1]:9443/x; ::1 is not an address of the public internet'],
  ['https://[::ffff:127.0.0.1]/', '[::ffff:7f00:1]/; ::ffff:7f00:1 is not an address of the public internet'],
  ['https://169.254.169.254/latest', '169.254.169.254/latest; 169.254.169.254 is not'],
  ['https://10.0.0.7/', '10.0.0.7/; 10.0.0.7 is not'],
  ['https://0.0.0.0/', '0.0.0.0/; 0.0.0.0 is not'],
  ['https://2130706433/', '127.0.0.1/; 127.0.0.1 is not'],
  ['https://0177.0.0.1/', '127.0.0.1/; 127.0.0.1 is not'],
  ['https://user:secret@127.0.0.1/', '127.0.0.1 with a user name or password in the address'],
  [`https://user:secret@${B}/2`, `${B} with a user name or password in the address`],
  [`https://user@${B}/2`, `${B} with a user name or password in the address`],
])('a redirect to %s is refused, and nothing is requested there', async (location, message) => {
  const { get, targets } = await startGet({ [`${A}/1`]: to(location) })
  const fault = await faultOf(get(requestFor(`${A}/1`)))
  expect(fault).toMatchObject({ name: 'RedirectFault', kind: 'refused' })
  expect(fault.message).toContain(`${A}/1: redirected to ${message}`)
  expect(fault.message).not.toContain('secret')
  expect(targets()).toEqual([`${A}/1`])
})

test('a host that the operator named may be private, and redirect within itself', async () => {
  const intranet = '10.0.0.7:8443'
  const { get } = await startGet({ [`${intranet}/1`]: to('/2'), [`${intranet}/2`]: json() })
  expect(await get(requestFor(`${intranet}/1`, { isOperatorsOwn: true }))).toMatchObject({ kind: 'fresh' })
  expect(await faultOf(get(requestFor(`${intranet}/1`)))).toMatchObject({
    kind: 'refused',
    message: `${intranet}/1: 10.0.0.7 is not an address of the public internet`,
  })
})

test('a host that the operator named must not redirect to another private one', async () => {
  const { get } = await startGet({ '10.0.0.7/1': to('https://10.0.0.8/') })
  expect(await faultOf(get(requestFor('10.0.0.7/1', { isOperatorsOwn: true })))).toMatchObject({
    kind: 'refused',
    message: '10.0.0.7/1: redirected to 10.0.0.8/; 10.0.0.8 is not an address of the public internet',
  })
})

/** Without a mirror, names are resolved; here every name is this machine. */
async function startGetThere() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  let connections = 0
  server.on('connection', (socket) => {
    connections++
    socket.destroy()
  })
  const resolve = ((_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
    done(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as LookUpHost
  const get = politeGet({
    upstreamBase: '',
    contact: '',
    db: await emptyDb(),
    now: fixedClock().now,
    timing: { pauseMs: 0, timeoutMs: 30_000, backOffMs: [] },
    resolve,
  })
  const { port } = server.address() as AddressInfo
  return { get, port, connections: () => connections }
}

test('a name that resolves to this machine is refused before any connection', async () => {
  const { get, port, connections } = await startGetThere()
  expect(await faultOf(get(requestFor(`${A}:${port}/1`)))).toMatchObject({
    kind: 'refused',
    message: `${A}:${port}/robots.txt: the name ${A} leads to 127.0.0.1; 127.0.0.1 is not an address of the public internet`,
  })
  expect(connections()).toBe(0)
})

test('a name that the operator gave may resolve to this machine', async () => {
  const { get, port, connections } = await startGetThere()
  expect(await faultOf(get(requestFor(`${A}:${port}/1`, { isOperatorsOwn: true })))).toMatchObject({
    kind: 'unreachable',
  })
  expect(connections()).toBe(1)
})
