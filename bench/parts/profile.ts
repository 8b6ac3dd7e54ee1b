import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench, Part } from '../figure.ts'
import { startRaw } from '../peers/start-raw.ts'
import { markdownTable } from '../report/document.ts'
import { byArea, type CpuProfile, type SelfTime, selfTimes } from '../report/profile.ts'
import { sourceOfFrames } from '../report/source-of-frame.ts'
import { ask } from '../run/answers.ts'
import { startGreymark } from '../run/greymark.ts'
import { type Request, requestsPerSecond, type Target } from '../run/load.ts'
import type { Server } from '../run/processes.ts'
import { everyday, shortName } from './everyday.ts'

const SAMPLE_EVERY_MICROSECONDS = 200
const FUNCTIONS_SHOWN = 15
/** Less time per request, in microseconds, is noise. */
const MIN_SHOWN = 0.05

/** Self time per request in microseconds. */
type PerRequest = readonly SelfTime[]

export const profile: Part = {
  name: 'profile',
  about: 'profile of the hot path: where the time of a repeated answer is spent',
  async run(bench) {
    const market = await everyday(bench)
    const [path = ''] = market.endpoints
    const request = { path, headers: {} }
    const folder = (name: string) => profileFolder(bench, name)
    const ourFolder = folder('ours')
    const server = await startGreymark(market.store, { nodeArgs: profiling(ourFolder) })
    const answer = await ask(server.address, request)
    const ours = await profiled(bench, server, server, request, ourFolder)
    const rawFolder = folder('raw')
    const { targets, stop } = await startRaw(bench.place, [answer], profiling(rawFolder))
    const [target] = targets
    if (!target) throw new Error('the raw program does not answer')
    const raw = await profiled(bench, { stop }, target, request, rawFolder)
    return {
      figures: [],
      text: `${areaTable(ours, raw)}\n\nThe functions with the most self time in our process:\n\n${functionTable(ours)}`,
      notes: [
        `${shortName(path)}, uncompressed, under full load. Self time in microseconds per request, by Node's profiler, one sample every ${SAMPLE_EVERY_MICROSECONDS} µs; the profiler itself slows both down a little.`,
        market.description,
      ],
    }
  },
}

function profileFolder({ place }: Bench, name: string): string {
  const folder = join(place, 'profiles', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

const profiling = (folder: string): string[] => [
  '--cpu-prof',
  `--cpu-prof-dir=${folder}`,
  `--cpu-prof-interval=${SAMPLE_EVERY_MICROSECONDS}`,
]

/** Node writes the profile when the process ends. */
async function profiled(
  bench: Bench,
  { stop }: Pick<Server, 'stop'>,
  target: Target,
  request: Request,
  folder: string,
): Promise<PerRequest> {
  bench.say(target.address)
  const byClock = { ...bench, isByCpu: false }
  await requestsPerSecond(byClock, target, request)
  const count = (await requestsPerSecond(byClock, target, request)) * bench.seconds
  const ended = performance.now()
  await stop()
  const lastMicroseconds = bench.seconds * 1e6 + (performance.now() - ended) * 1000
  return selfTimes(readProfile(folder), lastMicroseconds, sourceOfFrames()).map((time) => ({
    ...time,
    microseconds: time.microseconds / count,
  }))
}

/** The profile of the busiest thread, which is the one that serves. */
function readProfile(folder: string): CpuProfile {
  const [most] = readdirSync(folder)
    .map((file): CpuProfile => JSON.parse(readFileSync(join(folder, file), 'utf8')))
    .sort((a, b) => b.nodes.length - a.nodes.length)
  if (!most) throw new Error(`no profile was written to ${folder}`)
  return most
}

function areaTable(ours: PerRequest, raw: PerRequest): string {
  const [ourAreas, rawAreas] = [byArea(ours), byArea(raw)]
  const sum = (areas: ReadonlyMap<string, number>) => areas.values().reduce((total, one) => total + one, 0)
  const areas = [...new Set([...ourAreas.keys(), ...rawAreas.keys()])]
  const rows = areas
    .map((area): [string, number, number] => [area, ourAreas.get(area) ?? 0, rawAreas.get(area) ?? 0])
    .filter(([, a, b]) => Math.max(a, b) >= MIN_SHOWN)
    .map(([area, a, b]) => [area, a.toFixed(2), b.toFixed(2)])
  const total = ['all', sum(ourAreas).toFixed(2), sum(rawAreas).toFixed(2)]
  return markdownTable(['area', 'ours, µs', 'raw node:http, µs'], [...rows, total])
}

const functionTable = (ours: PerRequest): string =>
  markdownTable(
    ['function', 'area', 'µs'],
    ours
      .slice(0, FUNCTIONS_SHOWN)
      .map(({ name, area, microseconds }) => [codeSpan(name), area, microseconds.toFixed(2)]),
  )

/** Some functions are regular expressions that contain a backtick. */
const codeSpan = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``)
