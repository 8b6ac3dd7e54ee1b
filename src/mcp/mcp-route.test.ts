import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { loadProtocol } from './load-protocol.ts'
import { ReadFailure } from './market-reader.ts'
import { mcpRoute } from './mcp-route.ts'

test('after a failed import of the library the next request tries again', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  const reader = { publicUrl: '', read: () => Promise.reject(new ReadFailure('no data')) }
  let tries = 0
  const load = () => (++tries === 1 ? Promise.reject(new Error('too many open files')) : loadProtocol())
  mcpRoute(app, { reader, isDemo: () => false, onFailure: String }, load)
  const post = () =>
    app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    })
  expect((await post()).statusCode).toBe(500)
  expect((await post()).json().result.tools).not.toHaveLength(0)
  await post()
  expect(tries).toBe(2)
})
