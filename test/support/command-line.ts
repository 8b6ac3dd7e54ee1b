import { Readable, Writable } from 'node:stream'
import { runCli } from '../../src/cli/main.ts'
import { type Instant, instantFromMs, msOf } from '../../src/market/calendar.ts'

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A clock that takes a second per look, so that no command has to wait for the time of its own commit to pass. */
export function quickClock(start: Instant): () => Instant {
  let ms = msOf(start)
  return () => {
    ms += 1000
    return instantFromMs(ms)
  }
}

/** The command line of an operator with these settings, in this process. */
export const commandLine =
  (env: Readonly<Record<string, string>>, now: () => Instant) =>
  async (...args: readonly string[]): Promise<Ended> => {
    const [stdout, stderr] = [collected(), collected()]
    const code = await runCli(args, { env, stdin: Readable.from([]), stdout, stderr, now })
    return { code, stdout: stdout.text(), stderr: stderr.text() }
  }

function collected(): Writable & { text(): string } {
  let text = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  return Object.assign(stream, { text: () => text })
}
