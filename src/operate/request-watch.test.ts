import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import Fastify, { LogController } from 'fastify'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { STATE } from './metrics.test-context.ts'
import { Metrics } from './metrics.ts'
import { RequestWatch } from './request-watch.ts'

/** A server with one route, and the lines it logs. */
async function serve(handle: () => Promise<unknown>) {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const metrics = new Metrics(async () => STATE)
  const watch = new RequestWatch(metrics, log, ({ socket }) => socket.remoteAddress ?? '')
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  app.addHook('onRequest', async (request, reply) => watch.begin(request, reply))
  app.setErrorHandler((error, request, reply) => {
    watch.failed(request, reply, error)
    return reply.code(500).send()
  })
  app.get('/slow/:what', handle)
  onTestFinished(() => app.close())
  const address = await app.listen({ port: 0, host: '127.0.0.1', listenTextResolver: () => '' })
  lines.length = 0
  return { address, lines, server: app.server }
}

test('a request that takes more than a second is logged at warn', async () => {
  const { address, lines } = await serve(() => setTimeout(1050, 'done'))
  await fetch(`${address}/slow/one`)
  await expect.poll(() => lines).toMatchObject([{ level: 40, route: '/slow/:what', status: 200 }])
  expect(lines[0]?.ms).toBeGreaterThan(1000)
})

test('a slow request that fails is logged once, at error', async () => {
  const { address, lines } = await serve(async () => {
    await setTimeout(1050)
    throw new Error('too late')
  })
  await fetch(`${address}/slow/one`)
  await expect.poll(() => lines).toMatchObject([{ level: 50, status: 500, err: { message: 'too late' } }])
})

test('an error after the client disconnected is still logged', async () => {
  const failing = Promise.withResolvers<never>()
  const requested = Promise.withResolvers<void>()
  const { address, lines, server } = await serve(() => {
    requested.resolve()
    return failing.promise
  })
  const connected: Promise<Socket[]> = once(server, 'connection')
  const leaving = new AbortController()
  const answer = fetch(`${address}/slow/one`, { signal: leaving.signal })
  await requested.promise
  const [socket] = await connected
  const closed = socket && once(socket, 'close')
  leaving.abort()
  await expect(answer).rejects.toThrow()
  await closed
  failing.reject(new Error('after the client left'))
  await expect.poll(() => lines).toMatchObject([{ level: 50, err: { message: 'after the client left' } }])
})
