/** How a receiver treats one request. */
export type Behaviour =
  /** Accepts the message and confirms it. */
  | 'confirm'
  /** Refuses for now, and asks for a pause if `seconds` is given. */
  | { readonly busy: number | null }
  /** Objects to the message or to the settings. */
  | 'reject'
  /** Fails, as a server with a fault of its own. */
  | 'fail'
  /** Never answers. */
  | 'slow'
  /** Resets the connection before the message is accepted. */
  | 'reset'
  /** Accepts the message, and cuts the connection before the confirmation arrives. */
  | 'acceptAndCut'

/**
 * What became of a message at its receiver. Of a `cut` message the sender cannot know that it was accepted, and must repeat
 * it. A sender that is killed may also miss the confirmation of a `confirmed` one.
 */
export type Receipt = 'confirmed' | 'cut' | 'refused'

/** A request as a receiver recorded it. */
export interface ReceivedMessage {
  /** What identifies the message, `null` where the interface has no such field. */
  readonly id: string | null
  readonly title: string | null
  readonly text: string
  readonly receipt: Receipt
}

/** Which requests get which behaviour: the next ones in order, and then `confirm`. */
export class BehaviourPlan {
  readonly #next: Behaviour[] = []
  #otherwise: Behaviour = 'confirm'

  /** Sets how the next requests are treated, in order. */
  next(...behaviours: readonly Behaviour[]): void {
    this.#next.push(...behaviours)
  }

  /** Sets how all requests are treated after those of `next`. */
  otherwise(behaviour: Behaviour): void {
    this.#otherwise = behaviour
  }

  take(): Behaviour {
    return this.#next.shift() ?? this.#otherwise
  }
}

export const receiptOf = (behaviour: Behaviour): Receipt => {
  if (behaviour === 'confirm') return 'confirmed'
  return behaviour === 'acceptAndCut' ? 'cut' : 'refused'
}

/** A receiver on loopback that records every message, in order. */
export interface Receiver {
  /** Its address, without a final slash. */
  readonly address: string
  readonly plan: BehaviourPlan
  readonly received: readonly ReceivedMessage[]
  close(): Promise<void>
}
