import { type GreymarkProcess, startGreymark } from './greymark-process.ts'
import type { AttackRun } from './part.ts'

/** Resources of the attacked process; `null` where the system does not report them. */
export interface Resources {
  readonly memoryBytes: number
  readonly openFiles: number | null
  readonly eventConnections: number
  readonly downloads: number
}

/** A `greymark serve` in its own process. */
export interface HttpTarget {
  readonly port: number
  readonly process: GreymarkProcess
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>
  resources(): Promise<Resources>
  /** The fault of the process; `undefined` while it works. */
  fault(): string | undefined
}

const METRICS = {
  memoryBytes: 'process_resident_memory_bytes',
  openFiles: 'process_open_fds',
  eventConnections: 'greymark_event_connections',
  downloads: 'greymark_downloads_active',
} as const
/** A log line at level error or above. */
const ERROR_LINE = /^\{"level":[56]0.*$/m

/** Starts the service on a free port and waits until it listens; it is stopped after the run. */
export async function startTarget(
  run: Pick<AttackRun, 'onEnd'>,
  settings: Readonly<Record<string, string>>,
): Promise<HttpTarget> {
  const process = startGreymark(['serve'], {
    PORT: '0',
    METRICS: '127.0.0.1:0',
    REQUESTS_PER_MINUTE: '0',
    DRAIN_SECONDS: '0',
    ...settings,
  })
  run.onEnd(() => {
    process.child.kill('SIGKILL')
    return process.ended
  })
  const [address = '', metrics = ''] = await addressesOf(process)
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${address}${path}`, { headers })
  return {
    port: Number(new URL(address).port),
    process,
    get,
    resources: async () => resourcesIn(await (await fetch(metrics)).text()),
    fault: () => {
      const { exitCode, signalCode } = process.child
      if (exitCode !== null || signalCode !== null) return `the process died (${exitCode ?? signalCode})`
      const [line] = ERROR_LINE.exec(process.printed()) ?? []
      return line && `the process logged an error: ${line.slice(0, 1000)}`
    },
  }
}

/** The address of the service and of its metrics. */
function addressesOf({ child, printed, ended }: GreymarkProcess): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const [, address] = /answers at (http:[^"\s]+)/.exec(printed()) ?? []
      const [, metrics] = /Metrics are at (http:[^"\s]+)/.exec(printed()) ?? []
      if (address && metrics) resolve([address, metrics])
    })
    ended.then(() => reject(new Error(`the service did not start: ${printed()}`)), reject)
  })
}

function resourcesIn(text: string): Resources {
  const value = (name: string) => {
    const [, digits] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? []
    return digits === undefined ? null : Number(digits)
  }
  return {
    memoryBytes: value(METRICS.memoryBytes) ?? 0,
    openFiles: value(METRICS.openFiles),
    eventConnections: value(METRICS.eventConnections) ?? 0,
    downloads: value(METRICS.downloads) ?? 0,
  }
}
