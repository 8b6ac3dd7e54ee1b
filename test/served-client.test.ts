import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { demoServiceForAll } from './support/demo-service.ts'

const demo = demoServiceForAll()
const BUILT = new URL('../dist/client/index.js', import.meta.url)

test('the service serves the built client as a module that every site may import', async () => {
  const response = await fetch(`${demo.address}/client.js`)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': expect.stringMatching(/^public, max-age=60,/),
  })
  expect(await response.text()).toBe(readFileSync(BUILT, 'utf8'))
})

test('a client that was not changed is not sent again', async () => {
  const address = `${demo.address}/client.js`
  const etag = (await fetch(address)).headers.get('etag') ?? ''
  expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test('the served module requests the service that it came from', async () => {
  const text = await (await fetch(`${demo.address}/client.js`)).text()
  // Node imports no module over HTTP.
  const { createClient } = await import(`data:text/javascript,${encodeURIComponent(text)}`)
  const answer = await createClient(demo.address).ipos({ status: 'OPEN' })
  expect(answer.ok && answer.count).toBeGreaterThan(0)
})
