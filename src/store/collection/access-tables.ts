import type { Day, Instant } from '../../market/calendar.ts'

/**
 * What a host does with an introduction: it answers; it denies access with a status or a page; it cuts off the
 * connection, or stays silent, before it answers.
 */
export type Reception = 'served' | 'denied' | 'cut' | 'silent'

/** What is known of the hosts of upstreams and of other stores. */
export interface AccessTables {
  /** What became of each introduction, the text of `User-Agent`, when it was last tried at a host. */
  host_introductions: { host: string; agent: string; tried: Instant; reception: Reception }
  /** Paths that are not requested until a moment; the path of a whole host is empty. */
  closed_paths: { host: string; path: string; until: Instant; why: string }
  /** The last visit to a host for its cookies, which are JSON. */
  host_visits: { host: string; visited: Instant; cookies: string }
  /** How many requests were sent to a host on a day in India. */
  host_requests: { host: string; day: Day; requests: number }
  /** One row: a random number, from which follows at which minute this installation reads its sources. */
  installation: { id: 1; number: number }
  /** The round that last changed each refusal, by identity; of one that is not stored, the round that removed it. */
  refusal_changes: { identity: string; round: number }
  /** At most one row: the position that the pieces of another store have reached here. */
  piece_position: { id: 1; position: string }
}
