import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../config.ts'
import { AnswerCache } from '../../publish/answer-cache.ts'
import { sendPrepared } from '../../publish/prepared-response.ts'
import { Sender } from '../../publish/sender.ts'
import type { ServedMarket } from '../../reports/served-market.ts'
import { BackgroundAnswers } from './background-answers.ts'

const NOW = '2026-01-14T12:00:00.000Z'
const NEVER_MS = 2 ** 30
const PARENT = JSON.stringify(new URL('../background/parent-process.ts', import.meta.url))

/** The part of a market that is sent to the process. */
const marketAt = (version: number) =>
  ({ demo: false, version, committed: NOW, history: 0, servedSince: NOW }) as ServedMarket

const folder = mkdtempSync(join(tmpdir(), 'greymark-answers-'))
afterAll(() => rmSync(folder, { recursive: true }))
let scripts = 0

/** Answers by a process that runs the given lines for each `order`. */
function answersBy(lines: readonly string[], withinMs = NEVER_MS) {
  const outcomes: string[] = []
  const file = join(folder, `${++scripts}.mjs`)
  const script = [
    `import { connectToParent } from ${PARENT}`,
    'const { messages, post } = await connectToParent()',
    'for await (const order of messages) {',
    "  if (order === 'stop') process.exit()",
    ...lines,
    '}',
  ]
  writeFileSync(file, script.join('\n'))
  const cache = new AnswerCache({ onOutcome: (outcome) => outcomes.push(outcome) })
  const sender = new Sender({
    now: () => Date.parse(NOW),
    source: () => ({}),
    admits: () => true,
    onSending: () => undefined,
    onNotModified: () => undefined,
    isStopping: () => false,
    sendAgain: sendPrepared,
  })
  const agreed: number[] = []
  const answers = new BackgroundAnswers({
    config: loadConfig({}),
    now: () => NOW,
    log: pino({ level: 'silent' }),
    parts: { cache, sender },
    agreeOn: async (version) => void agreed.push(version),
    onServed: (isReady) => outcomes.push(isReady ? 'ready' : 'late'),
    script: pathToFileURL(file),
    withinMs,
  })
  onTestFinished(() => answers.stop().catch(() => undefined))
  return { answers, outcomes, agreed }
}

/** Reports an answer, as the process does. */
const ANSWER = `post({ of: 'answer', id: order.id, answer: {
  address: '/', encodings: ['identity'], route: '/', until: Infinity, headers: {},
  place: { key: 'page', version: String(order.market.version) },
  answer: { meta: { contentType: 'text/plain', headers: {}, modifiedAt: 0, changesAt: null, maxAgeSeconds: 60 },
    isText: true, hash: 'hash', length: 1, encoded: [['identity', new Uint8Array(1)]] } } })`
const READY = "post({ of: 'ready', id: order.id })"

test('answers are used after the switch, and not before', async () => {
  const { answers, outcomes, agreed } = answersBy([ANSWER, READY])
  const finish = await answers.prepare(marketAt(2), 0)
  expect(outcomes).toEqual([])
  expect(agreed).toEqual([2])
  finish()
  expect(outcomes).toEqual(['ready', 'prepared'])
})

test('answers that are made after the switch are used at once', async () => {
  const { answers, outcomes } = answersBy([READY, `setImmediate(() => ${ANSWER})`])
  const finish = await answers.prepare(marketAt(2), 0)
  finish()
  await expect.poll(() => outcomes).toEqual(['ready', 'prepared'])
})

test('a version is served without answers that take too long', async () => {
  const { answers, outcomes } = answersBy([], 1)
  const finish = await answers.prepare(marketAt(2), 0)
  finish()
  expect(outcomes).toEqual(['late'])
})

test('a version that has waited long enough is served at once', async () => {
  const { answers, outcomes } = answersBy([])
  const finish = await answers.prepare(marketAt(2), NEVER_MS)
  finish()
  expect(outcomes).toEqual(['late'])
})

test('a version does not wait for a process that has crashed', async () => {
  const { answers, outcomes } = answersBy(["throw new Error('crash')"])
  const finish = await answers.prepare(marketAt(2), 0)
  finish()
  await answers.prepare(marketAt(3), 0)
  expect(outcomes).toEqual(['late'])
})

test('answers of an earlier version that arrive late are dropped', async () => {
  const { answers, outcomes } = answersBy([ANSWER.replace('order.id', 'order.id - 1'), READY])
  for (const version of [2, 3]) {
    const finish = await answers.prepare(marketAt(version), 0)
    finish()
  }
  expect(outcomes).toEqual(['ready', 'ready'])
})
