import { setTimeout } from 'node:timers/promises'
import { startGreymark } from '../test/support/greymark-process.ts'
import type { AttackRun } from './part.ts'

/** Resources of the attacked process; `null` where the system does not report them. */
export interface Resources {
  readonly memoryBytes: number
  readonly openFiles: number | null
  readonly eventConnections: number
  readonly downloads: number
}

/** A `greymark serve` in its own process. */
export interface Service {
  readonly port: number
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>
  resources(): Promise<Resources>
  /** What is wrong with the process; empty while it works. */
  faults(): string[]
}

/** A log line at level error or above. */
const ERROR_LINE = /^\{"level":[56]0.*$/m

/** Starts the service on a free port and waits until it listens; it is stopped after the run. */
export async function startService(
  run: AttackRun,
  settings: Readonly<Record<string, string>>,
): Promise<Service> {
  const free = { PORT: '0', METRICS: '127.0.0.1:0', REQUESTS_PER_MINUTE: '0', DRAIN_SECONDS: '0' }
  const { child, printed, hasPrinted, ended } = startGreymark(['serve'], { ...free, ...settings })
  run.onEnd(() => {
    child.kill('SIGKILL')
    return ended
  })
  const [, address = ''] = await hasPrinted(/answers at (http:[^"\s]+)/)
  const [, metrics = ''] = await hasPrinted(/Metrics are at (http:[^"\s]+)/)
  return {
    port: Number(new URL(address).port),
    get: (path, headers = {}) => fetch(`${address}${path}`, { headers }),
    resources: async () => resourcesIn(await (await fetch(metrics)).text()),
    faults() {
      const { exitCode, signalCode } = child
      if (exitCode !== null || signalCode !== null) return [`the process died (${exitCode ?? signalCode})`]
      const line = ERROR_LINE.exec(printed())?.[0]
      return line === undefined ? [] : [`the process logged an error: ${line.slice(0, 1000)}`]
    },
  }
}

function resourcesIn(text: string): Resources {
  const value = (name: string) => {
    const [, digits] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? []
    return digits === undefined ? null : Number(digits)
  }
  return {
    memoryBytes: value('process_resident_memory_bytes') ?? 0,
    openFiles: value('process_open_fds'),
    eventConnections: value('greymark_event_connections') ?? 0,
    downloads: value('greymark_downloads_active') ?? 0,
  }
}

/** A longer answer means that the process stalls; a busy machine needs this much time. */
const STALL_MS = 10_000
const PROBE_EVERY_MS = 200

/** Requests a path repeatedly during an attack. The returned function ends it and returns the faults. */
export function probe(service: Service, path: string, headers: Readonly<Record<string, string>> = {}) {
  let isEnded = false
  const faults: string[] = []
  const probing = (async () => {
    while (!isEnded) {
      const startedAt = performance.now()
      const status = await service.get(path, headers).then(
        (answer) => answer.arrayBuffer().then(() => answer.status),
        (error) => String(error.cause ?? error),
      )
      const ms = Math.round(performance.now() - startedAt)
      if (status !== 200) faults.push(`${path} answered ${status} to another client`)
      if (ms > STALL_MS) faults.push(`${path} took ${ms} ms for another client`)
      await setTimeout(PROBE_EVERY_MS)
    }
  })()
  return async (): Promise<readonly string[]> => {
    isEnded = true
    await probing
    return faults
  }
}

/** After an attack, all resources must be released within this time. */
const SETTLE_MS = 20_000
const LOOK_EVERY_MS = 100
/** Connections of the watch itself. */
const SPARE_FILES = 12
/** Caches fill during an attack, up to their limits. */
const CACHES_BYTES = 300 * 1024 * 1024

/** The resources that the process has not released some time after an attack. */
export async function notReleased(
  run: AttackRun,
  service: Service,
  before: Resources,
): Promise<readonly string[]> {
  const deadline = performance.now() + SETTLE_MS
  for (;;) {
    const now = await service.resources()
    const faults = growth(before, now)
    if (faults.length === 0 || performance.now() > deadline) {
      run.say(`memory: ${inMb(before.memoryBytes)} MB before, ${inMb(now.memoryBytes)} MB after`)
      return faults
    }
    await setTimeout(LOOK_EVERY_MS)
  }
}

function growth(
  before: Resources,
  { downloads, eventConnections, openFiles, memoryBytes }: Resources,
): string[] {
  const faults: string[] = []
  if (downloads > 0) faults.push(`${downloads} download slots are still taken`)
  if (eventConnections > 0) faults.push(`${eventConnections} event connections are still open`)
  if ((openFiles ?? 0) > (before.openFiles ?? 0) + SPARE_FILES)
    faults.push(`open files grew from ${before.openFiles} to ${openFiles}`)
  if (memoryBytes > before.memoryBytes + CACHES_BYTES)
    faults.push(`memory grew from ${inMb(before.memoryBytes)} to ${inMb(memoryBytes)} MB`)
  return faults
}

const inMb = (bytes: number): number => Math.round(bytes / 1024 / 1024)
