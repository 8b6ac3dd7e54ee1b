import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Received } from '../run/answers.ts'
import type { Target } from '../run/load.ts'
import { startPeer } from './start-peer.ts'

/** Starts one process with a server for each answer, on a Node with the same options as ours. */
export async function startRaw(
  place: string,
  answers: readonly Received[],
  nodeArgs: readonly string[] = [],
): Promise<{ readonly targets: readonly Target[]; stop(): Promise<void> }> {
  const file = join(place, 'raw-answers.json')
  const prepared = answers.map((answer) => ({ ...answer, body: answer.body.toString('base64') }))
  writeFileSync(file, JSON.stringify(prepared))
  const { address, pid, stop } = await startPeer('raw.ts', [file], {
    pattern: /answers at ([\d,]+)\n/,
    nodeArgs,
  })
  return { targets: address.split(',').map((port) => ({ address: `http://127.0.0.1:${port}`, pid })), stop }
}
