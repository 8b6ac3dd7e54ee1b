import { fork } from 'node:child_process'
import type { ProcessReport } from './parent-process.ts'
import type { StartWorker } from './supervised-worker.ts'

export interface ProcessOptions {
  readonly script: URL
  /** The data that `connectToParent` returns. It is copied, so it cannot hold functions. */
  readonly data: unknown
  /** Options of Node for the process, such as limits of its memory. */
  readonly nodeOptions: readonly string[]
}

/** Runs a script in a process of its own, which must call `connectToParent`. */
export const inProcess =
  ({ script, data, nodeOptions }: ProcessOptions): StartWorker =>
  ({ onMessage, onEnd }) => {
    const child = fork(script, {
      execArgv: [...nodeOptions],
      // Copies bytes as they are.
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // A message that a process no longer gets is lost with it.
    const post = (message: unknown) => {
      if (child.connected) child.send(message as object, () => undefined)
    }
    const closed = Promise.withResolvers<void>()
    let error: Error | undefined
    child.on('message', (report: ProcessReport) => {
      if ('error' in report) error = report.error
      else onMessage(report.message)
    })
    // Also when it cannot be started.
    child.on('error', (cause) => {
      error = cause
    })
    // After its last messages, unlike `exit`.
    child.on('close', (code: number | null, signal: string | null) => {
      closed.resolve()
      onEnd(error, signal ?? `code ${code}`)
    })
    post(data)
    return {
      post,
      async terminate() {
        child.kill('SIGKILL')
        await closed.promise
      },
    }
  }
