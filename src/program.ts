import type { ExitCode, Terminal } from './cli/command.ts'
import { runCli } from './cli/main.ts'
import { lowerProcessPriority } from './lower-priority.ts'
import { machineClock } from './machine-clock.ts'

/** The commands that somebody waits for: without a command it serves. */
const ANSWERING = [undefined, 'serve', 'mcp', 'show']

/** The entry point of `bin/greymark.js`. What works beside a server on the same machine leaves it the processor. */
export function runProgram(args: readonly string[], terminal: Omit<Terminal, 'now'>): Promise<ExitCode> {
  if (!ANSWERING.includes(args[0])) lowerProcessPriority()
  return runCli(args, { ...terminal, now: machineClock(0) })
}
