import { invariant } from '../../invariant.ts'
import {
  batched,
  type RequestFailure,
  type RequestName,
  type Requests,
  type ToPrimary,
  type ToProcess,
} from './messages.ts'

/** The connection of a serving process to the primary. */
export interface PrimaryLink {
  post(message: ToPrimary): void
  ask<N extends RequestName>(of: N, asks: Requests[N]['asks']): Promise<Requests[N]['answer']>
}

/** What a serving process does with the messages of the primary that are no answers. */
export type Handle = (message: Exclude<ToProcess, { of: 'answer' | 'failure' }>) => void

interface WaitingRequest {
  readonly resolve: (answer: never) => void
  readonly reject: (error: Error) => void
}

/** Connects this process to the primary that started it. When the primary ends, so does this process. */
export function linkToPrimary(handle: Handle): PrimaryLink {
  const waiting = new Map<number, WaitingRequest>()
  let lastId = 0
  const post = batched<ToPrimary>((messages) => {
    // A primary that has gone ends this process, too.
    if (process.connected) process.send?.(messages, undefined, undefined, () => undefined)
  })
  process.on('message', (messages: readonly ToProcess[]) => {
    for (const message of messages) {
      if (message.of !== 'answer' && message.of !== 'failure') handle(message)
      else {
        const { resolve, reject } = invariant(waiting.get(message.id), 'the request of an answer')
        if (message.of === 'answer') resolve(message.answer as never)
        else reject(errorOf(message.failure))
        waiting.delete(message.id)
      }
    }
  })
  return {
    post,
    ask: (of, asks) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        post({ of, id, asks } as ToPrimary)
      }),
  }
}

const errorOf = ({ message, code }: RequestFailure): Error =>
  Object.assign(new Error(message), code === undefined ? {} : { code })
