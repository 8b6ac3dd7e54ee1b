import { setImmediate } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import { machineClock } from '../../machine-clock.ts'
import type { RequestedAddress } from '../../publish/sender.ts'
import type { AnswersOrder, AnswersReport, AnswersTask } from './answers-messages.ts'
import { MarketAnswers } from './market-answers.ts'

/** Makes the answers that are ordered, one order after the other, until the message to stop. */
export function makeOrdered(port: MessagePort, { config }: AnswersTask): void {
  const report = (message: AnswersReport) => port.postMessage(message)
  let open: { readonly history: number; readonly answers: MarketAnswers } | undefined
  let newest = 0
  let done = Promise.resolve()

  /** A store that has lost facts is opened again, since nothing that was read of it before is right. */
  const answersOf = async (history: number): Promise<MarketAnswers> => {
    if (open?.history === history) return open.answers
    await open?.answers.close()
    open = { history, answers: new MarketAnswers(config) }
    return open.answers
  }

  const makeAll = async ({ id, market, aheadMs, first, rest }: AnswersOrder) => {
    const makeEach = async (addresses: readonly RequestedAddress[]) => {
      for (const requested of addresses) {
        // Lets messages in.
        await setImmediate()
        if (id !== newest) return
        const answers = await answersOf(market.history)
        const answer = await answers.make(requested, market, machineClock(aheadMs))
        if (answer) report({ of: 'answer', id, answer })
      }
    }
    await makeEach(first)
    report({ of: 'ready', id })
    await makeEach(rest)
  }

  port.on('message', async (message: AnswersOrder | 'stop') => {
    if (message !== 'stop') {
      newest = message.id
      // An error ends the thread, and another one is started.
      done = done.then(() => makeAll(message))
      return
    }
    newest = Number.NaN
    await done
    await open?.answers.close()
    process.exit()
  })
}
