import type { Env } from './greymark-process.ts'

/** A point at which a process kills itself as `kill -9` does. From outside, such a moment cannot be hit reliably. */
export interface KillPoint {
  /** Before the step, right after it has begun, or once it has ended. */
  readonly when: 'before' | 'during' | 'after'
  /** How the step begins: a statement without its comments, an operation on files such as `fs.rename`, or another step of a test. */
  readonly step: string
  /** Of the steps that begin so, this one; the first is 1. */
  readonly nth: number
}

const PRELOADED = { NODE_OPTIONS: `--import=${new URL('./kill-switch.ts', import.meta.url).href}` }

/** Settings of a command that is killed at a point. */
export const killedAt = (point: KillPoint): Env => ({ ...PRELOADED, KILL_POINT: JSON.stringify(point) })

/** Settings of a command that writes its steps into a file at its end, one on each line. */
export const recordingSteps = (file: string): Env => ({ ...PRELOADED, KILL_STEPS_FILE: file })
