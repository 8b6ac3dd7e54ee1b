/** A function and its position in the file, counted from 0. */
export interface Frame {
  readonly functionName: string
  readonly url: string
  readonly lineNumber: number
  readonly columnNumber: number
}

/** The fields of a `--cpu-prof` file that are read here. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: Frame
  }[]
  /** In microseconds, as are the deltas between the samples. */
  readonly startTime: number
  readonly endTime: number
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

export interface SelfTime {
  /** Such as `ours: publish` or `node: _http_outgoing`. */
  readonly area: string
  readonly name: string
  readonly microseconds: number
}

const WAITING = new Set(['(idle)', '(root)'])

/** Self time by function within the last microseconds of a profile, largest first, without idle time. */
export function selfTimes(
  profile: CpuProfile,
  lastMicroseconds: number,
  sourceOf: (frame: Frame) => string,
): readonly SelfTime[] {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
  const found = new Map<string, SelfTime>()
  const from = profile.endTime - lastMicroseconds
  let at = profile.startTime
  for (const [index, id] of profile.samples.entries()) {
    const delta = profile.timeDeltas[index] ?? 0
    at += delta
    const frame = frames.get(id)
    if (at < from || !frame || WAITING.has(frame.functionName)) continue
    const area = areaOf(frame.functionName, sourceOf(frame))
    const name = frame.functionName || '(anonymous)'
    const key = `${area} ${name}`
    found.set(key, { area, name, microseconds: (found.get(key)?.microseconds ?? 0) + delta })
  }
  return [...found.values()].sort((a, b) => b.microseconds - a.microseconds)
}

function areaOf(name: string, url: string): string {
  if (name === '(garbage collector)') return 'garbage collection'
  if (url.startsWith('node:')) return `node: ${url.slice('node:'.length)}`
  const [, library] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? []
  if (library) return `library: ${library}`
  const [, ours] = /\/src\/([^/.]+)/.exec(url) ?? []
  if (ours) return `ours: ${ours}`
  // Parsing, writing to the socket, and the kernel's part of both.
  return url === '' ? 'native code and kernel' : 'the raw program'
}

/** The sum of self time by area, largest first. */
export function byArea(times: readonly SelfTime[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { area, microseconds } of times) sums.set(area, (sums.get(area) ?? 0) + microseconds)
  return new Map([...sums].sort(([, a], [, b]) => b - a))
}
