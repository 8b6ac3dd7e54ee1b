import { isLoopbackUrl } from './upstream-address.ts'

export interface Timing {
  /** The pause between two requests to one host. */
  readonly pauseMs: number
  /** The time limit to the end of the body; an exchange may have a longer one. */
  readonly timeoutMs: number
  /** The time limit to the beginning of an answer while it is not known whether an exchange serves an introduction. */
  readonly firstAnswerMs: number
  /** The wait before each retry; there are as many retries as entries. */
  readonly backOffMs: readonly number[]
}

const AMONG_OTHERS: Timing = {
  pauseMs: 1500,
  timeoutMs: 30_000,
  firstAnswerMs: 10_000,
  backOffMs: [2000, 8000],
}
const ALONE: Timing = { ...AMONG_OTHERS, pauseMs: 0, backOffMs: [50, 100] }

/** A mirror on this computer needs no pauses. */
export const timingFor = (base: string, custom: Partial<Timing> = {}): Timing => ({
  ...(isLoopbackUrl(base) ? ALONE : AMONG_OTHERS),
  ...custom,
})
