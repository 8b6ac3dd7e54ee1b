import { type MarketChange, publishedChange } from '../reports/changes/change.ts'
import { readChanges, snapshotPage } from '../reports/changes/changes.ts'
import { changesEnd, dayBefore } from '../reports/changes/changes-end.ts'
import { laterPosition, type Position, positionName } from '../reports/changes/position.ts'
import { UNCHANGED_BY_CLOCK } from '../reports/moment.ts'
import type { ChangesBody } from '../reports/schemas/changes.ts'
import type { FieldsOf } from '../reports/schemas/fields.ts'
import { type Cursors, writeCursor } from '../request/cursor.ts'
import { CHANGE_PARAMETERS } from '../request/market-parameters.ts'
import { answerKey } from '../request/market-query.ts'
import { type PageQuery, pageQuery } from '../request/page-query.ts'
import { positionSince, type RequestedPosition } from '../request/position.ts'
import { type Endpoint, jsonAnswer, nextLink } from './endpoint.ts'

type ChangesQuery = PageQuery<'changes', typeof CHANGE_PARAMETERS>

/** The changes of an answer, and where the next continues towards which end. */
interface FoundChanges {
  readonly since: string
  readonly changes: readonly MarketChange[]
  readonly reached: string
  readonly next: Cursors['changes']['after'] | null
  readonly end: Position
}

export const askChanges: Endpoint['ask'] = async ({ query: fields }, context) => {
  const page = await pageQuery(context, 'changes', CHANGE_PARAMETERS, fields)
  const { market, filter, limit, after, moment, ignored, headers } = page
  const since = filter.since && (await positionSince(filter.since, market, moment))
  if (since?.fault) throw since.fault
  const key = answerKey('listChanges', page, [filter, limit, since, after, after && moment])
  const make = async () => {
    // The first page determines the end.
    const { end, span } = after
      ? { end: { version: moment.version, moment: moment.clock }, span: UNCHANGED_BY_CLOCK }
      : await changesEnd(market.db, market, moment.clock)
    const isFromNothing = after ? 'slug' in after : since?.position === 'nothing'
    const found = isFromNothing
      ? await changesFromNothing(page, end)
      : await changesBetween(page, since?.position, end)
    const body: FieldsOf<typeof ChangesBody> = {
      since: found.since,
      position: found.reached,
      end: positionName(market, found.end),
      complete: found.next === null,
      changes: found.changes.map((change) => publishedChange(market, change)),
    }
    const cursor = found.next && {
      ...page.next(found.next),
      version: found.end.version,
      clock: found.end.moment,
    }
    return jsonAnswer(
      page,
      { body, span },
      {
        'X-Market-Version': found.reached,
        ...(cursor && { Link: nextLink(context.publicUrl, 'changes', writeCursor(cursor)) }),
      },
    )
  }
  return { query: page, key, ignored, headers, make }
}

async function changesFromNothing(
  { market, after, limit }: ChangesQuery,
  end: Position,
): Promise<FoundChanges> {
  const place = after && 'slug' in after ? after : null
  const { changes, next } = await snapshotPage(market, end, place, limit)
  return { since: '0', changes, reached: next === null ? positionName(market, end) : '0', next, end }
}

/** Without a cursor, the changes begin at the requested position, or one day before their end. */
async function changesBetween(
  { market, after, limit, filter }: ChangesQuery,
  requested: RequestedPosition | undefined,
  latest: Position,
): Promise<FoundChanges> {
  const begun = after && 'version' in after ? after : null
  const given = begun ?? (requested === 'nothing' ? undefined : requested)
  const { version, moment } = given ?? (await dayBefore(market.db, latest))
  const since = { version, moment }
  // Another process's clock may be ahead of ours; changes that it has sent are not sent again.
  const end = laterPosition(since, latest)
  const place = begun && begun.unit !== null ? { unit: begun.unit, sent: begun.told } : null
  const isNewsOnly = filter.scope === 'news'
  const page = await readChanges(market, { since, end, place, limit, isNewsOnly })
  const step = { unit: page.place?.unit ?? null, told: page.place?.sent ?? 0 }
  return {
    since: positionName(market, since),
    changes: page.changes,
    reached: positionName(market, page.reached),
    next: page.isComplete ? null : { version: page.reached.version, moment: page.reached.moment, ...step },
    end,
  }
}
