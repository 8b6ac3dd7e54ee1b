import type { MarketChange } from '../reports/changes/change.ts'
import { readChanges, snapshotPage } from '../reports/changes/changes.ts'
import { changesEnd, dayBefore } from '../reports/changes/changes-end.ts'
import { laterPosition, type Position, positionName } from '../reports/changes/position.ts'
import { publishedChange } from '../reports/changes/published-change.ts'
import { UNCHANGED_BY_CLOCK } from '../reports/moment.ts'
import type { ChangesBody } from '../reports/schemas/changes.ts'
import type { FieldsOf } from '../reports/schemas/fields.ts'
import type { AnswerInSpan } from '../request/answer-route.ts'
import { type Cursors, unknownCursor, writeCursor } from '../request/cursor.ts'
import { CHANGE_PARAMETERS, CHANGES_LIMIT } from '../request/market-parameters.ts'
import { answerKey } from '../request/market-query.ts'
import { type PageQuery, pageQuery } from '../request/page-query.ts'
import {
  positionSince,
  type RequestedPosition,
  readPosition,
  unknownPositionFault,
} from '../request/position.ts'
import { type Endpoint, jsonAnswer, nextLink } from './endpoint.ts'

/** Without a cursor, the changes begin `since` a position, or one day before their end. */
type ChangesQuery = PageQuery<'changes', typeof CHANGE_PARAMETERS> & {
  readonly since: RequestedPosition | undefined
}

/** The changes of an answer, and the cursor of the next. */
interface FoundChanges {
  readonly since: string
  readonly changes: readonly MarketChange[]
  readonly reached: string
  readonly cursor: string | null
}

export const askChanges: Endpoint['ask'] = async ({ query: fields }, context) => {
  const page = await pageQuery(context, 'changes', CHANGE_PARAMETERS, fields, CHANGES_LIMIT)
  const { market, filter, limit, after, moment, ignored, headers } = page
  const since = filter.since && (await positionSince(filter.since, market, moment.clock))
  const fault = since && unknownPositionFault(since, market, moment.clock)
  if (fault) throw fault
  if (after && 'version' in after && readPosition(`${after.version}@${after.moment}`) === undefined)
    throw unknownCursor()
  const key = answerKey('listChanges', page, [filter, limit, since, after, after && moment])
  const make = () => changesAnswer({ ...page, since }, context.publicUrl)
  return { query: page, key, ignored, headers, make }
}

async function changesAnswer(query: ChangesQuery, publicUrl: string): Promise<AnswerInSpan> {
  const { market, moment, after } = query
  // The first page determines the end.
  const { end, span } = after
    ? { end: { version: moment.version, moment: moment.clock }, span: UNCHANGED_BY_CLOCK }
    : await changesEnd(market.db, market, moment.clock)
  const isFromNothing = after ? 'slug' in after : query.since === 'nothing'
  const find = isFromNothing ? changesFromNothing : changesBetween
  const { since, changes, reached, cursor } = await find(query, end)
  const body: FieldsOf<typeof ChangesBody> = {
    since,
    position: reached,
    complete: cursor === null,
    changes: changes.map((change) => publishedChange(market, change)),
  }
  const headers = {
    'X-Market-Version': reached,
    ...(cursor !== null && { Link: nextLink(publicUrl, 'changes', cursor) }),
  }
  return jsonAnswer(query, { body, span }, headers)
}

async function changesFromNothing(query: ChangesQuery, end: Position): Promise<FoundChanges> {
  const { market, after, limit } = query
  const place = after && 'slug' in after ? after : null
  const { changes, next } = await snapshotPage(market, end, place, limit)
  const reached = next === null ? positionName(market, end) : '0'
  return { since: '0', changes, reached, cursor: next && cursorTo(end, query, next) }
}

async function changesBetween(query: ChangesQuery, latest: Position): Promise<FoundChanges> {
  const { market, after, limit } = query
  const begun = after && 'version' in after ? after : null
  const requested = query.since === 'nothing' ? undefined : query.since
  const { version, moment } = begun ?? requested ?? (await dayBefore(market.db, latest))
  const since = { version, moment }
  // Another process's clock may be ahead of ours; changes that it has sent are not sent again.
  const end = laterPosition(since, latest)
  const place = begun && begun.unit !== null ? { unit: begun.unit, sent: begun.told } : null
  const isNewsOnly = query.filter.scope === 'news'
  const page = await readChanges(market, { since, end, place, limit, isNewsOnly })
  const step = { unit: page.place?.unit ?? null, told: page.place?.sent ?? 0 }
  const next = { version: page.reached.version, moment: page.reached.moment, ...step }
  return {
    since: positionName(market, since),
    changes: page.changes,
    reached: positionName(market, page.reached),
    cursor: page.isComplete ? null : cursorTo(end, query, next),
  }
}

/** The cursor that continues towards an end. */
const cursorTo = (end: Position, { next }: ChangesQuery, place: Cursors['changes']['after']): string =>
  writeCursor({ ...next(place), version: end.version, clock: end.moment })
