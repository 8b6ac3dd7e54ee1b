import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { programPath } from '../../../test/deploy/installed.ts'
import { type Reporter, ROOT, startReporter } from '../processes.ts'
import { CORES, type Place } from '../programs.ts'
import { Counts } from './counts.ts'
import { type Disturbance, lostShare, monotonicMs, type Report } from './disturbance.ts'

/** The shortest delay that is noticed with real-time priority, where one on a quiet machine is below 0.2 ms. */
const NOTICED_MS = 0.5
/** At ordinary priority the servers themselves delay the control program, by some milliseconds. */
const NOTICED_AT_ORDINARY_PRIORITY_MS = 10
/** The system counts processor time in steps of 10 ms per process. */
const NOTICED_OTHER_WORK_MS = 30
const PRIORITY = '1'
const CHRT = programPath('chrt')
const CAN_READ_PROCESSES = existsSync('/proc/self/stat')

const ORDINARY_PRIORITY = `The control program had no real-time priority, which this system does not allow, so that only delays of ${NOTICED_AT_ORDINARY_PRIORITY_MS} ms or more were noticed.`

/** A control program, and the moment up to which it has reported. */
interface Watch {
  until: number
}

/** A period of the run and its disturbances. */
export interface Judged<T> {
  readonly value: T
  readonly from: number
  readonly to: number
  readonly disturbances: readonly Disturbance[]
  readonly lostShare: number
}

/** The control programs that run beside the measurements of one part, and what they reported. */
export class Control {
  readonly #watches: Watch[] = []
  readonly #disturbances: Disturbance[] = []
  readonly #waiting = new Set<() => void>()
  #otherWork: Reporter | undefined
  #failure: Error | undefined
  readonly counts = new Counts()
  /** False if the control programs run at ordinary priority, and notice only long delays. */
  readonly isRealTime: boolean

  readonly #isSmallest: boolean

  private constructor(isRealTime: boolean, isSmallest: boolean) {
    this.isRealTime = isRealTime
    this.#isSmallest = isSmallest
  }

  /**
   * Starts them on the cores of the run. They end with all other processes of the part. In a smallest run, whose figures
   * mean nothing, no measurement waits for their reports.
   */
  static async start({ isSmallest = false }: { isSmallest?: boolean } = {}): Promise<Control> {
    const isRealTime = await mayRaisePriority()
    const control = new Control(isRealTime, isSmallest)
    const noticedMs = isRealTime ? NOTICED_MS : NOTICED_AT_ORDINARY_PRIORITY_MS
    const places: readonly Place[] = CORES ? ['servers', 'load'] : ['all']
    for (const place of places) {
      const { pid } = control.#watch('clock-reader.ts', [String(noticedMs)], place)
      if (isRealTime) await raisePriority(pid)
    }
    if (CAN_READ_PROCESSES)
      control.#otherWork = control.#watch(
        'other-work.ts',
        [String(process.pid), String(NOTICED_OTHER_WORK_MS)],
        'load',
      )
    // Not the delays while they start.
    await control.#reportedUntil(monotonicMs())
    control.#disturbances.length = 0
    return control
  }

  /** Does some work, and tells how far the machine disturbed it. */
  async during<T>(work: () => Promise<T>): Promise<Judged<T>> {
    const from = monotonicMs()
    const value = await work()
    const to = monotonicMs()
    if (!this.#isSmallest) await this.#reportedUntil(to)
    const disturbances = this.#disturbances.filter((one) => one.to > from && one.from < to)
    return { value, from, to, disturbances, lostShare: lostShare(disturbances, from, to) }
  }

  /** How much was discarded, for the document. */
  notes(): string[] {
    const sentences = this.counts.sentences()
    if (sentences.length === 0) return []
    return [[...sentences, ...(this.isRealTime ? [] : [ORDINARY_PRIORITY])].join(' ')]
  }

  #watch(file: string, args: readonly string[], place: Place): Reporter {
    const program = startReporter(
      { program: process.execPath, args: [join(ROOT, 'bench/run/control', file), ...args], place },
      (line) => {
        const { until, disturbances }: Report = JSON.parse(line)
        watch.until = until
        this.#disturbances.push(...disturbances)
        this.#wake()
      },
      (error) => {
        this.#failure = error
        this.#wake()
      },
    )
    const watch: Watch = { until: 0 }
    this.#watches.push(watch)
    return program
  }

  #wake(): void {
    for (const resume of this.#waiting) resume()
    this.#waiting.clear()
  }

  async #reportedUntil(moment: number): Promise<void> {
    this.#otherWork?.ask('now')
    while (this.#watches.some(({ until }) => until < moment)) {
      if (this.#failure) throw this.#failure
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
    }
  }
}

/** True if this process may give a program real-time priority, as root may. */
async function mayRaisePriority(): Promise<boolean> {
  if (!CHRT) return false
  return promisify(execFile)(CHRT, ['-f', PRIORITY, 'true']).then(
    () => true,
    () => false,
  )
}

/** Real-time priority for all threads of a process. */
async function raisePriority(pid: number): Promise<void> {
  await promisify(execFile)(CHRT ?? '', ['-a', '-f', '-p', PRIORITY, String(pid)])
}
