import { chance, pick, type Random, wholeBetween } from '../../src/demo/seeded.ts'
import { type Engine, postgresEngine, sqliteEngine } from '../kills/engine.ts'
import { type Kill, killOnce, type Moment, type Undisturbed, undisturbedRun } from '../kills/kill.ts'
import { prepareScene, type Scene } from '../kills/scene.ts'
import { VICTIMS, type Victim } from '../kills/victims.ts'
import type { AttackPart, AttackRun } from '../part.ts'

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
  run: (run) => attackOn(run, sqliteEngine(run.folder)),
}

export const killsOnPostgres: AttackPart = {
  name: 'kills-postgres',
  about: 'the same on PostgreSQL',
  unit: 'kills',
  fullCount: 100,
  sampleCount: 1,
  run: async (run) => attackOn(run, await postgresEngine(run)),
}

async function attackOn(run: AttackRun, engine: Engine): Promise<void> {
  const { count, random, tried, fail, say } = run
  const scene = await prepareScene(run, engine)
  const victims = VICTIMS.filter(({ isOnlyForFiles }) => !isOnlyForFiles || !engine.isPostgres)
  // A sample that is too small for all victims tries others with another seed.
  const first = wholeBetween(random, 0, victims.length - 1)
  const chosen = Array.from({ length: count }, (_, i) => victims[(first + i) % victims.length] as Victim)
  const expected = new Map<Victim, Undisturbed>()
  for (const victim of new Set(chosen)) {
    const undisturbed = await undisturbedRun(scene, victim)
    expected.set(victim, undisturbed)
    const { ms, steps } = undisturbed
    say(`${victim.name} takes ${Math.round(ms)} ms and ${steps.length} steps undisturbed`)
  }
  const plan = chosen.map((victim, i) => {
    const undisturbed = expected.get(victim) as Undisturbed
    return { undisturbed, name: `kill_${i}`, victim, moment: momentOf(random, victim, undisturbed) }
  })
  const worker = async () => {
    for (let next = plan.shift(); next; next = plan.shift()) {
      fail(...(await killSurely(scene, next, next.undisturbed)))
      tried()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/**
 * Half of the kills are at steps, each kind of step as often, so that the few operations on files get their share; half at
 * times, which also fall between steps.
 */
function momentOf(random: Random, { completion }: Victim, { steps, ms }: Undisturbed): Moment {
  if (completion || chance(random, 0.5)) return { afterMs: Math.round(random() * ms) }
  const kindOf = (step: string) => step.split(/\s/, 1)[0] ?? ''
  const kind = pick(random, [...new Set(steps.map(kindOf))])
  const places = steps.flatMap((step, i) => (kindOf(step) === kind ? [i + 1] : []))
  return { when: pick(random, ['before', 'during', 'after'] as const), step: '', nth: pick(random, places) }
}

/** Kills earlier if the command had already ended because the machine was faster than before. */
async function killSurely(scene: Scene, kill: Kill, undisturbed: Undisturbed): Promise<readonly string[]> {
  let { moment } = kill
  for (let tries = 1; tries <= TRIES; tries++) {
    const failures = await killOnce(scene, { ...kill, name: `${kill.name}_${tries}`, moment }, undisturbed)
    if (failures) return failures
    moment =
      'step' in moment
        ? { ...moment, nth: Math.max(1, moment.nth >> 1) }
        : { afterMs: Math.floor(moment.afterMs / 2) }
  }
  return [`${kill.victim.name} could not be killed in ${TRIES} tries`]
}
