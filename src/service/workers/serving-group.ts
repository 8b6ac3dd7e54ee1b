import { FloodGuard, type RequestGuard } from '../../api/flood-guard.ts'
import type { Config } from '../../config.ts'
import { downloadCounts } from '../../feeds/downloads/download-slots.ts'
import { eventCounts } from '../../feeds/event-connections.ts'
import { ownSlots, type SlotPool } from '../../feeds/slot-counts.ts'
import type { Instant } from '../../market/calendar.ts'
import type { Metrics } from '../../operate/metrics.ts'
import type { NextVersion, UnservedVersion } from '../version-switch.ts'

/** The metrics of one of several processes. */
export type GatheredSource = Pick<Metrics, 'values' | 'watchProcess'>

/** What a serving process shares with the others that serve the same port: roles, limits, and new versions. */
export interface ServingGroup {
  /** The number of this process, counted from 1; `null` if it serves alone. */
  readonly number: number | null
  /** True for the one process that collects, sends alerts, and builds the files of a day in advance. */
  readonly collects: boolean
  readonly sendsAlerts: boolean
  readonly makesDailyFiles: boolean
  /** The moment from which the demo market continues in the same steps in all processes; `null`: the start of this one. */
  readonly demoSince: Instant | null
  /** Takes over the metrics of this process; `null` where it serves them itself. */
  readonly gatherMetrics: ((metrics: GatheredSource) => void) | null
  /** Returns the temporary folder of all processes; `null` where each has its own. */
  readonly temporaryFolder: (() => Promise<string>) | null
  /** Returns what the files of SOURCE_FILES contained when all processes started; `null`: not read yet. */
  readonly sourceTexts: () => Promise<readonly string[] | null>
  /** Limits the requests of each client; `undefined` sets no limit. */
  readonly guard: RequestGuard | undefined
  readonly downloadSlots: SlotPool
  readonly eventSlots: SlotPool
  /**
   * The version that all processes prepare next: the one that another has begun to prepare, or else the one that this
   * process has seen.
   */
  chooseNext(unserved: UnservedVersion): Promise<NextVersion>
  /**
   * Reports that this process is prepared to serve a version, and waits until all processes are
   * prepared for it or a later one. It waits at most 2 seconds after the first of them.
   */
  agreeOn(version: number): Promise<void>
  /** Calls back when another process begins to prepare a new version. */
  onNewVersion(look: () => void): void
}

type Limits = Pick<Config, 'REQUESTS_PER_MINUTE' | 'DOWNLOADS_AT_ONCE' | 'EVENT_CONNECTIONS'>

/** The group of a process that serves alone. */
export const aloneInGroup = (limits: Limits): ServingGroup => ({
  number: null,
  collects: true,
  sendsAlerts: true,
  makesDailyFiles: true,
  demoSince: null,
  gatherMetrics: null,
  temporaryFolder: null,
  sourceTexts: async () => null,
  guard: limits.REQUESTS_PER_MINUTE > 0 ? new FloodGuard(limits.REQUESTS_PER_MINUTE) : undefined,
  downloadSlots: ownSlots(downloadCounts(limits.DOWNLOADS_AT_ONCE)),
  eventSlots: ownSlots(eventCounts(limits.EVENT_CONNECTIONS)),
  chooseNext: async ({ seen, waitedMs }) => ({ next: seen, waitedMs }),
  agreeOn: async () => undefined,
  onNewVersion: () => undefined,
})
