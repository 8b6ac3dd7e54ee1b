import { chance, type Random, wholeBetween } from '../../src/demo/seeded.ts'
import { type Engine, postgresEngine, sqliteEngine } from '../kills/engine.ts'
import { type Kill, killOnce, type Moment, type Undisturbed, undisturbedRun } from '../kills/kill.ts'
import { prepareScene, type Scene } from '../kills/scene.ts'
import { VICTIMS, type Victim } from '../kills/victims.ts'
import type { AttackPart, AttackResult, AttackRun } from '../part.ts'

/** Kills in parallel. A kill mostly starts two processes, so this is one per core of a small machine. */
const AT_ONCE = 2
/** How many times a command that had already ended is killed earlier instead. */
const TRIES = 5

export const kills: AttackPart = {
  name: 'kills',
  about: 'kill -9 of every command that writes and of a collecting server, on SQLite',
  unit: 'kills',
  fullCount: 400,
  sampleCount: 2,
  run: (run) => attackOn(run, async () => sqliteEngine(run.folder)),
}

export const killsOnPostgres: AttackPart = {
  name: 'kills-postgres',
  about: 'the same on PostgreSQL',
  unit: 'kills',
  fullCount: 100,
  sampleCount: 1,
  run: (run) => attackOn(run, () => postgresEngine(run)),
}

async function attackOn(run: AttackRun, open: () => Promise<Engine>): Promise<AttackResult> {
  const engine = await open()
  const scene = await prepareScene(run, engine)
  const victims = VICTIMS.filter(({ isForPostgres }) => isForPostgres || !engine.isPostgres)
  // A sample that is too small for all victims tries others with another seed.
  const first = wholeBetween(run.random, 0, victims.length - 1)
  const chosen = Array.from({ length: run.count }, (_, i) => victims[(first + i) % victims.length] as Victim)
  const expected = await undisturbedRuns(run, scene, [...new Set(chosen)])
  const plan = chosen.map((victim, i) => {
    const undisturbed = expected.get(victim) as Undisturbed
    return {
      undisturbed,
      kill: { name: `kill_${i}`, victim, moment: momentOf(run.random, victim, undisturbed) },
    }
  })
  const failures: string[] = []
  let tried = 0
  const worker = async () => {
    for (let next = plan.shift(); next; next = plan.shift()) {
      failures.push(...(await killSurely(scene, next.kill, next.undisturbed)))
      if (++tried % 50 === 0) run.say(`${tried} kills, ${failures.length} failures`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return { tried, failures }
}

async function undisturbedRuns(
  run: AttackRun,
  scene: Scene,
  victims: readonly Victim[],
): Promise<Map<Victim, Undisturbed>> {
  const expected = new Map<Victim, Undisturbed>()
  for (const victim of victims) {
    const undisturbed = await undisturbedRun(scene, victim)
    expected.set(victim, undisturbed)
    run.say(
      `${victim.name} takes ${Math.round(undisturbed.ms)} ms and ${undisturbed.steps} steps undisturbed`,
    )
  }
  return expected
}

/** Half of the kills are at steps, which reach every statement and can be repeated; half at times, which also fall between steps. */
function momentOf(random: Random, { isServer }: Victim, { steps, ms }: Undisturbed): Moment {
  if (isServer || chance(random, 0.5)) return { afterMs: Math.round(random() * ms) }
  return { step: wholeBetween(random, 1, steps), when: chance(random, 0.5) ? 'before' : 'after' }
}

/** Kills earlier if the command had already ended because the machine was faster than before. */
async function killSurely(scene: Scene, kill: Kill, undisturbed: Undisturbed): Promise<readonly string[]> {
  let moment = kill.moment
  for (let tries = 1; tries <= TRIES; tries++) {
    const failures = await killOnce(scene, { ...kill, name: `${kill.name}_${tries}`, moment }, undisturbed)
    if (failures) return failures
    moment =
      'step' in moment
        ? { ...moment, step: Math.max(1, moment.step >> 1) }
        : { afterMs: Math.floor(moment.afterMs / 2) }
  }
  return [`${kill.victim.name} could not be killed in ${TRIES} tries`]
}
