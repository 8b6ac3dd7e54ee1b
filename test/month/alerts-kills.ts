import { pick, type Random, seeded, shuffled, wholeBetween } from '../../src/demo/seeded.ts'
import type { KillPoint } from '../support/kill-points.ts'
import type { KillAtReceipt } from './alerts-receivers.ts'

/** How a process is killed. */
type Kill =
  | { readonly by: 'itself'; readonly point: KillPoint }
  | { readonly by: 'receiver'; readonly at: KillAtReceipt }
  /** While it has nothing to do. */
  | { readonly by: 'parent'; readonly which: 'sender' | 'standby' }

const itself = (when: KillPoint['when'], step: string, nth = 1): Kill => ({
  by: 'itself',
  point: { when, step, nth },
})

/** In the order of the work, so that a kill leaves work for those after it. */
const KINDS: readonly ((random: Random) => Kill)[] = [
  // While it derives alerts.
  (random) => itself('before', 'select', wholeBetween(random, 1, 25)),
  // While it records them.
  () => itself('before', 'update alert_progress'),
  () => itself('before', 'insert into "alerts"'),
  () => itself('before', 'commit'),
  // Between recording and composing.
  () => itself('after', 'commit'),
  // While it composes.
  () => itself('before', 'update "alerts"'),
  () => itself('before', 'insert into "alert_messages"'),
  () => itself('after', 'insert into "alert_messages"'),
  // Before the request.
  () => itself('before', 'deliver'),
  // When the receiver has the message: it got no answer yet, or was answered.
  () => ({ by: 'receiver', at: 'cut' }),
  () => ({ by: 'receiver', at: 'confirmed' }),
  // When the confirmation was read, and while that is recorded.
  () => itself('before', 'confirmed'),
  () => itself('before', 'update "alert_messages"'),
  () => itself('after', 'update "alert_messages"'),
  (random) => itself('after', 'commit', wholeBetween(random, 2, 4)),
  (random) => ({ by: 'parent', which: pick(random, ['sender', 'standby'] as const) }),
]

interface PlannedKill {
  readonly kill: Kill
  readonly phase: number
}

/** So many kills, of all kinds, in an order that is always the same. */
function plannedKills(count: number): PlannedKill[] {
  const random = seeded('kills of the month')
  const phases = Array.from({ length: count }, (_, i) => i % KINDS.length)
  return shuffled(random, phases).flatMap((phase) => {
    const kill = KINDS[phase]?.(random)
    return kill ? [{ kill, phase }] : []
  })
}

/**
 * Which process is killed when. A kill whose point is not reached in a step is left to a later one; after the last step,
 * the process is killed while it has nothing to do.
 */
export class KillSchedule {
  readonly #planned: PlannedKill[]
  #ofStep: PlannedKill[] = []
  #armed: PlannedKill | null = null
  #isLastStep = false
  /** The part of the next kill that falls to the steps so far. */
  #partOfNext = 0

  constructor(count: number) {
    this.#planned = plannedKills(count)
  }

  /** Begins a step with its share of the kills, which are spread evenly. */
  begin(stepsAhead: number): void {
    this.#isLastStep = stepsAhead === 1
    if (stepsAhead > 0) this.#partOfNext += (this.#planned.length - this.#partOfNext) / stepsAhead
    const share = this.#isLastStep ? this.#planned.length : Math.floor(this.#partOfNext)
    this.#partOfNext -= share
    this.#ofStep = this.#planned.splice(0, share).sort((a, b) => a.phase - b.phase)
  }

  /** The point for the process that sends. */
  forSender(): KillPoint | null {
    if (!this.#armed && this.#ofStep[0]?.kill.by !== 'parent') this.#armed = this.#ofStep.shift() ?? null
    return this.#armed?.kill.by === 'itself' ? this.#armed.kill.point : null
  }

  /** The point for a process that is started in place of a killed one. */
  afterKill(): KillPoint | null {
    this.#armed = null
    return this.forSender()
  }

  /** Asked by a receiver that has a message; `kill` returns whether its sender could be killed. */
  atReceipt(kill: () => boolean): KillAtReceipt | null {
    const armed = this.#armed?.kill
    if (armed?.by !== 'receiver') return null
    if (armed.at === 'cut' && !kill()) return null
    // The confirmation is written first; whether the sender reads it, nobody knows.
    if (armed.at === 'confirmed') setImmediate(kill)
    this.#armed = null
    return armed.at
  }

  /** Ends a step, and returns the kills of processes that have nothing to do. */
  end(): ('sender' | 'standby')[] {
    const left = [...(this.#armed ? [this.#armed] : []), ...this.#ofStep]
    this.#armed = null
    this.#ofStep = []
    if (this.#isLastStep) return left.map(({ kill }) => (kill.by === 'parent' ? kill.which : 'sender'))
    this.#planned.push(...left.filter(({ kill }) => kill.by !== 'parent'))
    return left.flatMap(({ kill }) => (kill.by === 'parent' ? [kill.which] : []))
  }
}
