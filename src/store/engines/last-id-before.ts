import { type RawBuilder, sql } from 'kysely'

/**
 * Binary search: the last id whose row still satisfies the predicate. It needs rows in that order, but no index, and is
 * equally fast for old rows.
 */
export function lastIdBefore(
  table: RawBuilder<unknown>,
  isNextBefore: (id: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<number> {
  const middle = sql`(lo + hi) / 2`
  return sql<number>`(
    with recursive halves(lo, hi) as (
      select cast(0 as bigint), (select cast(coalesce(max(id), 0) as bigint) from ${table})
      union all
      select case when ${isNextBefore(middle)} then ${middle} + 1 else lo end,
        case when ${isNextBefore(middle)} then hi else ${middle} end
      from halves where lo < hi)
    select lo from halves where lo >= hi)`
}
