import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Received } from '../run/answers.ts'
import { ROOT, startServer } from '../run/processes.ts'

/** One address for each answer. */
export async function startRaw(place: string, answers: readonly Received[]): Promise<readonly string[]> {
  const file = join(place, 'raw-answers.json')
  writeFileSync(
    file,
    JSON.stringify(answers.map((answer) => ({ ...answer, body: answer.body.toString('base64') }))),
  )
  const { address } = await startServer(
    {
      program: process.execPath,
      args: [join(ROOT, 'bench/peers/raw.ts'), file],
      env: { NODE_ENV: 'production' },
      place: 'servers',
    },
    /answers at ([\d,]+)\n/,
  )
  return address.split(',').map((port) => `http://127.0.0.1:${port}`)
}
