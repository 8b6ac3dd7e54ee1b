import { FloodGuard, type RequestGuard } from '../../api/flood-guard.ts'
import type { Config } from '../../config.ts'
import { downloadCounts } from '../../feeds/downloads/download-slots.ts'
import { eventCounts } from '../../feeds/event-connections.ts'
import { ownSlots, type SlotPool } from '../../feeds/slot-counts.ts'

/** What a serving process shares with the others that serve the same port: roles, limits, and new versions. */
export interface ServingGroup {
  /** True for the one process that collects, sends alerts, and builds the files of a day in advance. */
  readonly collects: boolean
  readonly sendsAlerts: boolean
  readonly makesDailyFiles: boolean
  /** Limits the requests of each client; `undefined` sets no limit. */
  readonly guard: RequestGuard | undefined
  readonly downloadSlots: SlotPool
  readonly eventSlots: SlotPool
  /**
   * Reports that this process is prepared to serve a version, by its public name, and waits until all processes are
   * prepared for it or a later one. It waits at most 2 seconds after the first of them.
   */
  agreeOn(version: string): Promise<void>
}

type Limits = Pick<Config, 'REQUESTS_PER_MINUTE' | 'DOWNLOADS_AT_ONCE' | 'EVENT_CONNECTIONS'>

/** The group of a process that serves alone. */
export const aloneInGroup = (limits: Limits): ServingGroup => ({
  collects: true,
  sendsAlerts: true,
  makesDailyFiles: true,
  guard: limits.REQUESTS_PER_MINUTE > 0 ? new FloodGuard(limits.REQUESTS_PER_MINUTE) : undefined,
  downloadSlots: ownSlots(downloadCounts(limits.DOWNLOADS_AT_ONCE)),
  eventSlots: ownSlots(eventCounts(limits.EVENT_CONNECTIONS)),
  agreeOn: async () => undefined,
})
