import type { Fault } from '../../store/tables.ts'

/** An upstream did not give what was asked of it. */
export class UpstreamFault extends Error {
  override readonly name: string = 'UpstreamFault'
  readonly kind: Fault

  constructor(kind: Fault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** A redirect that leads nowhere we go. */
export class RedirectFault extends UpstreamFault {
  override readonly name = 'RedirectFault'
}

/** The words, after the address they are about. */
export const messageAbout = (url: URL, words: string): string =>
  `${url.host}${url.pathname}${url.search}: ${words}`
