import Type, { type Static } from 'typebox'
import type { ChangesParameters, Change as ServedChange } from '../../client/index.ts'
import { CHANGE_KINDS } from '../../market/issues/changes.ts'
import { MOMENT_FORMS, parseNamedMoment } from '../../market/named-moment.ts'
import { Change, ChangesBody } from '../../reports/schemas/changes.ts'
import { nullable } from '../../reports/schemas/fields.ts'
import { FullIpo } from '../../reports/schemas/ipos.ts'
import { oneOrMore, type Parameter, quoted } from '../../request/parameters.ts'
import { readPosition } from '../../request/position.ts'
import { invalidParameter } from '../../request/problems.ts'
import { argument, limitArgument } from '../arguments.ts'
import { answered, type ToolMarket } from '../market-client.ts'
import { momentOf, pageOfList } from '../pages.ts'
import { IPO_FIELDS } from './find-ipos.ts'
import { count, picked, tool, withPlainDay } from './tool.ts'

const STANDARD_LIMIT = 25
/** How many changes are read at once, to be counted and chosen from. */
const AT_ONCE = 500

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
    'What changed in the market, oldest first: new IPOs, terms, dates, status, GMP, disputes, subscription, listings, deal days, corrections and withdrawals, each with the old and the new value of the fields that changed. Without since: the last day. First read counts, then give kind for what matters. While complete is false, go on with next as cursor; when it is true, keep position and give it as since next time to get only what is new. What a first load or an import of the past brings is no news: a change of kind added has only the number of IPOs. A changed GMP is still an unofficial quote: state gmpNow with it.',
  input: {
    since: argument(
      SINCE,
      'Changes after this: a position of an earlier answer, a date-time in UTC such as 2026-01-14T12:00:00Z, or a day such as 2026-01-14, meaning its first moment in India. Default: one day ago.',
    ),
    kind: argument(oneOrMore(CHANGE_KINDS, ''), 'Only changes of these kinds, as counts names them.'),
    limit: limitArgument(STANDARD_LIMIT, 200, 'changes'),
  },
  output: {
    since: ChangesBody.properties.since,
    position: nullable(
      Type.String(),
      'The end of these changes: give it as since next time. Null until complete, so that no change is skipped or repeated.',
      '17@2026-01-14T12:00:00.000Z',
    ),
    counts: nullable(
      Type.Record(Type.String(), Type.Integer()),
      'How many changes of each kind there are since then. Null where there are very many, and on later pages.',
      null,
    ),
    count,
    complete: Type.Boolean({
      description: 'False when there are more changes already: give next as cursor.',
    }),
    changes: Type.Array(
      Type.Object({
        ...changeFields.properties,
        gmpNow: nullable(
          GmpNow,
          'State it with a new lastGmp or gmpDisputed. Null without one, and for listed IPOs: get_ipo has it.',
          null,
        ),
      }),
    ),
  },
  run: (call, market) => {
    const { since, kind, limit = STANDARD_LIMIT } = call.values
    let counts: Readonly<Record<string, number>> | null = null
    return pageOfList(
      market,
      call,
      limit,
      async (paging) => {
        const query = paging.cursor ? {} : { since, asOf: call.asOf, scope: 'news' as const }
        const body = await changesOf(market, { ...query, ...paging })
        if (!paging.cursor && body.complete) counts = countsOf(body.changes)
        const entries = body.changes.filter((change) => !kind || kind.includes(change.kind))
        // All pages show the GMP of the moment at which the walk ends.
        const ages = entries.some(isAboutGmp) ? await gmpAges(market, momentOf(body.end)) : new Map()
        return {
          entries,
          placeOf: (index) => body.changes.indexOf(entries[index] as ServedChange) + 1,
          after: body.next,
          disclaimer: body.disclaimer,
          build: (shown) => {
            const complete = shown.length === entries.length && body.complete
            return {
              ...{ since: body.since, position: complete ? body.position : null, counts },
              complete,
              changes: shown.map((each) => toolChange(each as ServedChange, ages)),
            }
          },
        }
      },
      call.after !== undefined && !kind ? limit : AT_ONCE,
    )
  },
})

/** As many changes as were asked for: the service ends a page after a first load, which is one change. */
async function changesOf({ client }: ToolMarket, query: ChangesParameters & { readonly limit: number }) {
  let { meta, ...body } = answered(await client.changes(query))
  const { since, changes } = body
  while (meta.next !== null && changes.length < query.limit) {
    ;({ meta, ...body } = answered(
      await client.changes({ cursor: meta.next, limit: query.limit - changes.length }),
    ))
    changes.push(...body.changes)
  }
  return { ...body, since, changes, next: meta.next }
}

const countsOf = (changes: readonly ServedChange[]) =>
  Object.fromEntries([...Map.groupBy(changes, ({ kind }) => kind)].map(([kind, all]) => [kind, all.length]))

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

/** The fields shown of an IPO that enters the list: those of find_ipos, beside slug and name. */
const ENTERING = IPO_FIELDS.slice(2)

function toolChange(change: ServedChange, ages: GmpAges): object {
  const isEntering = change.kind === 'new' || change.kind === 'return'
  const shown = (values: Readonly<Record<string, unknown>> | null) =>
    values &&
    Object.fromEntries(
      Object.entries(values)
        .filter(([field]) => !isEntering || ENTERING.includes(field))
        .map(([field, value]) => [field, withPlainDay(field, value)]),
    )
  const gmpNow = (isAboutGmp(change) && change.slug !== null && ages.get(change.slug)) || null
  return { ...changeFields.of(change), old: shown(change.old), new: shown(change.new), gmpNow }
}
