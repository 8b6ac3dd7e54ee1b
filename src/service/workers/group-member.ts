import { LeasedGuard } from '../../api/leased-guard.ts'
import type { Config } from '../../config.ts'
import type { SlotPool } from '../../feeds/slot-counts.ts'
import type { Instant } from '../../market/calendar.ts'
import type { PoolName, Started } from './messages.ts'
import { linkToPrimary, type PrimaryLink } from './primary-link.ts'
import { DEMO_SINCE_VARIABLE, PROCESS_VARIABLE } from './process-variables.ts'
import type { GatheredSource, ServingGroup } from './serving-group.ts'

/** A serving process that the primary has started, as a member of its group. */
export interface GroupMember {
  readonly group: ServingGroup
  /** Reports that this process serves. */
  started(started: Started): void
  /** Calls back when the primary requests that this process stops. */
  onStopRequest(stop: (signal: NodeJS.Signals) => void): void
  /** Lets this process end although the primary runs on. */
  leave(): void
}

type Limits = Pick<Config, 'REQUESTS_PER_MINUTE'>

/** Joins the group of the primary that has started this process; `undefined` if none has. */
export function joinGroup(
  variables: Readonly<Record<string, string | undefined>>,
  limits: Limits,
): GroupMember | undefined {
  const number = Number(variables[PROCESS_VARIABLE] ?? 0)
  return number > 0 && process.connected
    ? memberOf(number, variables[DEMO_SINCE_VARIABLE] ?? null, limits)
    : undefined
}

function memberOf(number: number, demoSince: Instant | null, { REQUESTS_PER_MINUTE }: Limits): GroupMember {
  const full = new Set<PoolName>()
  const onVersion: (() => void)[] = []
  const onStop: ((signal: NodeJS.Signals) => void)[] = []
  let metrics: GatheredSource | undefined
  const link = linkToPrimary((message) => {
    switch (message.of) {
      case 'full':
        return void (message.isFull ? full.add(message.pool) : full.delete(message.pool))
      case 'version':
        for (const look of onVersion) look()
        return
      case 'stop':
        for (const stop of onStop) stop(message.isDraining ? 'SIGTERM' : 'SIGINT')
        return
      case 'scrape':
        // Metrics that cannot be read are missing in this scrape.
        void metrics?.values().then(
          (values) => link.post({ of: 'metrics', id: message.id, metrics: values }),
          () => undefined,
        )
    }
  })
  const isFirst = number === 1
  const lease = (client: string, returned: { tenths: number; endsAt: number }, now: number) =>
    link.ask('lease', { client, returned, now })
  return {
    group: {
      number,
      collects: isFirst,
      sendsAlerts: isFirst,
      makesDailyFiles: isFirst,
      demoSince,
      gatherMetrics: (source) => {
        source.watchProcess()
        metrics = source
      },
      temporaryFolder: () => link.ask('folder', null),
      sourceTexts: () => link.ask('sources', null),
      guard: REQUESTS_PER_MINUTE > 0 ? new LeasedGuard(REQUESTS_PER_MINUTE, lease) : undefined,
      downloadSlots: slotsOf('downloads', link, full),
      eventSlots: slotsOf('events', link, full),
      chooseNext: (unserved) => link.ask('next', unserved),
      agreeOn: async (version) => {
        await link.ask('agreement', { version })
      },
      onNewVersion: (look) => void onVersion.push(look),
    },
    started: (started) => link.post({ of: 'started', started }),
    onStopRequest: (stop) => void onStop.push(stop),
    leave: () => process.channel?.unref(),
  }
}

const slotsOf = (pool: PoolName, link: PrimaryLink, full: ReadonlySet<PoolName>): SlotPool => ({
  get isFull() {
    return full.has(pool)
  },
  take: (client) => link.ask('slot', { pool, client }),
  free: (client) => link.post({ of: 'freed', pool, client }),
})
