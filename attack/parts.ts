import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seeded } from '../src/demo/seeded.ts'
import type { AttackPart } from './part.ts'
import { described } from './parts/described.ts'
import { documents } from './parts/documents.ts'
import { kills, killsOnPostgres } from './parts/kills.ts'
import { requests } from './parts/requests.ts'
import { rounds } from './parts/rounds.ts'
import { slowClients } from './parts/slow-clients.ts'
import { stores } from './parts/stores.ts'
import { texts } from './parts/texts.ts'

/** All parts, in the order in which they run. */
export const PARTS: readonly AttackPart[] = [
  requests,
  described,
  slowClients,
  texts,
  documents,
  rounds,
  kills,
  killsOnPostgres,
  stores,
]

export interface AttackResult {
  readonly tried: number
  readonly failures: readonly string[]
}

/** Runs one part in a new folder and cleans up after it. */
export async function runPart(
  part: AttackPart,
  { count, seed, say = () => {} }: { count: number; seed: number; say?: (line: string) => void },
): Promise<AttackResult> {
  const folder = mkdtempSync(join(tmpdir(), 'greymark-attack-'))
  const cleanUps: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const failures: string[] = []
  let [tried, tenths] = [0, 0]
  try {
    await part.run({
      ...{ count, folder, say, random: seeded(`${part.name} ${seed}`) },
      onEnd: (cleanUp) => void cleanUps.push(cleanUp),
      fail: (...more) => void failures.push(...more),
      tried(cases = 1) {
        tried += cases
        if (Math.floor((tried / count) * 10) <= tenths) return
        tenths = Math.floor((tried / count) * 10)
        say(`${tried} of ${count} ${part.unit}, ${failures.length} failures`)
      },
    })
    return { tried, failures }
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp()
  }
}
