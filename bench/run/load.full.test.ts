import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { requestsPerSecond } from './load.ts'

/** A server that answers every request with a status, and counts requests. */
async function answering(status: number) {
  let asked = 0
  const server = createServer((_request, response) => {
    asked++
    response.writeHead(status).end('x')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { target: { address, pid: process.pid }, asked: () => asked }
}

const REQUEST = { path: '/', headers: { 'Accept-Encoding': 'gzip' } }
const LOAD = { seconds: 1, isByCpu: false, isSmallest: false }

test('the load that wrk or autocannon makes is counted', async () => {
  const { target, asked } = await answering(200)
  expect(await requestsPerSecond(LOAD, target, REQUEST)).toBeGreaterThan(0)
  expect(asked()).toBeGreaterThan(0)
})

test('answers that are not what was asked for are a failure', async () => {
  const { target } = await answering(500)
  await expect(requestsPerSecond(LOAD, target, REQUEST)).rejects.toThrow('not all requests succeeded')
})
