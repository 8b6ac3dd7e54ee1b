import type { Fault } from '../../store/tables.ts'

/** An upstream did not deliver what was requested. */
export class UpstreamFault extends Error {
  override readonly name: string = 'UpstreamFault'
  readonly kind: Fault

  constructor(kind: Fault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** A redirect that we do not follow. */
export class RedirectFault extends UpstreamFault {
  override readonly name = 'RedirectFault'
}

/** The message, after the address that it is about. */
export const messageAbout = (url: URL, message: string): string =>
  `${url.host}${url.pathname}${url.search}: ${message}`
