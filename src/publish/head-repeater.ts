import type { ServerResponse } from 'node:http'
import { type PreparedResponse, sendPrepared, sendPreparedAgain } from './prepared-response.ts'

/** Sends responses with heads that Node wrote before, as soon as it is known that this version of Node allows it. */
export class HeadRepeater {
  readonly #machineMs: () => number
  readonly #check: () => Promise<boolean>
  /** `undefined` before the first response. */
  #canRepeat: boolean | undefined

  /** `machineMs` is the machine's clock in milliseconds, by which Node writes `Date`. */
  constructor(machineMs: () => number, check: () => Promise<boolean>) {
    this.#machineMs = machineMs
    this.#check = check
  }

  send(response: ServerResponse, prepared: PreparedResponse): void {
    if (this.#canRepeat === undefined) this.#startCheck()
    if (this.#canRepeat) sendPreparedAgain(response, prepared, this.#machineMs())
    else sendPrepared(response, prepared)
  }

  #startCheck(): void {
    this.#canRepeat = false
    this.#check().then(
      (canRepeat) => {
        this.#canRepeat = canRepeat
      },
      () => undefined,
    )
  }
}
