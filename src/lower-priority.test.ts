import { execFile } from 'node:child_process'
import { getPriority } from 'node:os'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const run = promisify(execFile)
const MODULE = JSON.stringify(new URL('./lower-priority.ts', import.meta.url).href)

/** Prints the priorities of all threads of a new process before and after some code, as two arrays in JSON. */
async function prioritiesAround(code: string): Promise<[before: number[], after: number[]]> {
  const script = `
    import { getPriority } from 'node:os'
    import { readdirSync } from 'node:fs'
    import { Worker } from 'node:worker_threads'
    const priorities = () => readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)))
    const before = priorities()
    ${code}
    console.log(JSON.stringify([before, priorities()]))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
  return JSON.parse(stdout)
}

describe.skipIf(process.platform !== 'linux')('lowering the priority', () => {
  const usual = getPriority()
  const lower = Math.max(usual, 10)

  it('of a process lowers that of all its threads', async () => {
    const [before, after] = await prioritiesAround(`;(await import(${MODULE})).lowerProcessPriority()`)
    expect(new Set(before)).toEqual(new Set([usual]))
    expect(new Set(after)).toEqual(new Set([lower]))
  })

  it('of a thread leaves the others as they are', async () => {
    const inThread = `
      import { getPriority } from 'node:os'
      import { parentPort } from 'node:worker_threads'
      import { lowerThreadPriority } from ${MODULE}
      lowerThreadPriority()
      parentPort.postMessage(getPriority())`
    const [before, after] = await prioritiesAround(
      `const worker = new Worker(${JSON.stringify(inThread)}, { eval: true })
       const { promise, resolve } = Promise.withResolvers()
       worker.once('message', resolve)
       before.push(await promise)
       await worker.terminate()`,
    )
    expect(before.pop()).toBe(lower)
    expect(new Set([...before, ...after])).toEqual(new Set([usual]))
  })

  it('does not raise one that is lower still', async () => {
    const [, after] = await prioritiesAround(
      `;(await import('node:os')).setPriority(0, 15)
       ;(await import(${MODULE})).lowerThreadPriority()`,
    )
    expect(after).toContain(Math.max(usual, 15))
    expect(after).not.toContain(10)
  })
})
