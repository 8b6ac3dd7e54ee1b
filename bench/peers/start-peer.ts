import { join } from 'node:path'
import { ROOT, type Server, startServer } from '../run/processes.ts'

/** Starts one of the other programs, which prints its address. */
export const startPeer = (
  file: string,
  args: readonly string[],
  {
    pattern = /answers at (http:\S+)\n/,
    nodeArgs = [],
  }: { pattern?: RegExp; nodeArgs?: readonly string[] } = {},
): Promise<Server> =>
  startServer(
    {
      program: process.execPath,
      args: [...nodeArgs, join(ROOT, 'bench/peers', file), ...args],
      env: { NODE_ENV: 'production' },
      place: 'servers',
    },
    pattern,
  )
