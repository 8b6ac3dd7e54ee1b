import { setImmediate } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '../lower-priority.ts'
import { machineClock } from '../machine-clock.ts'
import type { Instant } from '../market/calendar.ts'
import { Answer } from '../publish/answer.ts'
import type { WantedAnswer } from '../publish/answer-cache.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { draftOf, placeOf } from '../request/answer-route.ts'
import { ownersAmong } from '../sources/registry.ts'
import { abandonConnections, type Db, openDb } from '../store/engines/db.ts'
import { answerRoutes } from './answer-routes.ts'
import type { AnswersOrder, AnswersReport, AnswersTask, MadeAnswer } from './answers-ahead.ts'
import { STATEMENT_TIMEOUT_MS } from './followed-store.ts'
import { sourceChoice } from './source-choice.ts'

/** The script of the thread that makes answers before they are requested, by the same functions. It only reads the store. */
function run(port: NonNullable<typeof parentPort>, { config }: AnswersTask): void {
  const sources = sourceChoice(config)
  const owners = ownersAmong(sources.known)
  let store: { readonly history: number; readonly db: Db } | undefined
  let market: ServedMarket
  let now: () => Instant = machineClock(0)
  let newest = 0
  let isMaking = false
  let done = Promise.resolve()

  const served = async () => market
  const routes = new Map(
    answerRoutes({
      ...{ config, sources, now: () => now(), market: () => market },
      ...{ catchUp: served, reach: served },
    }).map(({ path, ask }) => [path, ask]),
  )

  /** A store that has lost facts is opened again, since nothing that was read of it before is right. */
  const storeOf = async (history: number): Promise<Db> => {
    if (store?.history === history) return store.db
    await store?.db.destroy()
    const db = openDb(config.DATABASE_READ_URL || config.DATABASE_URL, {
      isForReading: true,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      notBefore: () => market.version,
    })
    store = { history, db }
    return db
  }

  /** `undefined` for what is refused, or depends on the moment of its request. */
  const answerTo = async ({ request, encodings }: WantedAnswer): Promise<MadeAnswer | undefined> => {
    const asked = await routes.get(request.route)?.(request)
    if (!asked || 'redirectTo' in asked || !asked.query.isPresent) return undefined
    const answer = new Answer(await draftOf(asked))
    return { place: placeOf(asked), answer: await answer.encodedIn(encodings) }
  }

  const makeAll = async ({ id, market: state, skewMs, first, rest }: AnswersOrder) => {
    if (id !== newest) return
    const db = await storeOf(state.history)
    market = { ...state, db, userStore: db, owners, demo: false, isUnavailable: false }
    now = machineClock(skewMs)
    const makeEach = async (wanted: readonly WantedAnswer[]) => {
      for (const each of wanted) {
        // Lets messages in.
        await setImmediate()
        if (id !== newest) return
        isMaking = true
        // What fails here is made on request, and fails there.
        const made = await answerTo(each).catch(() => undefined)
        isMaking = false
        const report: AnswersReport | undefined = made && { id, made }
        if (report)
          port.postMessage(
            report,
            made?.answer.encoded.map(([, { buffer }]) => buffer),
          )
      }
    }
    await makeEach(first)
    port.postMessage({ id, made: null } satisfies AnswersReport)
    await makeEach(rest)
  }

  port.on('message', async (message: AnswersOrder | 'stop') => {
    newest = message === 'stop' ? Number.NaN : message.id
    // Otherwise a server that has stopped answering would hold back all later orders.
    if (store && isMaking) abandonConnections(store.db)
    // An error ends the thread, and another one is started.
    done = done.then(() => (message === 'stop' ? store?.db.destroy() : makeAll(message)))
    if (message !== 'stop') return
    await done
    process.exit()
  })
}

if (!parentPort) throw new Error('this script runs as a worker thread; start it with "greymark serve"')
lowerThreadPriority()
run(parentPort, workerData)
