import { type Instant, istDay } from '../calendar.ts'
import { compareText } from '../text-order.ts'
import type { Horizon } from './horizon.ts'
import {
  type ListingOutcome,
  type Prediction,
  type PredictionHistory,
  type TimedValue,
  valueAt,
} from './prediction.ts'
import {
  type GainRange,
  isWithinRange,
  type JudgedRange,
  type Miss,
  PastMisses,
  type RangeTarget,
} from './range.ts'
import { hundredths } from './scoreboard.ts'

/** The predictions and outcomes of one issue at one horizon. */
interface HorizonPast {
  readonly slug: string
  readonly predictions: readonly TimedValue<Prediction | null>[]
  readonly outcome: readonly TimedValue<ListingOutcome | null>[]
}

/** A past prediction with the range that could be given for it. */
interface RangedPrediction {
  readonly target: RangeTarget
  readonly range: GainRange
}

interface MissChange {
  readonly since: Instant
  readonly miss: Miss
  readonly isAdded: boolean
}

/** The ranges of all past predictions at one horizon, each from what was known at its own moment. */
export class RangeWalk {
  readonly #pasts: readonly HorizonPast[]
  readonly #changes: readonly MissChange[]
  readonly #ranged: ReadonlyMap<Prediction, RangedPrediction>
  /** The misses known now. */
  readonly #known = new PastMisses()

  constructor(histories: readonly PredictionHistory[], horizon: Horizon) {
    this.#pasts = histories.map((history) => ({
      slug: history.slug,
      predictions: predictionsAt(history, horizon),
      outcome: history.outcome,
    }))
    this.#changes = this.#pasts.flatMap(missChanges).sort((a, b) => compareText(a.since, b.since))
    this.#ranged = rangesAlong(this.#changes, this.#pasts, this.#known)
  }

  /** The misses known at an instant, or now. */
  missesAt(asOf: Instant | null): PastMisses {
    if (asOf === null) return this.#known
    const known = new PastMisses()
    for (const change of this.#changes) if (change.since <= asOf) apply(change, known)
    return known
  }

  /** The number of listings known at an instant that had a prediction, and those of them that had a range, oldest first. */
  judgedAt(asOf: Instant | null): { readonly listings: readonly Miss[]; readonly judged: JudgedRange[] } {
    const listings: Miss[] = []
    const judged: JudgedRange[] = []
    for (const { slug, predictions, outcome } of this.#pasts) {
      const [prediction, listed] = [valueAt(predictions, asOf), valueAt(outcome, asOf)]
      if (!prediction || !listed) continue
      const miss = missOf(prediction, listed)
      listings.push(miss)
      const ranged = this.#ranged.get(prediction)
      if (!ranged) continue
      const { board, implied, actual } = miss
      const { listedOn, limit } = listed
      const isHeld = isWithinRange(ranged.range, actual, limit, ranged.target)
      judged.push({
        slug,
        board,
        at: prediction.at,
        implied,
        actual,
        listedOn,
        limit,
        range: ranged.range,
        isHeld,
      })
    }
    judged.sort((a, b) => compareText(a.listedOn, b.listedOn) || compareText(a.slug, b.slug))
    return { listings, judged }
  }
}

function predictionsAt(history: PredictionHistory, horizon: Horizon): HorizonPast['predictions'] {
  if (horizon === 'last') return history.last
  return history.atClosing.flatMap(({ horizon: of, prediction }) =>
    of === horizon ? [{ since: prediction.at, value: prediction }] : [],
  )
}

const missOf = ({ impliedPct }: Prediction, { board, actualPct }: ListingOutcome): Miss => ({
  board,
  implied: hundredths(impliedPct),
  actual: hundredths(actualPct),
})

const targetOf = ({ board, exchanges, impliedPct, at }: Prediction): RangeTarget => ({
  board,
  exchanges,
  implied: hundredths(impliedPct),
  day: istDay(at),
})

/** When the miss of an issue became known, and when it was revised or retracted. */
function missChanges({ predictions, outcome }: HorizonPast): MissChange[] {
  if (predictions.length === 0 || outcome.length === 0) return []
  const moments = new Set([...predictions, ...outcome].map(({ since }) => since))
  const changes: MissChange[] = []
  let known: Miss | null = null
  for (const since of [...moments].sort(compareText)) {
    const [prediction, listed] = [valueAt(predictions, since), valueAt(outcome, since)]
    const miss: Miss | null = prediction && listed ? missOf(prediction, listed) : null
    if (known) changes.push({ since, miss: known, isAdded: false })
    if (miss) changes.push({ since, miss, isAdded: true })
    known = miss
  }
  return changes
}

function apply({ miss, isAdded }: MissChange, misses: PastMisses): void {
  if (isAdded) misses.add(miss)
  else misses.remove(miss)
}

/**
 * Walks through time and gives each prediction the range from the outcomes recorded up to its moment. At the end `known`
 * has all misses.
 */
function rangesAlong(
  changes: readonly MissChange[],
  pasts: readonly HorizonPast[],
  known: PastMisses,
): ReadonlyMap<Prediction, RangedPrediction> {
  const ranged = new Map<Prediction, RangedPrediction>()
  const predictions = pasts
    .flatMap((past) => past.predictions.flatMap(({ value }) => value ?? []))
    .sort((a, b) => compareText(a.at, b.at))
  let next = 0
  for (const prediction of predictions) {
    for (let change = changes[next]; change && change.since <= prediction.at; change = changes[++next])
      apply(change, known)
    const target = targetOf(prediction)
    const range = known.rangeAround(target)
    if (range) ranged.set(prediction, { target, range })
  }
  for (const change of changes.slice(next)) apply(change, known)
  return ranged
}
