import { extname } from 'node:path'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import type { StartWorker } from './supervised-worker.ts'

export interface ThreadOptions {
  /** The thread's name in tools that list threads. */
  readonly name: string
  readonly script: URL
  /** `workerData` of the script. It is copied, so it cannot hold functions. */
  readonly data: unknown
  readonly resourceLimits?: ResourceLimits
}

/** The script of a thread beside a module: TypeScript when run from source, JavaScript when built. */
export const scriptBeside = (moduleUrl: string, name: string): URL =>
  new URL(`./${name}${extname(moduleUrl)}`, moduleUrl)

/** Runs a script on a thread of its own, which gets messages by its `parentPort`. */
export const onThread =
  ({ name, script, data, resourceLimits = {} }: ThreadOptions): StartWorker =>
  ({ onMessage, onEnd }) => {
    const thread = new Worker(script, { name, workerData: data, resourceLimits })
    let error: Error | undefined
    thread.on('message', onMessage)
    thread.on('error', (cause) => {
      error = cause instanceof Error ? cause : new Error(String(cause))
    })
    thread.on('exit', (code) => onEnd(error, `code ${code}`))
    return {
      post: (message) => thread.postMessage(message),
      terminate: () => thread.terminate(),
    }
  }
