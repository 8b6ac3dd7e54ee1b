import type { Readable, Writable } from 'node:stream'
import type { Instant } from '../market/calendar.ts'

/** The environment of a command: variables, streams and clock. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable & { readonly isTTY?: boolean }
  readonly now: () => Instant
}

/** Exit codes: 0 success, 1 failure, 2 wrong arguments or settings. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** What the file of a command exports. */
export interface Command {
  readonly help: string
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<ExitCode>
}

/** A wrong command line; the message says what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
