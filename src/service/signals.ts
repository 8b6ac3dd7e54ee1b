import { settlesWithin } from '../settles-within.ts'

interface StoppableService {
  drain(): Promise<void>
  stop(): Promise<void>
}

/** npm forwards Ctrl-C, which the terminal has already sent to the program: a second SIGINT this soon is the same one. */
const ECHO_MS = 500
/** A start that takes longer after the signal, such as one that waits for a store, is aborted: it has served nobody. */
const START_WITHIN_MS = 1000
/** The process exits after this, even if something such as a hanging store connection still holds it. */
const LINGER_MS = 500

/**
 * Stops the service on SIGTERM or SIGINT, and resolves when it has stopped. SIGTERM, which a supervisor sends, drains
 * first, so that load balancers use other processes; Ctrl-C, from a person, does not. A second signal exits at once.
 * It listens for signals during the start, because the first request may arrive before the start is complete.
 * With `isWorker` the parent may request the same by a message. Then only the first signal or message counts: a terminal or
 * supervisor signals all processes, and a second signal ends the parent, and with it the workers.
 */
export function untilStopped(starting: Promise<StoppableService>, isWorker = false): Promise<void> {
  return new Promise((resolve, reject) => {
    let isStopping = false
    let isEcho = false
    const stop = async (signal: NodeJS.Signals) => {
      if (!(await settlesWithin(START_WITHIN_MS, starting))) process.exit()
      const service = await starting
      if (signal === 'SIGTERM') await service.drain()
      await service.stop()
      setTimeout(() => process.exit(), LINGER_MS).unref()
    }
    const onSignal = (signal: NodeJS.Signals) => {
      if (isStopping && !isWorker && !(isEcho && signal === 'SIGINT')) process.exit(1)
      if (isStopping) return
      isStopping = true
      isEcho = signal === 'SIGINT'
      setTimeout(() => {
        isEcho = false
      }, ECHO_MS).unref()
      stop(signal).then(resolve, reject)
    }
    if (isWorker)
      process.on('message', ({ stop: signal }: { readonly stop?: NodeJS.Signals }) => {
        if (signal) onSignal(signal)
      })
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
    starting.catch(reject)
  })
}
