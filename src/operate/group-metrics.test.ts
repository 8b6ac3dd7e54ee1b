import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { groupMetrics } from './group-metrics.ts'

const WORKER = fileURLToPath(new URL('group-metrics.test-worker.ts', import.meta.url))

/** A process that has answered requests, and is so many versions behind. */
async function startWorker(requests: number, lag: number, joins = true): Promise<Worker> {
  cluster.setupPrimary({ exec: WORKER, execArgv: [] })
  const worker = cluster.fork({ REQUESTS: requests, LAG: lag, ...(joins && { JOINS: 'yes' }) })
  onTestFinished(() => end(worker))
  await once(worker, 'message')
  return worker
}

/** The metrics of processes that serve. */
const metricsOf = (...serving: readonly Worker[]) => groupMetrics(2, new Set(serving))

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  worker.process.kill('SIGKILL')
  await once(worker, 'exit')
}

/** The samples of a scrape, each as name with labels, and value. */
async function scrape(metrics: ReturnType<typeof groupMetrics>): Promise<Record<string, number>> {
  const lines = (await metrics.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const samples = lines.map((line) => line.split(/ (?=\S+$)/))
  expect(new Set(samples.map(([name]) => name)).size).toBe(samples.length)
  return Object.fromEntries(samples.map(([name = '', value]) => [name, Number(value)]))
}

const REQUESTS = 'requests_total{status="200"}'

test('metrics of serving processes are combined, each as its kind needs', async () => {
  const serving = await Promise.all([startWorker(3, 1), startWorker(4, 2)])
  const samples = await scrape(metricsOf(...serving))
  expect(samples).toMatchObject({
    [REQUESTS]: 7,
    lag: 2,
    greymark_workers: 2,
    greymark_workers_answering: 2,
    greymark_worker_restarts_total: 0,
  })
  expect(samples.process_start_time_seconds).toBeGreaterThan(0)
  expect(samples.nodejs_eventloop_lag_p99_seconds).toBeGreaterThan(0)
})

test('a process that starts is left out until it serves', async () => {
  const [first] = await Promise.all([startWorker(3, 1), startWorker(4, 2, false)])
  const metrics = metricsOf(first)
  metrics.restarted()
  expect(await scrape(metrics)).toMatchObject({
    [REQUESTS]: 3,
    greymark_workers: 2,
    greymark_workers_answering: 1,
    greymark_worker_restarts_total: 1,
  })
})

test('a process that ends instead of answering is left out at once', async () => {
  const serving = await Promise.all([startWorker(3, 1, false), startWorker(4, 2)])
  // Waiting for it would take long.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const scraped = scrape(metricsOf(...serving))
  await end(serving[0])
  expect(await scraped).toMatchObject({
    [REQUESTS]: 4,
    greymark_workers: 2,
    greymark_workers_answering: 1,
  })
})

test('without serving processes there are only the metrics about them', async () => {
  expect(await scrape(metricsOf())).toEqual({
    greymark_workers: 2,
    greymark_workers_answering: 0,
    greymark_worker_restarts_total: 0,
  })
})

test('a process that does not answer leaves the metrics about the processes', async () => {
  const serving = await Promise.all([startWorker(3, 1), startWorker(4, 2, false)])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const scraped = scrape(metricsOf(...serving))
  await vi.runAllTimersAsync()
  expect(await scraped).toEqual({
    greymark_workers: 2,
    greymark_workers_answering: 0,
    greymark_worker_restarts_total: 0,
  })
})
