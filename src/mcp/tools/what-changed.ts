import Type, { type Static } from 'typebox'
import type { Change as ServedChange } from '../../client/index.ts'
import { MOMENT_FORMS, parseNamedMoment } from '../../market/named-moment.ts'
import { Change, ChangesBody } from '../../reports/schemas/changes.ts'
import { nullable } from '../../reports/schemas/fields.ts'
import { FullIpo } from '../../reports/schemas/ipos.ts'
import { type Parameter, quoted } from '../../request/parameters.ts'
import { readPosition } from '../../request/position.ts'
import { invalidParameter } from '../../request/problems.ts'
import { argument, limitArgument } from '../arguments.ts'
import { answered, type ToolMarket } from '../market-client.ts'
import { momentOf, pageOfList } from '../pages.ts'
import { IPO_FIELDS } from './find-ipos.ts'
import { next, picked, tool, withPlainDay } from './tool.ts'

const STANDARD_LIMIT = 25

const gmpFields = picked(FullIpo, ['lastGmpDay', 'lastGmpOwners', 'gmpDisputed'])
const GmpNow = Type.Object(gmpFields.properties, {
  description: 'How old and how thin the GMP of the IPO is at the end of these changes.',
})
const changeFields = picked(Change, ['at', 'kind', 'by', 'slug', 'name', 'old', 'new', 'into'])

const SINCE: Parameter<string> = {
  schema: Type.String(),
  read: (name, text) => {
    if (readPosition(text) ?? parseNamedMoment(text)) return text
    const position = '0, the position of an earlier answer, such as 17@2026-01-14T12:00:00.000Z'
    throw invalidParameter(name, `${name} must be ${position}, ${MOMENT_FORMS}; got ${quoted(text)}`)
  },
}

export const whatChanged = tool({
  name: 'what_changed',
  title: 'What changed',
  description:
    'What changed in the market, oldest first: new IPOs, terms, dates, status, GMP, disputes, subscription, listings, deal days, corrections and withdrawals, each with the old and the new value of the fields that changed. Without since: the last day. While complete is false, go on with next as cursor; when it is true, keep position and give it as since next time to get only what is new. What a first load or an import of the past brings is no news: a change of kind added has only the number of IPOs. A changed GMP is still an unofficial quote: state gmpNow with it.',
  input: {
    since: argument(
      SINCE,
      'Changes after this: a position of an earlier answer, a date-time in UTC such as 2026-01-14T12:00:00Z, or a day such as 2026-01-14, meaning its first moment in India. Default: one day ago.',
    ),
    limit: limitArgument(STANDARD_LIMIT, 200, 'changes'),
  },
  output: {
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
    next,
    changes: Type.Array(
      Type.Object({
        ...changeFields.properties,
        gmpNow: nullable(
          GmpNow,
          'For a change of GMP or dispute: state it with the figure. Null for other changes and for listed IPOs, for which get_ipo has it.',
          null,
        ),
      }),
    ),
  },
  run: (call, market) =>
    pageOfList(market, call, call.values.limit ?? STANDARD_LIMIT, async (paging) => {
      const { since } = call.values
      const query = paging.cursor ? {} : { since, asOf: call.asOf, scope: 'news' as const }
      const body = answered(await market.client.changes({ ...query, ...paging }))
      // All pages show the GMP of the moment at which the walk ends.
      const ages = body.changes.some(isAboutGmp) ? await gmpAges(market, momentOf(body.end)) : new Map()
      return {
        entries: body.changes,
        after: body.meta.next,
        build: (entries, next) => {
          const complete = entries.length === body.changes.length && body.complete
          return {
            ...{ since: body.since, position: complete ? body.position : null },
            ...{ count: entries.length, complete, next },
            changes: entries.map((each) => toolChange(each as ServedChange, ages)),
            disclaimer: body.disclaimer,
          }
        },
      }
    }),
})

const isAboutGmp = ({ new: values }: ServedChange): boolean =>
  values !== null && ('lastGmp' in values || 'gmpDisputed' in values)

type GmpAges = ReadonlyMap<string, Static<typeof GmpNow>>

/** How old and how thin the GMP of each unlisted IPO was at a moment. */
async function gmpAges({ client }: ToolMarket, asOf: string): Promise<GmpAges> {
  const ages = new Map<string, Static<typeof GmpNow>>()
  const unlisted = { status: ['UPCOMING', 'OPEN', 'CLOSED'], detail: 'full', limit: 200, asOf } as const
  for await (const page of client.pages.ipos(unlisted))
    for (const ipo of answered(page).ipos) ages.set(ipo.slug, gmpFields.of(ipo) as Static<typeof GmpNow>)
  return ages
}

/** The change, with as many fields of an IPO that enters the list as find_ipos has. */
function toolChange(change: ServedChange, ages: GmpAges): object {
  const isEntering = change.kind === 'new' || change.kind === 'return'
  const shown = (values: Readonly<Record<string, unknown>> | null) =>
    values &&
    Object.fromEntries(
      Object.entries(values)
        .filter(([field]) => !isEntering || IPO_FIELDS.includes(field))
        .map(([field, value]) => [field, withPlainDay(field, value)]),
    )
  const gmpNow = (isAboutGmp(change) && change.slug !== null && ages.get(change.slug)) || null
  return { ...changeFields.of(change), old: shown(change.old), new: shown(change.new), gmpNow }
}
