import { invariant } from '../../invariant.ts'
import { componentName } from '../../reports/schemas/fields.ts'

/** Published schemas by their name. */
export type NamedSchemas = Map<string, object>

/**
 * Copies a part of the document. Each named schema in it becomes a reference, and is added to `found`. Our own schemas
 * are closed; the published ones are open, because fields may be added.
 */
export function published(part: unknown, found: NamedSchemas): unknown {
  if (Array.isArray(part)) return part.map((item) => published(item, found))
  if (typeof part !== 'object' || part === null) return part
  const name = componentName(part)
  if (name === undefined) return openCopy(part, found)
  if (!found.has(name)) found.set(name, openCopy(part, found))
  return { $ref: `#/components/schemas/${name}` }
}

const openCopy = (part: object, found: NamedSchemas): object =>
  Object.fromEntries(
    Object.entries(part)
      .filter(([key, value]) => !(key === 'additionalProperties' && value === false))
      .map(([key, value]) => [key, published(value, found)]),
  )

/** The order of the schemas in the document and in the types of the client. New ones may come last, unnamed here. */
const ORDER = `
  IpoSummary IpoDetail FullIpo SourceWord Dispute DisputeSummary DisputeWord GmpObservation SubscriptionEntry Listing
  Registrar IssueDocument ExpectedDays Application SubscriptionDay Range80 Deal ScoreSummary ScoreboardRow
  IposBody IpoBody DealsBody ScoreboardBody
  Interval Baseline ZeroGmp DirectionWithoutZero ErrorFigures HeadToHead HorizonAccuracy SourceHorizonAccuracy
  BoardAccuracy YearAccuracy SizeAccuracy MedianAccuracy SourceAccuracy AccuracyBody
  CalibrationBin HorizonCalibration OverallRanges BoardRanges HorizonRanges CalibrationBody
  SourceStatus SourcesBody UnannouncedCompany UnannouncedBody
  FigureEvidence OutvotedFact EarlierValue FactEvidence RefusedEvidence EvidenceBody
  Change ChangesBody IndexBody DatasetBody LiveBody ReadyBody ProblemBody`
  .trim()
  .split(/\s+/)

export function orderedSchemas(schemas: NamedSchemas): Record<string, object> {
  const names = new Set([...ORDER, ...schemas.keys()])
  return Object.fromEntries(
    [...names].map((name) => [name, invariant(schemas.get(name), `the schema ${name}`)]),
  )
}
