import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { Control } from './control/control.ts'
import { answeredIn, OpenLoop } from './latencies.ts'
import { moments } from './open-loop.ts'
import { stopAll } from './processes.ts'

afterEach(stopAll)

/** A server that answers every request, and counts requests. */
async function answering() {
  let asked = 0
  const server = createServer((_request, response) => {
    asked++
    response.writeHead(200, { 'Content-Length': 1 }).end('x')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked }
}

const PLAN = { paths: ['/'], headers: {}, seconds: 0.1, warmUpSeconds: 0 }

test('a very slow machine, whose rate is near zero, still gets enough requests for a percentile', async () => {
  const bench = { control: await Control.start(), isByCpu: false }
  const { address, asked } = await answering()
  const client = new OpenLoop()
  for (const windows of [1, 2]) {
    const { median, p99, slowest } = await client.latencies(bench, { ...PLAN, address, rate: 0.01 })
    expect(asked()).toBe(windows * 100)
    expect(median).toBeGreaterThan(0)
    expect(p99).toBeGreaterThanOrEqual(median)
    expect(slowest).toBeGreaterThanOrEqual(p99)
  }
})

test('requests of the warm-up do not count, and the others do so at their scheduled moments', () => {
  const plan = { ...PLAN, address: 'http://127.0.0.1', rate: 1000, warmUpSeconds: 0.1 }
  const due = moments(plan)
  const bytes = Buffer.from(Float32Array.from(due, (_, index) => index).buffer)
  const answered = answeredIn(plan, { start: 5000, latencies: bytes.toString('base64'), perSecond: 1000 })
  const first = due.findIndex((at) => at >= 100)
  expect(first).toBeGreaterThan(0)
  expect(answered).toHaveLength(due.length - first)
  const from = 5000 + (due[first] ?? 0)
  expect(answered[0]).toEqual({ from, to: from, ms: first })
})
