import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type GreymarkProcess, type ProcessEnd, runGreymark, startGreymark } from '../greymark-process.ts'
import type { Scene } from './scene.ts'
import { holdsAll, type StoreState, stateOf } from './store-state.ts'
import { type CommandLine, type Expected, isSame, type Target, type Victim } from './victims.ts'

/** When a command is killed: at a counted step of its work on the store, or after a time. */
export type Moment =
  | { readonly step: number; readonly when: 'before' | 'after' }
  | { readonly afterMs: number }

/** The steps and duration of an undisturbed run, over which kills are spread. */
export interface Undisturbed extends Expected {
  readonly steps: number
  readonly ms: number
}

const PRELOADED = `--import=${new URL('./kill-at-step.ts', import.meta.url).href}`
/** How often the output of a server is checked. */
const LOOK_EVERY_MS = 20

/** Runs a command to its end on a copy of its template. */
export async function undisturbedRun(scene: Scene, victim: Victim): Promise<Undisturbed> {
  const name = `${victim.name}_undisturbed`
  const target = await targetOf(scene, victim, name)
  const before = await stateOf(await scene.engine.copy(victim.template, `${name}_before`), scene.startedAt)
  const stepsFile = join(target.folder, 'steps')
  const startedAt = performance.now()
  const end = await untilDone(
    victim,
    startVictim(victim.command(scene, target), { ATTACK_STEPS_FILE: stepsFile }),
  )
  const ms = performance.now() - startedAt
  if (end.code !== 0) throw new Error(`${victim.name} failed without a kill: ${end.printed}`)
  const after = await stateOf(target.url, scene.startedAt)
  await scene.engine.remove(name)
  await scene.engine.remove(`${name}_before`)
  return { before, after, ms, steps: Number(readFileSync(stepsFile, 'utf8')) }
}

async function untilDone(
  { isServer, isAcknowledged }: Victim,
  started: GreymarkProcess,
): Promise<ProcessEnd> {
  if (isServer) {
    while (!isAcknowledged(started.printed())) await setTimeout(LOOK_EVERY_MS)
    started.child.kill('SIGTERM')
  }
  return started.ended
}

const startVictim = ({ args, env }: CommandLine, more: Readonly<Record<string, string>>): GreymarkProcess =>
  startGreymark(args, { ...env, ...more, NODE_OPTIONS: PRELOADED })

async function targetOf({ engine, folder }: Scene, { template }: Victim, name: string): Promise<Target> {
  const url = await engine.copy(template, name)
  const files = join(folder, `${name}_files`)
  mkdirSync(files)
  return { url, folder: files }
}

export interface Kill {
  readonly name: string
  readonly victim: Victim
  readonly moment: Moment
}

/** Kills a command once and checks the store. Returns descriptions of failures, or `null` if it had already ended. */
export async function killOnce(scene: Scene, kill: Kill, expected: Undisturbed): Promise<string[] | null> {
  const { name, victim, moment } = kill
  const target = await targetOf(scene, victim, name)
  try {
    const end = await killed(victim.command(scene, target), moment)
    if (end.signal !== 'SIGKILL') return null
    await scene.engine.untilAlone(name)
    await checkLeft(scene, kill, { target, expected, printed: end.printed })
    await complete(scene, victim, target)
    const completed = await stateOf(target.url, scene.startedAt)
    if (!isSame(completed, expected.after))
      throw new Error(`completed, ${difference(completed, expected.after)}`)
    await victim.check?.(scene, target, expected)
    return []
  } catch (error) {
    return [`${victim.name} killed at ${JSON.stringify(moment)}: ${(error as Error).message}`]
  } finally {
    await scene.engine.remove(name)
  }
}

async function killed(command: CommandLine, moment: Moment): Promise<ProcessEnd> {
  if ('step' in moment)
    return startVictim(command, { ATTACK_KILL_AT: String(moment.step), ATTACK_KILL_WHEN: moment.when }).ended
  const started = startVictim(command, {})
  const isOver = await Promise.race([started.ended.then(() => true), setTimeout(moment.afterMs, false)])
  if (!isOver) started.child.kill('SIGKILL')
  return started.ended
}

/** Requires whole rounds only, no loss of earlier facts, nothing unexpected, and everything that was acknowledged. */
async function checkLeft(
  scene: Scene,
  { victim }: Kill,
  { target, expected, printed }: { target: Target; expected: Expected; printed: string },
): Promise<void> {
  const left = await stateOf(target.url, scene.startedAt)
  const { before, after } = expected
  for (const kind of ['facts', 'payloads'] as const) {
    const [few, many] = before[kind].length <= after[kind].length ? [before, after] : [after, before]
    if (!holdsAll(few[kind], left[kind])) throw new Error(`${kind} were lost: ${difference(left, before)}`)
    if (!holdsAll(left[kind], many[kind])) throw new Error(`unknown ${kind}: ${difference(left, after)}`)
  }
  if (victim.isAcknowledged(printed) && !isSame(left, after))
    throw new Error(`acknowledged work is missing: ${difference(left, after)}`)
  await victim.check?.(scene, target, expected)
}

async function complete(scene: Scene, victim: Victim, target: Target): Promise<void> {
  const { args, env } = (victim.completion ?? victim.command)(scene, target)
  const end = await runGreymark(args, env)
  if (end.code !== 0) throw new Error(`the next run ended with ${end.code ?? end.signal}: ${end.printed}`)
}

const difference = (a: StoreState, b: StoreState): string =>
  (['facts', 'payloads'] as const)
    .map((kind) => `${a[kind].length} ${kind} instead of ${b[kind].length}`)
    .join(', ')
