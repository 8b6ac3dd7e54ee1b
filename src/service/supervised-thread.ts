import { extname } from 'node:path'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import { settlesWithin } from '../settles-within.ts'

export interface ThreadOptions<Message> {
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

export interface SupervisedThread {
  /** Sends the thread a message; false when it has crashed and not started again. */
  post(message: unknown): boolean
  /** Sends the thread the message `stop` and waits until it has ended. Throws the error that it ended with. */
  stop(): Promise<void>
}

/** The script of a thread beside a module: TypeScript when run from source, JavaScript when built. */
export const scriptBeside = (moduleUrl: string, name: string): URL =>
  new URL(`./${name}${extname(moduleUrl)}`, moduleUrl)

interface RunningThread {
  readonly thread: Worker
  hasEnded: boolean
  /** Resolves to the error of a thread that was stopped; a crash is reported by `onCrash`. */
  readonly ended: Promise<Error | undefined>
}

/** Runs a script on a thread of its own, which gets messages by its `parentPort`, and restarts it after a crash. */
export function superviseThread<Message>(options: ThreadOptions<Message>): SupervisedThread {
  const { name, script, data, resourceLimits = {} } = options
  const { onMessage, onFailure, onCrash, pauseMs, endWithinMs } = options
  let isStopping = false
  let restart: NodeJS.Timeout | undefined
  let handled: Promise<void> = Promise.resolve()
  let running = start()

  function start(): RunningThread {
    const thread = new Worker(script, { name, workerData: data, resourceLimits })
    const ended = Promise.withResolvers<Error | undefined>()
    const started: RunningThread = { thread, hasEnded: false, ended: ended.promise }
    let error: Error | undefined
    thread.on('message', (message: Message) => {
      // A failure is reported, and later messages are still handled.
      handled = handled.then(() => onMessage(message)).catch(onFailure)
    })
    thread.on('error', (cause) => {
      error = cause instanceof Error ? cause : new Error(String(cause))
    })
    thread.on('exit', (code) => {
      started.hasEnded = true
      ended.resolve(isStopping ? error : undefined)
      if (isStopping) return
      const fault = error ?? new Error(`it ended by itself with code ${code}`)
      // Its last messages may still wait to be handled.
      handled = handled.then(() => onCrash(fault)).catch(onFailure)
      restart = setTimeout(() => {
        running = start()
      }, pauseMs)
    })
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
      const error = isInTime ? await ended : new Error('it did not end in time and was terminated')
      if (error) throw error
    },
  }
}
