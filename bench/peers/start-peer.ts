import { join } from 'node:path'
import { ROOT, type Server, startServer } from '../run/processes.ts'

/** Starts one of the others, which says where it answers. */
export const startPeer = (
  file: string,
  args: readonly string[],
  { says = /answers at (http:\S+)\n/, nodeArgs = [] }: { says?: RegExp; nodeArgs?: readonly string[] } = {},
): Promise<Server> =>
  startServer(
    {
      program: process.execPath,
      args: [...nodeArgs, join(ROOT, 'bench/peers', file), ...args],
      env: { NODE_ENV: 'production' },
      place: 'servers',
    },
    says,
  )
