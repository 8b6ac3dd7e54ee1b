import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { answerGroup } from './group-metrics.ts'

/** A serving process that has answered `REQUESTS` requests, is `LAG` versions behind, and joins the group with `JOINS`. */
const { REQUESTS, LAG, JOINS } = process.env

const register = new Registry()
const registers = [register]
collectDefaultMetrics({ register })
new Counter({ name: 'requests_total', help: 'x', labelNames: ['status'], registers }).inc(
  { status: 200 },
  Number(REQUESTS),
)
new Gauge({ name: 'lag', help: 'x', aggregator: 'max', registers }).set(Number(LAG))
if (JOINS) answerGroup(register)
// It listens to its parent, so that it runs until that ends it.
process.on('message', () => undefined)
process.send?.('ready')
