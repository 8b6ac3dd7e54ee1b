import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'

const moduleOf = (name: string) => JSON.stringify(new URL(name, import.meta.url))

/** Reports its number, and each further message. */
const CHILD = `
import { connectToParent } from ${moduleOf('./parent-process.ts')}
const { messages, post } = await connectToParent()
post(process.pid)
for await (const message of messages) post(message)
`
/** Starts the child, prints what it reports, and sends it the lines of its input. */
const PARENT = `
import { createInterface } from 'node:readline'
import { inProcess } from ${moduleOf('./worker-process.ts')}
const script = new URL('./child.mjs', import.meta.url)
const child = inProcess({ script, data: {}, nodeOptions: [] })({ onMessage: console.log, onEnd: console.log })
createInterface({ input: process.stdin }).on('line', child.post)
`

/** A process that has started another one, whose reports are the lines. */
async function startedBoth() {
  const folder = mkdtempSync(join(tmpdir(), 'greymark-parent-'))
  writeFileSync(join(folder, 'child.mjs'), CHILD)
  writeFileSync(join(folder, 'parent.mjs'), PARENT)
  const parent: ChildProcess = spawn(process.execPath, [join(folder, 'parent.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    parent.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })
  if (!parent.stdout) throw new Error('the parent has no output')
  const lines = createInterface({ input: parent.stdout })[Symbol.asyncIterator]()
  const nextReport = async () => (await lines.next()).value as string
  return { parent, nextReport, child: Number(await nextReport()) }
}

/** False when there is no such process, or only its exit code is left. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.runIf(process.platform !== 'win32')(
  'a process in the background ignores signals to all processes',
  async () => {
    const { parent, nextReport, child } = await startedBoth()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(child, signal)
    parent.stdin?.write('still here\n')
    expect(await nextReport()).toBe('still here')
  },
)

test('a process in the background ends when the one that started it was killed', async () => {
  const { parent, child } = await startedBoth()
  expect(isRunning(child)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isRunning(child)).toBe(false)
})
