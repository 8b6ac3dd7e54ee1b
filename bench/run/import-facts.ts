import { Readable, Writable } from 'node:stream'
import { command } from '../../src/cli/commands/import.ts'
import { lowerProcessPriority } from '../../src/lower-priority.ts'

/**
 * A process that imports facts as `greymark import` does, without a start for every round. Each message is the lines of a
 * round, and is answered once they are committed. Its argument is the file of the store.
 */
const env = { DATABASE_URL: `sqlite:${process.argv[2]}` }
const discardOutput = () => new Writable({ write: (_chunk, _encoding, done) => done() })

lowerProcessPriority()
process.on('message', async (lines: string) => {
  const code = await command.run(['-'], {
    env,
    stdin: Readable.from([lines]),
    stdout: discardOutput(),
    stderr: process.stderr,
    now: () => new Date().toISOString(),
  })
  if (code !== 0) throw new Error(`the import ended with ${code}`)
  process.send?.('committed')
})
