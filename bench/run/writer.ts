import { createInterface } from 'node:readline'
import { Readable, Writable } from 'node:stream'
import { run as importFacts } from '../../src/cli/commands/import.ts'
import { lowerProcessPriority } from '../../src/lower-priority.ts'

/**
 * A process that imports facts as `greymark import` does, without a start for every round. Reads the facts of a round as a
 * JSON string in one line, and prints "taken" once they are committed. Its argument is the address of the store.
 */
const env = { DATABASE_URL: process.argv[2] ?? '' }
const discardOutput = () => new Writable({ write: (_chunk, _encoding, done) => done() })

lowerProcessPriority()
for await (const line of createInterface({ input: process.stdin })) {
  const code = await importFacts(['-'], {
    env,
    stdin: Readable.from([JSON.parse(line)]),
    stdout: discardOutput(),
    stderr: process.stderr,
    now: () => new Date().toISOString(),
  })
  if (code !== 0) throw new Error(`the import ended with ${code}`)
  process.stdout.write('taken\n')
}
