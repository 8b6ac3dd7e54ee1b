import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ipo } from '../../test/support/lines.ts'
import { recordAll } from '../../test/support/record.ts'
import { emptyStoreUrl, noStoreUrl, openStore } from '../../test/support/store.ts'
import { Owners } from '../market/facts/publisher.ts'
import { alertProgress } from '../store/alerts/alert-progress.ts'
import { isPostgres } from '../store/engines/db.ts'
import { sqliteFileExists, sqlitePath } from '../store/engines/sqlite.ts'
import { type AlertLoop, type AlertLoopOptions, startAlerts } from './alert-loop.ts'
import { MovedClock, Receivers, rulesWith } from './outbox/outbox.test-receiver.ts'
import type { AlertRule } from './rules/alert-rules.ts'

const START = '2026-01-12T06:00:00.000Z'

const NEW: AlertRule = {
  name: 'new',
  trigger: { on: 'new' },
  where: {},
  channels: ['family'],
}
const RULES = rulesWith({ family: {} }, { rules: [NEW] })

interface Started extends AlertLoop {
  readonly reports: string[]
}

function start(
  url: string,
  receivers: Receivers,
  { now }: MovedClock,
  more: Partial<AlertLoopOptions> = {},
): Started {
  const reports: string[] = []
  const loop = startAlerts({
    databaseUrl: url,
    owners: new Owners(),
    publicUrl: '',
    now,
    pause: () => sleep(10),
    openChannel: receivers.openChannel,
    isStoreThere: async () => isPostgres(url) || sqliteFileExists(url),
    rulesNow: async () => RULES,
    onNoFacts: () => reports.push('no facts'),
    onSending: () => reports.push('sending'),
    onStandBy: () => reports.push('stand-by'),
    onLost: (reason) => reports.push(`lost: ${reason}`),
    onOutcome: ({ outcome }) => reports.push(outcome),
    onLostFacts: () => reports.push('lost facts'),
    onError: (error) => reports.push(`error: ${error}`),
    ...more,
  })
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= loop.stop()
    return stopped
  }
  onTestFinished(stop)
  return { reports, stop }
}

test('one of two processes sends, and the other takes over when it ends', async () => {
  const url = await emptyStoreUrl()
  const db = await openStore(url)
  await recordAll(db, '2026-01-02T06:00:00.000Z', [ipo('old-mill')])
  const [clock, receivers] = [new MovedClock(START), new Receivers()]
  const first = start(url, receivers, clock)
  await expect.poll(() => first.reports).toEqual(['sending'])
  const second = start(url, receivers, clock)
  await expect.poll(() => second.reports).toEqual(['stand-by'])
  await expect.poll(() => alertProgress(db)).toMatchObject({ moment: START })
  await recordAll(db, START, [ipo('acme')])
  clock.move(3)
  await expect.poll(() => first.reports).toEqual(['sending', 'delivered'])
  await first.stop()
  await recordAll(db, clock.now(), [ipo('birch')])
  clock.move(3)
  await expect.poll(() => second.reports).toEqual(['stand-by', 'sending', 'delivered'])
  expect(receivers.delivered).toHaveLength(2)
  expect(new Set(receivers.delivered.map(({ id }) => id)).size).toBe(2)
})

test('without facts nothing is sent, and their first are no alerts', async () => {
  const url = await emptyStoreUrl()
  const db = await openStore(url)
  const [clock, receivers] = [new MovedClock(START), new Receivers()]
  let looks = 0
  const isStoreThere = async () => {
    looks++
    return true
  }
  const { reports, stop } = start(url, receivers, clock, { isStoreThere })
  await expect.poll(() => looks).toBeGreaterThan(0)
  await expect.poll(() => reports).toEqual(['no facts'])
  await recordAll(db, '2026-01-02T06:00:00.000Z', [ipo('old-mill')])
  await expect.poll(() => alertProgress(db)).toMatchObject({ version: 1 })
  await stop()
  expect(reports).toEqual(['no facts', 'sending'])
  expect(receivers.attempts).toEqual([])
})

test('a store that is not there is not created', async () => {
  const url = await noStoreUrl()
  let looks = 0
  const isStoreThere = async () => {
    looks++
    return isPostgres(url) || sqliteFileExists(url)
  }
  const { reports, stop } = start(url, new Receivers(), new MovedClock(START), { isStoreThere })
  await expect.poll(() => looks).toBeGreaterThan(1)
  await stop()
  expect(reports).toEqual(['no facts'])
  if (!isPostgres(url)) expect(existsSync(sqlitePath(url))).toBe(false)
})

test('the file is also followed while there is no store', async () => {
  let readings = 0
  const rulesNow = async () => {
    readings++
    return RULES
  }
  const url = await noStoreUrl()
  start(url, new Receivers(), new MovedClock(START), { rulesNow, isStoreThere: async () => false })
  await expect.poll(() => readings).toBeGreaterThan(1)
})

test('a fault is reported once until it is over, and the work goes on then', async () => {
  const url = await emptyStoreUrl()
  const db = await openStore(url)
  await recordAll(db, '2026-01-02T06:00:00.000Z', [ipo('old-mill')])
  let fails = 3
  const rulesNow = async () => {
    if (fails-- > 0) throw new Error('the disk is away')
    return RULES
  }
  const { reports } = start(url, new Receivers(), new MovedClock(START), { rulesNow })
  await expect.poll(() => alertProgress(db)).toMatchObject({ moment: START })
  expect(reports).toEqual(['error: Error: the disk is away', 'sending'])
})
