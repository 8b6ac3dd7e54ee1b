import { extname } from 'node:path'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import { settlesWithin } from '../settles-within.ts'

export interface WorkerOptions<Message> {
  /** The thread's name in tools that list threads. */
  readonly name: string
  readonly script: URL
  /** `workerData` of the script. It is copied, so it cannot hold functions. */
  readonly data: unknown
  readonly resourceLimits?: ResourceLimits
  /** Handles the messages of the thread in order, each after the one before is done. */
  readonly onMessage: (message: Message) => void | Promise<void>
  /** Called when handling a message failed. */
  readonly onFailure: (error: unknown) => void
  /** Called when the thread crashed; another one starts after the pause. */
  readonly onCrash: (error: Error) => void
  readonly pauseMs: number
  /** A thread that has not ended by then is terminated. */
  readonly endWithinMs: number
}

export interface SupervisedWorker {
  /** Sends the thread a message; false when it has crashed and not started again. */
  post(message: unknown): boolean
  /** Sends the thread a message to end and waits until it has. Throws the error that it ended with. */
  stop(): Promise<void>
}

interface Running {
  readonly thread: Worker
  hasEnded: boolean
  /** Resolves to the error of a thread that was stopped; a crash is reported by `onCrash`. */
  readonly ended: Promise<Error | undefined>
}

/** The script of a thread beside a module: TypeScript when run from source, JavaScript when built. */
export const scriptBeside = (moduleUrl: string, name: string): URL =>
  new URL(`./${name}${extname(moduleUrl)}`, moduleUrl)

/** Runs a script on its own thread and restarts it after a crash. A crash does not affect the calling thread. */
export function superviseWorker<Message>(options: WorkerOptions<Message>): SupervisedWorker {
  const {
    name,
    script,
    data,
    resourceLimits = {},
    onMessage,
    onFailure,
    onCrash,
    pauseMs,
    endWithinMs,
  } = options
  let isStopping = false
  let restart: NodeJS.Timeout | undefined
  let handled: Promise<void> = Promise.resolve()
  let running = start()

  function start(): Running {
    const thread = new Worker(script, { name, workerData: data, resourceLimits })
    thread.on('message', (message: Message) => {
      // A failure is reported, and later messages are still handled.
      handled = handled.then(() => onMessage(message)).catch(onFailure)
    })
    let error: Error | undefined
    thread.on('error', (cause) => {
      error = cause instanceof Error ? cause : new Error(String(cause))
    })
    const ended = new Promise<Error | undefined>((resolve) => {
      thread.on('exit', (code) => {
        started.hasEnded = true
        resolve(isStopping ? error : undefined)
        if (isStopping) return
        const fault = error ?? new Error(`the thread ended by itself with code ${code}`)
        // Its last messages may still wait to be handled.
        handled = handled.then(() => onCrash(fault)).catch(onFailure)
        restart = setTimeout(() => {
          running = start()
        }, pauseMs)
      })
    })
    const started = { thread, ended, hasEnded: false }
    return started
  }

  return {
    post(message) {
      if (running.hasEnded) return false
      running.thread.postMessage(message)
      return true
    },
    async stop() {
      isStopping = true
      clearTimeout(restart)
      const { thread, ended } = running
      thread.postMessage('stop')
      const isInTime = await settlesWithin(endWithinMs, ended)
      if (!isInTime) await thread.terminate()
      await handled
      const error = isInTime ? await ended : new Error('the thread did not end in time and was terminated')
      if (error) throw error
    },
  }
}
