import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { AnswerCache } from '../publish/answer-cache.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { AnswersAhead } from './answers-ahead.ts'

const NOW = '2026-01-14T12:00:00.000Z'
const NEVER_MS = 2 ** 30

/** The part of a market that is sent to the thread. */
const marketAt = (version: number) =>
  ({ demo: false, version, committed: NOW, history: 0, servedSince: NOW }) as ServedMarket

const folder = mkdtempSync(join(tmpdir(), 'greymark-answers-'))
afterAll(() => rmSync(folder, { recursive: true }))
let scripts = 0

/** Answers by a thread that runs the given lines for each `order`. */
function answersBy(lines: readonly string[]) {
  const outcomes: string[] = []
  const file = join(folder, `${++scripts}.mjs`)
  const script = [
    "import { parentPort } from 'node:worker_threads'",
    'const post = (message) => parentPort.postMessage(message)',
    "parentPort.on('message', (order) => {",
    "  if (order === 'stop') process.exit()",
    ...lines,
    '})',
  ]
  writeFileSync(file, script.join('\n'))
  const cache = new AnswerCache({ onOutcome: (outcome) => outcomes.push(outcome) })
  const ahead = new AnswersAhead({
    config: loadConfig({}),
    now: () => NOW,
    log: pino({ level: 'silent' }),
    cache,
    onServed: (isReady) => outcomes.push(isReady ? 'ready' : 'late'),
    script: pathToFileURL(file),
  })
  onTestFinished(() => ahead.stop().catch(() => undefined))
  /** Makes the answers of a version, and serves it. */
  const serve = async (version: number, withinMs = NEVER_MS) =>
    ahead.use(await ahead.make(marketAt(version), withinMs))
  return { ahead, outcomes, cache, serve }
}

/** Reports an answer, as the thread does. */
const ANSWER = `post({ id: order.id, made: {
  place: { key: 'page', version: String(order.market.version) },
  answer: { meta: { contentType: 'text/plain', headers: {}, modifiedAt: 0, changesAt: null, maxAgeSeconds: 60 },
    isText: true, hash: 'hash', length: 1, encoded: [['identity', new Uint8Array([120])]] } } })`
const READY = 'post({ id: order.id, made: null })'

test('answers are used after the switch, and not before', async () => {
  const { ahead, outcomes, cache } = answersBy([ANSWER, READY])
  const isReady = await ahead.make(marketAt(2), NEVER_MS)
  expect(outcomes).toEqual([])
  ahead.use(isReady)
  expect(outcomes).toEqual(['ready', 'prepared'])
  const found = cache.find({ key: 'page', version: '2' }, Date.parse(NOW))
  expect(String(await found?.bytes('identity'))).toBe('x')
})

test('answers that are made after the switch are used at once', async () => {
  const { outcomes, serve } = answersBy([READY, `setImmediate(() => ${ANSWER})`])
  await serve(2)
  await expect.poll(() => outcomes).toEqual(['ready', 'prepared'])
})

test.each([
  ['without answers that take too long', 1],
  ['at once when it has waited long enough', 0],
])('a version is served %s', async (_when, withinMs) => {
  const { outcomes, serve } = answersBy([])
  await serve(2, withinMs)
  expect(outcomes).toEqual(['late'])
})

test('a version does not wait for a thread that has crashed', async () => {
  const { outcomes, serve } = answersBy(["throw new Error('crash')"])
  await serve(2)
  await serve(3)
  expect(outcomes).toEqual(['late', 'late'])
})

test('answers of an earlier version that arrive late are dropped', async () => {
  const { outcomes, serve } = answersBy([ANSWER.replace('order.id', 'order.id - 1'), READY])
  await serve(2)
  await serve(3)
  expect(outcomes).toEqual(['ready', 'ready'])
})
