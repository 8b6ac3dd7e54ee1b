import type { Instant } from '../../market/calendar.ts'
import type { Fault, Reception } from '../../store/tables.ts'

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
  /**
   * How it denies access if an exchange sent it: programs that it does not want are sent to an error page, or in circles.
   */
  readonly denial: string | undefined

  constructor(kind: Fault, message: string, denial?: string) {
    super(kind, message)
    this.denial = denial
  }
}

/** The host was connected, and then ended the connection or stayed silent. */
export class NoAnswer extends UpstreamFault {
  override readonly name = 'NoAnswer'
  readonly reception: 'cut' | 'silent'

  constructor(reception: NoAnswer['reception'], message: string, options?: ErrorOptions) {
    super('unreachable', message, options)
    this.reception = reception
  }
}

/** A host does not serve a document to us: perhaps another introduction is served. */
export class Denial extends UpstreamFault {
  override readonly name = 'Denial'
  readonly reception: Exclude<Reception, 'served'>
  /** What it did, without the address. */
  readonly what: string
  /** From when on another try makes sense, where that is known. */
  readonly retryAt: Instant | undefined

  constructor(reception: Denial['reception'], url: URL, what: string, retryAt?: Instant) {
    super('refused', messageAbout(url, what))
    this.reception = reception
    this.what = what
    this.retryAt = retryAt
  }
}

/** The message, after the address that it is about. */
export const messageAbout = (url: URL, message: string): string =>
  `${url.host}${url.pathname}${url.search}: ${message}`
