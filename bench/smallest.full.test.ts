import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type Need, NGINX, skipWithout } from '../test/support/needs.ts'
import { quickPlace } from '../test/support/quick-place.ts'
import type { Bench, Part } from './figure.ts'
import { PARTS } from './parts.ts'
import { figureTable } from './report/table.ts'
import { Control } from './run/control/control.ts'
import { stopAll } from './run/processes.ts'

const NEEDS: Readonly<Record<string, readonly Need[]>> = { proxy: [NGINX] }
/** The folder of the store that all parts share. */
let place = ''

beforeAll(() => {
  place = mkdtempSync(join(quickPlace(), 'greymark-bench-'))
  // PostgreSQL runs as another user than root, and must be able to enter.
  chmodSync(place, 0o755)
  return () => rmSync(place, { recursive: true, force: true })
})
afterEach(stopAll)

const smallest = async (): Promise<Bench> => ({
  ...{ rounds: 1, seconds: 1, scale: 1, isByCpu: false, isSmallest: true },
  ...{ place, control: await Control.start({ isSmallest: true }) },
  say: () => {},
})

/** One after the other, so that each reuses the store that the first has built. */
test.for(PARTS.map((part): [string, Part] => [part.name, part]))(
  'the smallest run of "%s" completes',
  async ([name, part], { skip }) => {
    skipWithout(skip, ...(NEEDS[name] ?? []))
    const { figures, notes, text } = await part.run(await smallest())
    expect(notes).not.toEqual([])
    // Without figures there is another table, or the notes say what was checked.
    const shown = figures.length > 0 ? figureTable(figures) : (text ?? notes.join())
    expect(shown).not.toMatch(/NaN|Infinity|undefined/)
    for (const { work, rounds } of figures) expect(rounds, work).toHaveLength(1)
  },
)
