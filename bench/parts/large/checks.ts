import { constants, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { builtStore } from '../../data/built-store.ts'
import { effort, type Part } from '../../figure.ts'
import { startGreymark } from '../../run/greymark.ts'
import { checkConformance } from './check-conformance.ts'
import { checkLaterFacts } from './check-later-facts.ts'
import { checkTruth } from './check-truth.ts'
import { Client } from './client.ts'
import { Findings } from './findings.ts'
import { largeSize, sizeText } from './stores.ts'

const OF_EACH = { usual: 100, smallest: 5 }
/** A smallest run may run while tests keep the machine busy. */
const SEEN_WITHIN_MS = { usual: 2000, smallest: 60_000 }

export const largeChecks: Part = {
  name: 'large-checks',
  about: 'correctness on the large store: conformance to the API specification, figures and past moments',
  async run(bench) {
    const size = largeSize(bench)
    const checked = {
      ...{ size, ofEach: effort(bench, OF_EACH) },
      seenWithinMs: effort(bench, SEEN_WITHIN_MS),
    }
    const store = await builtStore(bench, size)
    const folder = mkdtempSync(join(bench.place, 'checks-'))
    try {
      // Later facts are imported into a copy, because the store is reused.
      const copy = join(folder, 'greymark.db')
      copyFileSync(store, copy, constants.COPYFILE_FICLONE)
      const server = await startGreymark(copy)
      const client = new Client(server.address)
      const findings = new Findings()
      bench.say('conformance')
      await checkConformance(client, checked, findings)
      bench.say('answers against the rows and against what was invented')
      await checkTruth(client, copy, checked, findings)
      bench.say('answers before and after further facts')
      await checkLaterFacts(client, copy, checked, findings)
      client.close()
      await server.stop()
      return { figures: [], notes: [`The store has ${sizeText(size)}. ${findings.conclude()}`] }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
