import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seeded } from '../src/demo/seeded.ts'
import type { AttackPart, AttackResult } from './part.ts'

/** Runs one part in a new folder and cleans up after it. */
export async function runPart(
  part: AttackPart,
  { count, seed, say = () => {} }: { count: number; seed: number; say?: (line: string) => void },
): Promise<AttackResult> {
  const folder = mkdtempSync(join(tmpdir(), 'greymark-attack-'))
  const cleanUps: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    return await part.run({
      count,
      random: seeded(`${part.name} ${seed}`),
      folder,
      onEnd: (cleanUp) => void cleanUps.push(cleanUp),
      say,
    })
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp()
  }
}
