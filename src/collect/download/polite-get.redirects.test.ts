import { expect, test } from 'vitest'
import { faultOf, json, type Replies, type Reply, startGet, wishFor } from './polite-get.test-upstream.ts'

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
  const { get } = await startGet(replies)
  expect(await get(wishFor(`${A}/1`))).toMatchObject({ kind: 'fresh', url: `https://${last}` })
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
  expect(await faultOf(get(wishFor(`${A}/1`, { day: '2030-03-01' })))).toMatchObject({ kind, message })
})

test('a redirect to a dated file that is not there means that there is none', async () => {
  const { get } = await startGet({ [`${A}/1`]: to('/2') })
  expect(await get(wishFor(`${A}/1`, { day: '2030-03-01' }))).toEqual({ kind: 'absent' })
})

test('an error page closes nothing', async () => {
  const { get } = await startGet({ [`${A}/1`]: to('/error.html'), [`${A}/2`]: json() })
  await faultOf(get(wishFor(`${A}/1`)))
  expect(await get(wishFor(`${A}/2`))).toMatchObject({ kind: 'fresh' })
})

test('the host that a redirect leads to is asked for its robots.txt', async () => {
  const { get, targets } = await startGet({
    [`${A}/1`]: to(`https://${B}/private/2`),
    [`${B}/robots.txt`]: { body: 'User-agent: *\nDisallow: /private/\n' },
  })
  expect(await faultOf(get(wishFor(`${A}/1`)))).toMatchObject({
    kind: 'refused',
    message: `${B}/private/2: robots.txt does not allow it`,
  })
  expect(targets()).toEqual([`${A}/1`])
})
