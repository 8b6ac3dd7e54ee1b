import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { stopAll } from '../processes.ts'
import { Control } from './control.ts'
import { monotonicMs } from './disturbance.ts'
import { processTimeIn } from './process-times.ts'
import { keptRounds, leastDisturbed, undisturbedRounds } from './undisturbed.ts'

afterEach(stopAll)

const STOPPED_MS = 50

/** The ids of the child processes that read the clock. */
const clockReaders = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandLine(name).includes('clock-reader.ts'))
    .filter((name) => processTimeIn(readFileSync(`/proc/${name}/stat`, 'latin1')).parent === process.pid)
    .map(Number)

function commandLine(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

/** Stops a process, as a machine does that runs something else. */
async function delay(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  for (const end = monotonicMs() + STOPPED_MS; monotonicMs() < end; ) await setImmediate()
  process.kill(pid, 'SIGCONT')
}

test('a delay of a control program is reported with its moment and its length', async () => {
  const control = await Control.start()
  const [reader = 0] = clockReaders()
  const { disturbances, from, to, lostShare } = await control.during(() => delay(reader))
  const longest = disturbances.toSorted((a, b) => b.lostMs - a.lostMs)[0]
  expect(longest?.lostMs).toBeGreaterThan(STOPPED_MS / 2)
  expect(longest?.from).toBeLessThan(to)
  expect(longest?.to).toBeGreaterThan(from)
  expect(lostShare).toBeGreaterThan(0)
})

test('a control program that ends is an error', async () => {
  const control = await Control.start()
  for (const reader of clockReaders()) process.kill(reader, 'SIGKILL')
  const endless = async () => {
    for (;;) await control.during(async () => {})
  }
  await expect(endless()).rejects.toThrow('clock-reader.ts')
})

const bench = async (rounds: number, isSmallest = false) => ({
  ...{ rounds, isSmallest, isByCpu: false },
  control: await Control.start(),
})
/** Measures rounds whose disturbance is recorded in a list. */
const recorded = (shares: readonly number[]) => async (round: number) => ({
  value: { ours: round, theirs: 1 },
  lostShare: shares[round] ?? 0,
})

test('a disturbed round is measured again', async () => {
  const settings = await bench(3)
  const kept = await keptRounds(settings, 0.05, recorded([0, 0.2, 0.04, 0.9, 0.01]))
  expect(kept.map(({ ours }) => ours)).toEqual([0, 2, 4])
  expect(kept.some(({ isDisturbed }) => isDisturbed)).toBe(false)
  expect(settings.control.counts.sentences()).toEqual([
    'The machine disturbed 2 of 5 rounds, of which 2 were discarded and measured again.',
  ])
})

test('after twice as many rounds the least disturbed ones count, and are called so', async () => {
  const settings = await bench(2)
  const kept = await keptRounds(settings, 0.05, recorded([0.3, 0.1, 0.01, 0.2]))
  expect(kept).toEqual([
    { ours: 1, theirs: 1, isDisturbed: true },
    { ours: 2, theirs: 1, isDisturbed: false },
  ])
  expect(settings.control.counts.sentences()).toContain(
    '1 disturbed rounds count, because too few were undisturbed: their figures are not reliable.',
  )
})

test('a smallest run measures each round once', async () => {
  let measured = 0
  const settings = await bench(1, true)
  const kept = await undisturbedRounds(settings, async () => ({ ours: ++measured, theirs: 1 }))
  expect(kept).toHaveLength(1)
  expect(measured).toBe(1)
})

test('the least disturbed rounds keep their order', () => {
  const rounds = [0.3, 0.1, 0.2].map((lostShare) => ({ value: lostShare, lostShare }))
  expect(leastDisturbed(rounds, 2).map(({ value }) => value)).toEqual([0.1, 0.2])
})
