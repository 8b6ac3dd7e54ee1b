import { Counter, Gauge, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { GatheredMetrics, type MetricValues, type ScrapedProcess } from './gathered-metrics.ts'

/** The metrics of a process that has answered requests and serves a version. */
async function metricsOf(requests: number, version: number): Promise<MetricValues> {
  const registry = new Registry()
  const registers = [registry]
  new Counter({ name: 'requests_total', help: 'x', registers }).inc(requests)
  new Gauge({ name: 'connections', help: 'x', registers }).set(requests)
  new Gauge({ name: 'version', help: 'x', registers, aggregator: 'min' }).set(version)
  return registry.getMetricsAsJSON()
}

/** The lines of the combined metrics, for what processes answered. */
function gathered() {
  let scraped: ScrapedProcess[] = []
  const metrics = new GatheredMetrics({ processes: 2, scrape: async () => scraped })
  const linesFor = async (...answers: ScrapedProcess[]) => {
    scraped = answers
    return (await metrics.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  }
  return { metrics, linesFor }
}

test('values of processes are combined, each as its metric says', async () => {
  const { linesFor } = gathered()
  const lines = await linesFor(
    { process: 1, metrics: await metricsOf(3, 7) },
    { process: 2, metrics: await metricsOf(4, 6) },
  )
  expect(lines).toEqual([
    'requests_total 7',
    'connections 7',
    'version 6',
    'greymark_workers 2',
    'greymark_workers_answering 2',
    'greymark_worker_restarts_total 0',
  ])
})

test('a process that does not answer is left out, but its counts are not', async () => {
  const { linesFor } = gathered()
  const other = { process: 2, metrics: await metricsOf(4, 6) }
  await linesFor({ process: 1, metrics: await metricsOf(3, 7) }, other)
  expect(await linesFor({ process: 1, metrics: null }, other)).toEqual(
    expect.arrayContaining(['requests_total 7', 'connections 4', 'greymark_workers_answering 1']),
  )
})

test('counts of ended processes stay in the sums, however many there were', async () => {
  const { metrics, linesFor } = gathered()
  const other = { process: 2, metrics: await metricsOf(4, 6) }
  for (let restart = 0; restart < 25; restart++) {
    await linesFor({ process: 1, metrics: await metricsOf(3, 7) }, other)
    await metrics.ended(1)
  }
  expect(await linesFor({ process: 1, metrics: await metricsOf(1, 8) }, other)).toEqual(
    expect.arrayContaining(['requests_total 80', 'connections 5', 'greymark_worker_restarts_total 25']),
  )
})

test('a process that ends during a scrape is counted once, then and later', async () => {
  const { metrics, linesFor } = gathered()
  const other = { process: 2, metrics: await metricsOf(4, 6) }
  await linesFor({ process: 1, metrics: await metricsOf(3, 7) }, other)
  const during = linesFor({ process: 1, metrics: await metricsOf(5, 7) }, other)
  await metrics.ended(1)
  expect(await during).toContain('requests_total 7')
  expect(await linesFor({ process: 1, metrics: null }, other)).toContain('requests_total 7')
  expect(await linesFor({ process: 1, metrics: await metricsOf(1, 8) }, other)).toContain('requests_total 8')
})
