import { sql } from 'kysely'
import { DAY_MS, type Day, type Instant, instantFromMs, msOf } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import type { Reception, StoreRow } from '../tables.ts'

export type Closing = StoreRow<'closed_paths'>
export type Trial = StoreRow<'host_introductions'>

/** The path of a closing that is about the whole host. */
export const WHOLE_HOST = ''

/**
 * The paths of a host that may not be requested at a moment. None is closed for longer than a day: a later end is of a
 * clock that was wrong.
 */
export const closingsOf = (db: Db, host: string, at: Instant): Promise<Closing[]> =>
  db
    .selectFrom('closed_paths')
    .selectAll()
    .where('host', '=', host)
    .where('until', '>', at)
    .where('until', '<=', instantFromMs(msOf(at) + DAY_MS))
    .execute()

export async function closePath(db: Db, { host, path, until, why }: Closing): Promise<void> {
  await db
    .insertInto('closed_paths')
    .values({ host, path, until, why })
    .onConflict((conflict) => conflict.columns(['host', 'path']).doUpdateSet({ until, why }))
    .execute()
}

export async function reopenHost(db: Db, host: string): Promise<void> {
  await db.deleteFrom('closed_paths').where('host', '=', host).execute()
}

/** What became of each introduction to a host when it was last tried. */
export const trialsOf = (db: Db, host: string): Promise<Trial[]> =>
  db.selectFrom('host_introductions').selectAll().where('host', '=', host).orderBy('agent').execute()

export async function storeTrial(
  db: Db,
  host: string,
  agent: string,
  { tried, reception }: { readonly tried: Instant; readonly reception: Reception },
): Promise<void> {
  await db
    .insertInto('host_introductions')
    .values({ host, agent, tried, reception })
    .onConflict((conflict) => conflict.columns(['host', 'agent']).doUpdateSet({ tried, reception }))
    .execute()
}

/** The last visit to a host for its cookies, which are JSON. */
export const visitOf = (db: Db, host: string): Promise<StoreRow<'host_visits'> | undefined> =>
  db.selectFrom('host_visits').selectAll().where('host', '=', host).executeTakeFirst()

export async function storeVisit(db: Db, { host, visited, cookies }: StoreRow<'host_visits'>): Promise<void> {
  await db
    .insertInto('host_visits')
    .values({ host, visited, cookies })
    .onConflict((conflict) => conflict.column('host').doUpdateSet({ visited, cookies }))
    .execute()
}

/** Adds to the number of requests to a host on a day in India. */
export async function countRequests(db: Db, host: string, day: Day, requests: number): Promise<void> {
  await db
    .insertInto('host_requests')
    .values({ host, day, requests })
    .onConflict((conflict) =>
      conflict.columns(['host', 'day']).doUpdateSet({ requests: sql`host_requests.requests + ${requests}` }),
    )
    .execute()
}

/** The number of requests to each host on a day. */
export const requestsOn = (db: Db, day: Day): Promise<{ host: string; requests: number }[]> =>
  db.selectFrom('host_requests').select(['host', 'requests']).where('day', '=', day).orderBy('host').execute()

/** The number of requests to each host so far. */
export const requestTotals = (db: Db): Promise<{ host: string; requests: number }[]> =>
  db
    .selectFrom('host_requests')
    .select((select) => ['host', select.cast<number>(select.fn.sum('requests'), 'integer').as('requests')])
    .groupBy('host')
    .orderBy('host')
    .execute()

/** What became of each introduction at the hosts below a domain. */
export const trialsBelow = (db: Db, domain: string): Promise<Trial[]> =>
  db
    .selectFrom('host_introductions')
    .selectAll()
    .where('host', 'like', `%${domain}`)
    .orderBy('host')
    .orderBy('tried')
    .execute()

/** A random number that stays the same as long as the store. */
export async function installationNumber(db: Db): Promise<number> {
  const { number } = await db.selectFrom('installation').select('number').executeTakeFirstOrThrow()
  return number
}
