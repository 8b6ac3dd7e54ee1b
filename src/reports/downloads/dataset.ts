import {
  type Day,
  type Instant,
  instantFromMs,
  istDay,
  istMidnightBefore,
  msOf,
} from '../../market/calendar.ts'
import type { Fact } from '../../market/facts/fact.ts'
import { FIELDS, INSTANT, isOptionalIn, TEXT } from '../../sources/facts-file/fields.ts'
import { writeLine } from '../../sources/facts-file/write-line.ts'
import type { Db } from '../../store/engines/db.ts'
import { allFacts } from '../../store/facts/all-facts.ts'
import { versionRoundAt } from '../../store/version/market-version.ts'
import type { View } from '../../store/view.ts'
import { positionName } from '../changes/position.ts'
import { type ServedMarket, versionName } from '../served-market.ts'

/** The data set of a day. It is the same in every process and at any time. */
export interface DatasetOfDay {
  readonly day: Day
  /** Midnight in India at the start of the day, or a later moment for a store that was empty then: later facts are not included. */
  readonly asOf: Instant
  readonly view: View
  readonly version: string
  readonly position: string
  /** Unique for each day, version and store. */
  readonly id: string
}

/** The data set of the day of the clock; `undefined` for a store that was empty when the day began. */
export const datasetOfDay = (market: ServedMarket, clock: Instant): Promise<DatasetOfDay | undefined> =>
  datasetAt(market, istDay(clock), istMidnightBefore(clock))

/** The data set of a day as of a moment; `undefined` for a store that was empty then. */
export async function datasetAt(
  market: ServedMarket,
  day: Day,
  asOf: Instant,
): Promise<DatasetOfDay | undefined> {
  const { db, demo } = market
  // The demo records its whole past when it starts, and never anything for an earlier time.
  const { version, committed } = demo
    ? { version: market.version, committed: asOf }
    : await versionRoundAt(db, asOf)
  if (version === 0) return undefined
  const name = demo ? 'demo' : versionName({ demo, version })
  return {
    day,
    asOf,
    view: { version, asOf },
    version: name,
    position: positionName(market, { version, moment: asOf }),
    id: `${day}-${name}-${msOf(committed).toString(36)}`,
  }
}

/** When the last round of a data set was committed, from its id. `undefined` for other texts. */
export function committedOf(id: string): Instant | undefined {
  const ms = Number.parseInt(id.slice(id.lastIndexOf('-') + 1), 36)
  return Number.isSafeInteger(ms) && Math.abs(ms) <= MAX_MS ? instantFromMs(ms) : undefined
}

/** The last moment that a date can express. */
const MAX_MS = 8.64e15

export interface DatasetLine {
  readonly kind: Fact['fact']
  readonly text: string
}

/** Every fact of a view as a line of a facts file, in the order of recording. */
export async function* datasetLines(db: Db, view: View): AsyncGenerator<DatasetLine> {
  for await (const fact of allFacts(db, view)) yield { kind: fact.fact, text: writeLine(fact, fact.recorded) }
}

/** A line of the data set, as JSON Schema: one of the kinds of facts. */
export const datasetSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'One line of the data set of Greymark',
  description:
    'One fact: what was reported, by which source, and when it was recorded. Days are days in India, moments are in UTC, amounts are in rupees.',
  oneOf: [
    ...Object.entries(FIELDS).map(([kind, fields]) => lineOf(kind, fields)),
    lineOf('retraction', {
      of: { type: 'object', required: ['fact'], description: 'names the fact that is retracted' },
      reason: TEXT,
      source: TEXT,
    }),
  ],
}

function lineOf(kind: string, fields: Readonly<Record<string, object>>) {
  const properties = { fact: { const: kind }, ...fields, recordedAt: INSTANT }
  return {
    title: kind,
    type: 'object',
    properties,
    required: Object.keys(properties).filter((key) => !isOptionalIn(kind, key)),
    additionalProperties: false,
  }
}
