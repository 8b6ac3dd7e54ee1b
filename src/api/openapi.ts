import { invariant } from '../invariant.ts'
import { componentName } from '../reports/schemas/fields.ts'
import type { Parameters } from '../request/parameters.ts'
import { OPERATIONS, type Operation, TAGS } from './openapi/operations.ts'
import { HEADERS, RESPONSES, sharedResponse } from './openapi/responses.ts'

/** Semantic versioning: a removal raises the major number and is announced by `Deprecation` and `Sunset` headers. */
const API_VERSION = '1.1.0'

const TERMS = `Free, no key, read-only. Attribute the service with a link back; poll no more than once a minute (answers are
cached, and say so); keep the disclaimer together with the data. Grey-market premium (GMP) is unofficial and unverifiable:
read and honour gmpDisputed. Public information, not advice: the operator is not a registered securities adviser. Fields may
be added to any answer: ignore those that you do not know.`

/**
 * The OpenAPI document, built from the schemas and parameters that the endpoints use. `contact`: a web address or e-mail of
 * the operator. Both may be empty.
 */
export function openApiDocument({ publicUrl, contact }: { publicUrl: string; contact: string }): object {
  const schemas: NamedSchemas = new Map()
  const pathItems = OPERATIONS.map((operation) => [operation.path, { get: operationObject(operation) }])
  const paths = published(Object.fromEntries(pathItems), schemas)
  const responses = published(RESPONSES, schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Greymark',
      version: API_VERSION,
      summary: 'Market data for Indian IPOs and exchange deals',
      description: TERMS.replaceAll('\n', ' '),
      // A relative address is no URI, which linters demand here.
      ...(publicUrl !== '' && { termsOfService: `${publicUrl}/docs#terms` }),
      ...contactOf(contact),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl === '' ? '/' : publicUrl }],
    security: [],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas: orderedSchemas(schemas), responses, headers: HEADERS },
  }
}

/** OpenAPI has separate fields for a web address and an e-mail; other texts are neither. */
function contactOf(contact: string): object {
  const name = 'The operator of this service'
  if (/^https?:\/\//i.test(contact)) return { contact: { name, url: contact } }
  const email = contact.replace(/^mailto:/i, '')
  return email.includes('@') ? { contact: { name, email } } : {}
}

function operationObject(operation: Operation) {
  const { path, operationId, summary, description, tag, responses } = operation
  const { parameters, examples, headerParameters = [] } = operation
  const hasSlug = path.includes('{slug}')
  const allParameters = [
    ...(hasSlug ? [SLUG_PARAMETER] : []),
    ...queryParameters(parameters ?? {}, examples ?? {}),
    ...headerParameters,
  ]
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    ...(allParameters.length > 0 && { parameters: allParameters }),
    responses: {
      ...(parameters && { 400: sharedResponse('WrongParameter') }),
      ...((hasSlug || (parameters && 'slug' in parameters)) && { 404: sharedResponse('UnknownSlug') }),
      ...responses,
    },
  }
}

const SLUG_PARAMETER = {
  name: 'slug',
  in: 'path',
  required: true,
  description: 'The slug of an IPO, from the list.',
  schema: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 120 },
  example: 'acme-foods',
}

interface DescribedSchema {
  readonly description: string
  readonly examples: readonly unknown[]
}

/** OpenAPI puts description and example beside the schema. */
const queryParameters = (parameters: Parameters, examples: Readonly<Record<string, unknown>>) =>
  Object.entries(parameters).map(([name, parameter]) => {
    const { description, examples: common, ...schema } = parameter.schema as DescribedSchema
    return {
      name,
      in: 'query',
      required: false,
      description,
      schema,
      ...('items' in schema && { style: 'form', explode: true }),
      example: examples[name] ?? common[0],
    }
  })

/** Published schemas by their name. */
type NamedSchemas = Map<string, object>

/**
 * Copies a part of the document. Each named schema in it becomes a reference, and is added to `found`. Our own schemas
 * are closed; the published ones are open, because fields may be added.
 */
function published(part: unknown, found: NamedSchemas): unknown {
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

function orderedSchemas(schemas: NamedSchemas): Record<string, object> {
  const names = new Set([...ORDER, ...schemas.keys()])
  return Object.fromEntries(
    [...names].map((name) => [name, invariant(schemas.get(name), `the schema ${name}`)]),
  )
}
