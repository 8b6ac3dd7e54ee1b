/** What the operator is to do about it: wait, ask the upstream's owner, or mend the source. */
export type FaultKind = 'unreachable' | 'refused' | 'changed'

/** An upstream did not give what was asked of it. */
export class UpstreamFault extends Error {
  override readonly name: string = 'UpstreamFault'
  readonly kind: FaultKind

  constructor(kind: FaultKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** A redirect that leads nowhere we go. */
export class RedirectFault extends UpstreamFault {
  override readonly name = 'RedirectFault'
}

/** The words, after the address they are about. */
export const wordsAbout = (url: URL, words: string): string =>
  `${url.host}${url.pathname}${url.search}: ${words}`
