import { type ResourceLimits, Worker } from 'node:worker_threads'
import { settlesWithin } from '../settles-within.ts'

export interface WorkerOptions<News> {
  /** Shown by tools that list threads. */
  readonly name: string
  readonly script: URL
  /** What the script is given; it is copied, so that it can hold no functions. */
  readonly data: unknown
  readonly resourceLimits?: ResourceLimits
  /** Hears what the thread tells, in order, each when the one before is done. */
  readonly onNews: (news: News) => void | Promise<void>
  /** What the thread told could not be taken in. */
  readonly onFailure: (error: unknown) => void
  /** The thread broke, and another one begins after the pause. */
  readonly onBroken: (error: Error) => void
  readonly pauseMs: number
  /** A thread that has not ended by then is cut off. */
  readonly endWithinMs: number
}

export interface SupervisedWorker {
  /** Asks the thread to end, by a message, and waits until it has. Throws what went wrong with that. */
  stop(): Promise<void>
}

interface Running {
  readonly thread: Worker
  /** Gives the error of a thread that was asked to end; any other's is told when it breaks. */
  readonly gone: Promise<Error | undefined>
}

/** Runs a script on a thread of its own, and again whenever it breaks. Whatever it does, this thread goes on. */
export function superviseWorker<News>(keeping: WorkerOptions<News>): SupervisedWorker {
  const {
    name,
    script,
    data,
    resourceLimits = {},
    onNews,
    onFailure,
    onBroken,
    pauseMs,
    endWithinMs,
  } = keeping
  let isStopping = false
  let again: NodeJS.Timeout | undefined
  let heard: Promise<void> = Promise.resolve()
  let running = begin()

  function begin(): Running {
    const thread = new Worker(script, { name, workerData: data, resourceLimits })
    thread.on('message', (news: News) => {
      // What fails is told, and what the thread tells next is still heard.
      heard = heard.then(() => onNews(news)).catch(onFailure)
    })
    let error: Error | undefined
    thread.on('error', (cause) => {
      error = cause instanceof Error ? cause : new Error(String(cause))
    })
    const gone = new Promise<Error | undefined>((resolve) => {
      thread.on('exit', (code) => {
        resolve(isStopping ? error : undefined)
        if (isStopping) return
        const fault = error ?? new Error(`the thread ended by itself, with code ${code}`)
        // Its last words may have come just before, and are still to be heard.
        heard = heard.then(() => onBroken(fault)).catch(onFailure)
        again = setTimeout(() => {
          running = begin()
        }, pauseMs)
      })
    })
    return { thread, gone }
  }

  return {
    async stop() {
      isStopping = true
      clearTimeout(again)
      const { thread, gone } = running
      thread.postMessage('stop')
      const isInTime = await settlesWithin(endWithinMs, gone)
      if (!isInTime) await thread.terminate()
      await heard
      const error = isInTime ? await gone : new Error('the thread did not end in time, and was cut off')
      if (error) throw error
    },
  }
}
