import type { Readable, Writable } from 'node:stream'
import type { Instant } from '../market/calendar.ts'

/** What a command may touch of the world. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable
  readonly stdout: Writable
  readonly stderr: Writable & { readonly isTTY?: boolean }
  readonly now: () => Instant
}

/** For scripts: 0 done, 1 not done, 2 wrongly asked. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export interface Command {
  readonly name: string
  readonly summary: string
  readonly help: string
  run(args: readonly string[], terminal: Terminal): Promise<ExitCode>
}

/** The command line was wrong; the message says what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
