/** How many rounds, slices and requests of a part the machine disturbed. */
export class Counts {
  #rounds = { all: 0, disturbed: 0, kept: 0 }
  #slices = { all: 0, disturbed: 0 }
  #requests = { all: 0, disturbed: 0 }

  /** `kept` are the disturbed rounds that count all the same, because there were too few others. */
  addRounds(all: number, disturbed: number, kept: number): void {
    const rounds = this.#rounds
    this.#rounds = {
      all: rounds.all + all,
      disturbed: rounds.disturbed + disturbed,
      kept: rounds.kept + kept,
    }
  }

  /** Slices of latencies, of which the disturbed ones do not count. */
  addSlices(all: number, disturbed: number): void {
    const slices = this.#slices
    this.#slices = { all: slices.all + all, disturbed: slices.disturbed + disturbed }
  }

  /** Pairs of requests that are judged one by one, and those that lost too much of their time. */
  addRequests(all: number, disturbed: number): void {
    const requests = this.#requests
    this.#requests = { all: requests.all + all, disturbed: requests.disturbed + disturbed }
  }

  /** Sentences for the document. */
  sentences(): string[] {
    const { all, disturbed, kept } = this.#rounds
    const rounds = `The machine disturbed ${disturbed} of ${all} rounds, of which ${disturbed - kept} were discarded and measured again.`
    const unreliable = `${kept} disturbed rounds count, because too few were undisturbed: their figures are not reliable.`
    const slices = `${this.#slices.disturbed} of ${this.#slices.all} slices of 100 ms were disturbed; their requests count only in disturbed rounds.`
    const requests = `${this.#requests.disturbed} of ${this.#requests.all} pairs of requests lost more than a twentieth of their time; they count only in disturbed rounds.`
    return [
      ...(all > 0 ? [rounds] : []),
      ...(kept > 0 ? [unreliable] : []),
      ...(this.#slices.all > 0 ? [slices] : []),
      ...(this.#requests.all > 0 ? [requests] : []),
    ]
  }
}
