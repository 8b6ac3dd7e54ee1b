import Type, { type Static } from 'typebox'
import { Change, ChangesBody } from '../../reports/schemas/changes.ts'
import { nullable } from '../../reports/schemas/fields.ts'
import { FullIpo } from '../../reports/schemas/ipos.ts'
import { readCursor } from '../../request/cursor.ts'
import { bytesOf } from '../answer-size.ts'
import { queryFrom } from '../arguments.ts'
import type { MarketReader } from '../market-reader.ts'
import { endpointCursor, fittingPage } from './list-page.ts'
import {
  asOfInput,
  cursorInput,
  inputOf,
  limitInput,
  outputOf,
  type Tool,
  textInput,
  withPlainDay,
} from './tool.ts'

const LIMITS = { standard: 25, maximum: 200 }
/** The most IPOs that one request of the list returns. */
const IPOS_AT_ONCE = '200'

const GmpNow = Type.Object(
  {
    lastGmpDay: FullIpo.properties.lastGmpDay,
    lastGmpOwners: FullIpo.properties.lastGmpOwners,
    gmpDisputed: FullIpo.properties.gmpDisputed,
  },
  { description: 'How old and how thin the GMP of the IPO is at the end of the answer.' },
)

const { at, kind, by, slug, name, old, new: values, into } = Change.properties

const ToolChange = Type.Object({
  at,
  kind,
  by,
  slug,
  name,
  old,
  new: values,
  into,
  gmpNow: nullable(
    GmpNow,
    'For a change of GMP or dispute: state it with the figure. Null for other changes and for listed IPOs, for which get_ipo has it.',
    null,
  ),
})

export const whatChanged: Tool = {
  name: 'what_changed',
  title: 'What changed',
  description:
    'What changed in the market, oldest first: new IPOs, terms, dates, status, GMP, disputes, subscription, listings, deal days, corrections and withdrawals, each with the old and the new value of the fields that changed. Without since: the last day. While complete is false, go on with next as cursor; when it is true, keep position and give it as since next time to get only what is new. What a first load or an import of the past brings is no news: a change of kind added has only the number of IPOs. A changed GMP is still an unofficial quote: state gmpNow with it. Null means unknown or none before; moments are in UTC.',
  input: inputOf({
    since: textInput(
      'Changes after this: a position of an earlier answer, a date-time in UTC such as 2026-01-14T12:00:00Z, or a day such as 2026-01-14, meaning its first moment in India. Default: one day ago.',
    ),
    limit: limitInput(LIMITS.standard, LIMITS.maximum, 'changes'),
    cursor: cursorInput,
    asOf: asOfInput,
  }),
  output: outputOf({
    since: ChangesBody.properties.since,
    position: nullable(
      Type.String(),
      'The end of these changes: give it as since next time. Null until complete, so that no change is skipped or repeated.',
      '17@2026-01-14T12:00:00.000Z',
    ),
    count: Type.Integer({ description: 'Number of changes in this answer.' }),
    complete: Type.Boolean({
      description: 'False when there are more changes already: give next as cursor.',
    }),
    next: nullable(
      Type.String(),
      'Give it as cursor to get the changes that follow. Null when complete.',
      null,
    ),
    changes: Type.Array(ToolChange),
  }),
  async run(given, reader) {
    const query = queryFrom(given, { since: 'since', cursor: 'cursor', asOf: 'asOf' })
    const ages = await gmpAges(reader, query.cursor === undefined ? query.asOf : momentOf(query.cursor))
    return fittingPage(reader, {
      operation: 'listChanges',
      given,
      limits: LIMITS,
      query: { ...query, scope: 'news' },
      length: ({ changes }) => changes.length,
      build: ({ body, next }, count) => ({
        since: body.since,
        position: body.complete ? body.position : null,
        count,
        complete: body.complete,
        next,
        changes: body.changes.slice(0, count).map((change) => toolChange(change, ages)),
        disclaimer: body.disclaimer,
      }),
    })
  },
}

/** The moment at which the changes of a cursor end; `undefined` for one that the endpoint will refuse. */
function momentOf(cursor: string): string | undefined {
  try {
    return readCursor('changes', endpointCursor(cursor)).clock
  } catch {
    return undefined
  }
}

type GmpAges = ReadonlyMap<string, Static<typeof GmpNow>>

/** How old and how thin the GMP of each unlisted IPO is. */
async function gmpAges(reader: MarketReader, asOf: string | undefined): Promise<GmpAges> {
  const query = {
    status: 'UPCOMING,OPEN,CLOSED',
    detail: 'full',
    limit: IPOS_AT_ONCE,
    ...(asOf !== undefined && { asOf }),
  }
  const { body } = await reader.read('listIpos', { query })
  return new Map(
    (body.ipos as Static<typeof FullIpo>[]).map(({ slug, lastGmpDay, lastGmpOwners, gmpDisputed }) => [
      slug,
      { lastGmpDay, lastGmpOwners, gmpDisputed },
    ]),
  )
}

/** The fields shown of an IPO that enters the list; get_ipo has the others. */
const ENTERING: ReadonlySet<string> = new Set([
  'board',
  'status',
  'priceMin',
  'priceMax',
  'lotSize',
  'minAmount',
  'issueSizeCr',
  'openDate',
  'closeDate',
  'listingDate',
  'lastGmp',
  'lastGmpPct',
  'lastGmpDay',
  'lastGmpOwners',
  'gmpDisputed',
  'lastSubX',
])

function toolChange(change: Static<typeof Change>, ages: GmpAges): Static<typeof ToolChange> {
  const { at, kind, by, slug, name, into } = change
  const isEntering = kind === 'new' || kind === 'return'
  const shown = (values: Record<string, unknown> | null) =>
    values &&
    Object.fromEntries(
      Object.entries(values)
        .filter(([field]) => !isEntering || ENTERING.has(field))
        .map(([field, value]) => [field, withPlainDay(field, value)]),
    )
  const isAboutGmp = change.new !== null && ('lastGmp' in change.new || 'gmpDisputed' in change.new)
  const gmpNow = (isAboutGmp && slug !== null && ages.get(slug)) || null
  const whole = { at, kind, by, slug, name, old: shown(change.old), new: shown(change.new), into, gmpNow }
  if (bytesOf(whole) <= CHANGE_BYTES) return whole
  return { ...whole, old: withoutLongValues(whole.old), new: withoutLongValues(whole.new) }
}

/** A longer change, of many documents say, would not leave room for the rest of the answer. */
const CHANGE_BYTES = 5000
const LONG_VALUE_BYTES = 40

const withoutLongValues = (values: Record<string, unknown> | null) =>
  values &&
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      bytesOf([value]) > LONG_VALUE_BYTES ? 'too long to show here' : value,
    ]),
  )
