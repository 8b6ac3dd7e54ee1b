import { type Instant, istDay } from '../calendar.ts'
import { FACTS, type Fact, fieldsOf, type PlainKind } from './fact.ts'

const DAY_LENGTH = 10

/** The days and moments of each kind of fact that cannot lie after its recording, in the order of the facts file. */
const PAST_TIMES: ReadonlyMap<string, readonly string[]> = new Map(
  (Object.keys(FACTS) as PlainKind[]).map((fact) => [
    fact,
    fieldsOf(fact).flatMap(([key, { kind, mayLieAhead }]) =>
      (kind === 'day' || kind === 'moment') && !mayLieAhead ? key : [],
    ),
  ]),
)

/**
 * Describes a day or an instant that lies after the recording of its fact; `undefined` if there is none. The planned
 * dates of an issue may lie ahead.
 */
export function timingFault(fact: Fact, recorded: Instant): string | undefined {
  const times =
    fact.fact === 'retraction'
      ? [['of.recordedAt', fact.of.recordedAt] as const]
      : (PAST_TIMES.get(fact.fact) ?? []).map((key) => [key, fact[key as keyof typeof fact]] as const)
  const late = times.find(([, time]) => typeof time === 'string' && isLater(time, recorded))
  return (
    late &&
    `${late[0]} ${late[1]} lies after the fact was recorded (${recorded}, ${istDay(recorded)} in India)`
  )
}

// India is ahead of UTC, so a day that has begun in UTC has begun there. This avoids date arithmetic for most facts.
const isLater = (time: string, recorded: Instant): boolean =>
  time > recorded && (time.length > DAY_LENGTH || time > istDay(recorded))
