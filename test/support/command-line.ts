import { Readable, Writable } from 'node:stream'
import { runCli } from '../../src/cli/main.ts'
import { type Instant, instantFromMs, msOf } from '../../src/market/calendar.ts'
import type { Env } from './greymark-process.ts'

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A clock that advances one second per call, so that no command waits until the time of its commit has passed. */
export function quickClock(start: Instant): () => Instant {
  let ms = msOf(start)
  return () => {
    ms += 1000
    return instantFromMs(ms)
  }
}

export type { Env }

/** Runs a command in this process. */
export async function runHere(
  args: readonly string[],
  { env, now, stdin = '' }: { env: Env; now: () => Instant; stdin?: string | Buffer },
): Promise<Ended> {
  const [stdout, stderr] = [collected(), collected()]
  const code = await runCli(args, { env, stdin: Readable.from([stdin]), stdout, stderr, now })
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

/** The command line of an operator with these settings. */
export const commandLine =
  (env: Env, now: () => Instant) =>
  (...args: readonly string[]): Promise<Ended> =>
    runHere(args, { env, now })

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
