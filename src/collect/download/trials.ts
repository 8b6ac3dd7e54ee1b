import { DAY_MS, type Instant, instantFromMs, msOf } from '../../market/calendar.ts'
import type { Reception } from '../../store/collection/access-tables.ts'
import { storeTrial, type Trial, trialsOf } from '../../store/collection/host-access.ts'
import type { Db } from '../../store/engines/db.ts'
import { whileBusy } from '../../store/engines/while-busy.ts'
import type { Introduction } from './introductions.ts'

/** An introduction, and what a host did with it. */
export interface Received {
  readonly introduction: Introduction
  readonly reception: Reception
}

/** How to introduce ourselves to a host now. */
export interface Choice {
  /** The one that the host serves, or at least answers; `undefined` when none is known. */
  readonly current: Introduction | undefined
  readonly isServed: boolean
  /** Those that may be tried if the current one is refused: each at most once a day. */
  readonly others: readonly Introduction[]
  /** What the host did with those that may not be tried yet. */
  readonly inVain: readonly Received[]
  /** From when on the next of them may be tried. */
  readonly notBefore: Instant
}

const againAfter = ({ tried }: Trial): Instant => instantFromMs(msOf(tried) + DAY_MS)

/** Chooses among the introductions that are possible at a host, in their order, by what became of them before. */
export function chooseIntroduction(
  possible: readonly Introduction[],
  trials: readonly Trial[],
  now: Instant,
): Choice {
  const trialOf = ({ agent }: Introduction) => trials.find((trial) => trial.agent === agent)
  const of = (reception: Reception) => possible.filter((each) => trialOf(each)?.reception === reception)
  const [served] = of('served')
  const current = served ?? of('denied')[0]
  const rest = possible.filter((each) => each !== current)
  const isOpen = (each: Introduction) => {
    const trial = trialOf(each)
    // One of the far future is of a clock that was wrong.
    return !trial || trial.reception === 'served' || Math.abs(msOf(now) - msOf(trial.tried)) >= DAY_MS
  }
  const closed = rest.filter((each) => !isOpen(each))
  const moments = closed.flatMap((each) => trialOf(each) ?? []).map(againAfter)
  return {
    current,
    isServed: served !== undefined,
    others: rest.filter(isOpen),
    inVain: closed.map((introduction) => ({
      introduction,
      reception: trialOf(introduction)?.reception ?? 'denied',
    })),
    notBefore: moments.sort()[0] ?? now,
  }
}

/**
 * Remembers what became of introductions. The current one that was served stays remembered until another one is: a refusal
 * may be about one document, or pass.
 */
export async function rememberTrials(
  db: Db,
  host: string,
  received: readonly Received[],
  now: () => Instant,
  current?: Introduction,
): Promise<void> {
  const isReplaced = received.some(({ reception }) => reception === 'served')
  const before = await trialsOf(db, host)
  const stays = ({ agent }: Introduction) =>
    (!current || current.agent === agent) &&
    before.some((trial) => trial.agent === agent && trial.reception === 'served')
  for (const { introduction, reception } of received)
    if (isReplaced || !stays(introduction))
      await whileBusy(now, () => storeTrial(db, host, introduction.agent, { tried: now(), reception }))
}
