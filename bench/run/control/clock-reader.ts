import { writeSync } from 'node:fs'
import { type Disturbance, monotonicMs } from './disturbance.ts'

/**
 * The control program: it only sleeps and reads the clock, and reports when it was woken late. With real-time priority no
 * ordinary process delays it, so that each delay is one of the machine itself, such as a hypervisor that runs another
 * one. Its argument is the shortest delay that it reports, in milliseconds.
 */

/**
 * On a busy machine half of it took 1.6 percent of the core, and this takes about 1. Delays that are shorter than the sleep
 * are noticed in part.
 */
const SLEEP_MS = 4
const REPORT_EVERY_MS = 100

const sleeping = new Int32Array(new SharedArrayBuffer(4))

function watchClock(noticedMs: number): never {
  let disturbances: Disturbance[] = []
  let now = monotonicMs()
  let reported = now
  for (;;) {
    const due = now + SLEEP_MS
    Atomics.wait(sleeping, 0, 0, SLEEP_MS)
    now = monotonicMs()
    if (now - due >= noticedMs) disturbances.push({ from: due, to: now, lostMs: now - due })
    if (now - reported < REPORT_EVERY_MS) continue
    writeSync(1, `${JSON.stringify({ until: now, disturbances })}\n`)
    disturbances = []
    // Writing is no delay.
    now = monotonicMs()
    reported = now
  }
}

watchClock(Number(process.argv[2]))
