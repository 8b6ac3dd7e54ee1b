import { setImmediate } from 'node:timers/promises'
import { machineClock } from '../../machine-clock.ts'
import type { RequestedAddress } from '../../publish/sender.ts'
import type { ParentConnection } from '../background/parent-process.ts'
import type { AnswersOrder, AnswersReport, AnswersTask } from './answers-messages.ts'
import { MarketAnswers } from './market-answers.ts'

/** Makes the answers that are ordered, one order after the other, until the message to stop. */
export async function makeOrdered(
  parent: ParentConnection<AnswersTask, AnswersOrder | 'stop'>,
): Promise<void> {
  const { config } = parent.data
  const report = (message: AnswersReport) => parent.post(message)
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

  for await (const message of parent.messages) {
    if (message === 'stop') break
    newest = message.id
    // An error ends the process, and another one is started.
    done = done.then(() => makeAll(message))
  }
  newest = Number.NaN
  await done
  await open?.answers.close()
}
