import type { AnswerDraft } from '../publish/answer.ts'
import type { MarketChange } from '../reports/changes/change.ts'
import { type ChangesPage, readChanges, snapshotPage } from '../reports/changes/changes.ts'
import { changesEnd, dayBefore } from '../reports/changes/changes-end.ts'
import { laterPosition, type Position, positionName } from '../reports/changes/position.ts'
import { publishedChange } from '../reports/changes/published-change.ts'
import { type ClockSpan, UNCHANGED_BY_CLOCK } from '../reports/moment.ts'
import type { ChangesBody } from '../reports/schemas/changes.ts'
import type { FieldsOf } from '../reports/schemas/fields.ts'
import { type ChangesQuery, changesQuery, marketForChangesQuery } from '../request/changes-query.ts'
import { answerKey } from '../request/market-at-moment.ts'
import {
  type CheckedRequest,
  type EndpointContext,
  type EndpointRequest,
  jsonAnswer,
  limitHeader,
  nextLink,
} from './endpoint.ts'

const FROM_NOTHING = '0'

/** The changes of an answer, and the cursor of the next. */
interface FoundChanges {
  readonly since: string
  readonly changes: readonly MarketChange[]
  readonly reached: string
  readonly cursor: string | null
}

export async function checkChangesRequest(
  { query: fields }: EndpointRequest,
  context: EndpointContext,
): Promise<CheckedRequest> {
  const query = await changesQuery(fields, await marketForChangesQuery(context, fields))
  const { filter, limit, begin, end, ignored } = query
  const key = answerKey('listChanges', query, [filter, limit, begin, end])
  const make = () => changesAnswer(query, context.publicUrl)
  return { query, key, ignored, headers: limitHeader(query), make }
}

async function changesAnswer(query: ChangesQuery, publicUrl: string): Promise<AnswerDraft> {
  const { market } = query
  const { end, span } = await endOf(query)
  const { since, changes, reached, cursor } =
    query.begin.from === 'nothing'
      ? await changesFromNothing(query, query.begin.after, end)
      : await changesBetween(query, query.begin, end)
  const body: FieldsOf<typeof ChangesBody> = {
    since,
    position: reached,
    complete: cursor === null,
    changes: changes.map((change) => publishedChange(market, change)),
  }
  return jsonAnswer(
    query,
    { body, span },
    {
      'X-Market-Version': reached,
      ...(cursor !== null && { Link: nextLink(publicUrl, 'changes', cursor) }),
    },
  )
}

async function endOf({ market, moment, end }: ChangesQuery): Promise<{ end: Position; span: ClockSpan }> {
  if (end) return { end, span: UNCHANGED_BY_CLOCK }
  return changesEnd(market.db, market, moment.clock)
}

async function changesFromNothing(
  query: ChangesQuery,
  after: Parameters<typeof snapshotPage>[2],
  end: Position,
): Promise<FoundChanges> {
  const { changes, next } = await snapshotPage(query.market, end, after, query.limit)
  return {
    since: FROM_NOTHING,
    changes,
    reached: next === null ? positionName(query.market, end) : FROM_NOTHING,
    cursor: next && query.cursorTo(end, next),
  }
}

async function changesBetween(
  query: ChangesQuery,
  begin: Exclude<ChangesQuery['begin'], { from: 'nothing' }>,
  end: Position,
): Promise<FoundChanges> {
  const { market, limit } = query
  const since = begin.from === 'lately' ? await dayBefore(market.db, end) : begin.from
  // Another process's clock may be ahead of ours; changes that it has sent are not sent again.
  const upTo = laterPosition(since, end)
  const place = begin.from === 'lately' ? null : begin.place
  const isNewsOnly = query.filter.scope === 'news'
  const page: ChangesPage = await readChanges(market, { since, end: upTo, place, limit, isNewsOnly })
  return {
    since: positionName(market, since),
    changes: page.changes,
    reached: positionName(market, page.reached),
    cursor: page.isComplete ? null : query.cursorTo(upTo, { ...page.reached, place: page.place }),
  }
}
