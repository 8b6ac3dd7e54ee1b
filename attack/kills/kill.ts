import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  type Env,
  type ProcessEnd,
  runGreymark,
  startGreymark,
  type WatchedProcess,
} from '../../test/support/greymark-process.ts'
import { type KillPoint, killedAt, recordingSteps } from '../../test/support/kill-points.ts'
import { isSameState, type StoreState, stateOf } from '../../test/support/store-state.ts'
import type { Scene } from './scene.ts'
import type { Expected, Target, Victim } from './victims.ts'

/** When a command is killed: at a step of its work on the store, or after a time. */
export type Moment = KillPoint | { readonly afterMs: number }

/** The steps and duration of an undisturbed run, over which kills are spread. */
export interface Undisturbed extends Expected {
  readonly steps: readonly string[]
  readonly ms: number
}

/** How often the output of a server is checked. */
const LOOK_EVERY_MS = 20

function startVictim(scene: Scene, victim: Victim, target: Target, more: Env): WatchedProcess {
  const { args, env } = victim.command(scene, target)
  return startGreymark(args, { ...settingsOf(scene, target), ...env, ...more })
}

const settingsOf = ({ upstreamBase }: Scene, { url }: Target): Env => ({
  DATABASE_URL: url,
  UPSTREAM_BASE: upstreamBase,
})

async function newTarget({ engine, folder }: Scene, name: string): Promise<Target> {
  const files = join(folder, `${name}_files`)
  mkdirSync(files)
  return { url: await engine.copy('filled', name), folder: files }
}

/** Runs a command to its end on a copy of the filled store. A server is stopped when it has done its work. */
export async function undisturbedRun(scene: Scene, victim: Victim): Promise<Undisturbed> {
  const name = `${victim.name}_undisturbed`
  const target = await newTarget(scene, name)
  const stepsFile = join(target.folder, 'steps')
  const before = await stateOf(await scene.engine.copy('filled', `${name}_before`), scene.startedAt)
  const startedAt = performance.now()
  const { child, printed, ended } = startVictim(scene, victim, target, recordingSteps(stepsFile))
  if (victim.completion) {
    while (!victim.isAcknowledged?.(printed())) await setTimeout(LOOK_EVERY_MS)
    child.kill('SIGTERM')
  }
  const { code } = await ended
  const ms = performance.now() - startedAt
  if (code !== 0) throw new Error(`${victim.name} failed without a kill: ${printed()}`)
  const after = await stateOf(target.url, scene.startedAt)
  for (const store of [name, `${name}_before`]) await scene.engine.remove(store)
  return { before, after, ms, steps: readFileSync(stepsFile, 'utf8').split('\n') }
}

export interface Kill {
  readonly name: string
  readonly victim: Victim
  readonly moment: Moment
}

/** Kills a command once and checks the store. Returns what is wrong, or `null` if the command had already ended. */
export async function killOnce(scene: Scene, kill: Kill, expected: Undisturbed): Promise<string[] | null> {
  const { name, victim, moment } = kill
  const target = await newTarget(scene, name)
  try {
    const { signal, stdout, stderr } = await killed(scene, kill, target)
    if (signal !== 'SIGKILL') return null
    await scene.engine.untilAlone(name)
    const left = await stateOf(target.url, scene.startedAt)
    checkLeft(left, expected, victim.isAcknowledged?.(stdout + stderr) === true)
    await victim.check?.(scene, target, expected)
    await complete(scene, victim, target)
    const completed = await stateOf(target.url, scene.startedAt)
    if (!isSameState(completed, expected.after))
      throw new Error(`completed, ${difference(completed, expected.after)}`)
    await victim.check?.(scene, target, expected)
    return []
  } catch (error) {
    return [`${victim.name} killed at ${JSON.stringify(moment)}: ${(error as Error).message}`]
  } finally {
    await scene.engine.remove(name)
  }
}

async function killed(scene: Scene, { victim, moment }: Kill, target: Target): Promise<ProcessEnd> {
  if ('step' in moment) return startVictim(scene, victim, target, killedAt(moment)).ended
  const { child, ended } = startVictim(scene, victim, target, {})
  const isOver = await Promise.race([ended.then(() => true), setTimeout(moment.afterMs, false)])
  if (!isOver) child.kill('SIGKILL')
  return ended
}

/** Requires that no earlier facts are lost, nothing unexpected, and everything that was acknowledged. */
function checkLeft(left: StoreState, { before, after }: Expected, isAcknowledged: boolean): void {
  for (const kind of ['facts', 'payloads'] as const) {
    const [few, many] = before[kind].length <= after[kind].length ? [before, after] : [after, before]
    if (!holdsAll(few[kind], left[kind])) throw new Error(`${kind} were lost: ${difference(left, before)}`)
    if (!holdsAll(left[kind], many[kind])) throw new Error(`unknown ${kind}: ${difference(left, after)}`)
  }
  if (isAcknowledged && !isSameState(left, after))
    throw new Error(`acknowledged work is missing: ${difference(left, after)}`)
}

/** True if the second sorted list contains all of the first, with multiplicity. */
function holdsAll(few: readonly string[], many: readonly string[]): boolean {
  let i = 0
  for (const line of many) if (i < few.length && few[i] === line) i++
  return i === few.length
}

async function complete(scene: Scene, victim: Victim, target: Target): Promise<void> {
  const { args, env } = victim.command(scene, target)
  const settings = { ...settingsOf(scene, target), ...(victim.completion ? {} : env) }
  const { code, signal, stdout, stderr } = await runGreymark(victim.completion ?? args, settings)
  if (code !== 0) throw new Error(`the next run ended with ${code ?? signal}: ${stdout}${stderr}`)
}

const difference = (a: StoreState, b: StoreState): string =>
  (['facts', 'payloads'] as const)
    .map((kind) => `${a[kind].length} ${kind} instead of ${b[kind].length}`)
    .join(', ')
