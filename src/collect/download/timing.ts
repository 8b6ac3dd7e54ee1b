import { isLoopbackUrl } from './upstream-address.ts'

export interface Timing {
  /** Between two requests to one host. */
  readonly pauseMs: number
  /** To the end of the body. */
  readonly timeoutMs: number
  /** Before each further try; as many tries as there are waits. */
  readonly backOffMs: readonly number[]
}

const AMONG_OTHERS: Timing = { pauseMs: 1500, timeoutMs: 30_000, backOffMs: [2000, 8000] }
const ALONE: Timing = { pauseMs: 0, timeoutMs: 30_000, backOffMs: [50, 100] }

/** A mirror on this computer needs no sparing. */
export const timingFor = (base: string, wished: Partial<Timing> = {}): Timing => ({
  ...(isLoopbackUrl(base) ? ALONE : AMONG_OTHERS),
  ...wished,
})
