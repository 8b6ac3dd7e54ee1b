import { settlesWithin } from '../../settles-within.ts'

/** A script that runs beside the service, on a thread or in a process of its own. */
export interface BackgroundWorker {
  post(message: unknown): void
  /** Ends it at once. */
  terminate(): Promise<unknown>
}

export interface WorkerEvents {
  onMessage(message: unknown): void
  /** Called once it has ended, with the error that ended it, if any, and its exit code or signal, such as "code 1". */
  onEnd(error: Error | undefined, how: string): void
}

export type StartWorker = (events: WorkerEvents) => BackgroundWorker

export interface SupervisionOptions<Message> {
  readonly start: StartWorker
  /** Handles the messages of the worker in order, each after the one before is done. */
  readonly onMessage: (message: Message) => void | Promise<void>
  /** Called when handling a message failed. */
  readonly onFailure: (error: unknown) => void
  /** Called when the worker crashed; another one starts after the pause. */
  readonly onCrash: (error: Error) => void
  readonly pauseMs: number
  /** A worker that has not ended by then is terminated. */
  readonly endWithinMs: number
}

export interface SupervisedWorker {
  /** Sends the worker a message; false when it has crashed and not started again. */
  post(message: unknown): boolean
  /** Sends the worker a message to end and waits until it has. Throws the error that it ended with. */
  stop(): Promise<void>
}

interface Running {
  readonly worker: BackgroundWorker
  hasEnded: boolean
  /** Resolves to the error of a worker that was stopped; a crash is reported by `onCrash`. */
  readonly ended: Promise<Error | undefined>
}

/** Runs a script beside the service and restarts it after a crash, which does not affect the calling thread. */
export function superviseWorker<Message>(options: SupervisionOptions<Message>): SupervisedWorker {
  const { onMessage, onFailure, onCrash, pauseMs, endWithinMs } = options
  let isStopping = false
  let restart: NodeJS.Timeout | undefined
  let handled: Promise<void> = Promise.resolve()
  let running = start()

  function start(): Running {
    const ended = Promise.withResolvers<Error | undefined>()
    const worker = options.start({
      onMessage: (message) => {
        // A failure is reported, and later messages are still handled.
        handled = handled.then(() => onMessage(message as Message)).catch(onFailure)
      },
      onEnd: (error, how) => {
        started.hasEnded = true
        ended.resolve(isStopping ? error : undefined)
        if (isStopping) return
        const fault = error ?? new Error(`it ended by itself with ${how}`)
        // Its last messages may still wait to be handled.
        handled = handled.then(() => onCrash(fault)).catch(onFailure)
        restart = setTimeout(() => {
          running = start()
        }, pauseMs)
      },
    })
    const started: Running = { worker, hasEnded: false, ended: ended.promise }
    return started
  }

  return {
    post(message) {
      if (running.hasEnded) return false
      running.worker.post(message)
      return true
    },
    async stop() {
      isStopping = true
      clearTimeout(restart)
      const { worker, ended } = running
      worker.post('stop')
      const isInTime = await settlesWithin(endWithinMs, ended)
      if (!isInTime) await worker.terminate()
      await handled
      const error = isInTime ? await ended : new Error('it did not end in time and was terminated')
      if (error) throw error
    },
  }
}
