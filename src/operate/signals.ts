import { settlesWithin } from '../settles-within.ts'

interface Ending {
  drain(): Promise<void>
  stop(): Promise<void>
}

/** npm hands Ctrl-C on to a program that the terminal has told already: what comes this soon is the same one. */
const ECHO_MS = 500
/** A start that takes longer, such as one that waits for a store, has served nobody, and is simply given up. */
const START_WITHIN_MS = 1000
/** What still holds the process then, such as a connection to a store that does not answer, is left behind. */
const LINGER_MS = 500

/**
 * Ends the service when the process is asked to end, and resolves then. SIGTERM comes from whoever runs several, and lets
 * them send their clients elsewhere first; Ctrl-C comes from a person who waits. A second signal ends at once. It listens
 * for signals while the service still starts, since the first client may be there before the start is over.
 */
export function untilStopped(starting: Promise<Ending>): Promise<void> {
  return new Promise((resolve, reject) => {
    let isStopping = false
    let isEcho = false
    const begin = async (signal: NodeJS.Signals) => {
      if (!(await settlesWithin(START_WITHIN_MS, starting))) process.exit()
      const service = await starting
      if (signal === 'SIGTERM') await service.drain()
      await service.stop()
      setTimeout(() => process.exit(), LINGER_MS).unref()
    }
    const onSignal = (signal: NodeJS.Signals) => {
      if (isStopping && !(isEcho && signal === 'SIGINT')) process.exit(1)
      if (isStopping) return
      isStopping = true
      isEcho = signal === 'SIGINT'
      setTimeout(() => {
        isEcho = false
      }, ECHO_MS).unref()
      begin(signal).then(resolve, reject)
    }
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
    starting.catch(reject)
  })
}
