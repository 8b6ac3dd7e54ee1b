import type { ClientAnswer } from './answer.ts'
import type { CopyStatus } from './copy.ts'
import { type FollowChangesOptions, type FollowedEvent, Follower } from './follow.ts'
import { type CallOptions, type ClientOptions, Transport } from './transport.ts'
import type {
  AccuracyBody,
  AccuracyParameters,
  CalibrationBody,
  ChangesBody,
  ChangesParameters,
  DealsBody,
  DealsParameters,
  EvidenceBody,
  FullIpo,
  IndexBody,
  IpoBody,
  IpoSummary,
  IposBody,
  IposParameters,
  MomentParameters,
  ScoreboardBody,
  ScoreboardParameters,
  SourcesBody,
  UnannouncedBody,
} from './types.ts'

const BASE = '/api/public/market'

/** The body of a list of IPOs: with `detail: 'full'` every item is a `FullIpo`. */
export type IposBodyFor<P extends IposParameters> = Omit<IposBody, 'ipos'> & {
  ipos: (P extends { detail: 'full' } ? FullIpo : IpoSummary)[]
}

export type GreymarkClient = ReturnType<typeof createClient>

/**
 * A client of the service at an address, such as `https://ipo.example`. The methods return the body of the answer, or a
 * failure; they throw nothing.
 */
export function createClient(address: string, options: ClientOptions = {}) {
  const transport = new Transport(address, options)
  const call =
    <Parameters extends object, Body>(name: string) =>
    (parameters?: Parameters, options?: CallOptions): Promise<ClientAnswer<Body>> =>
      transport.get(`${BASE}/${name}`, parameters, options)
  const pages =
    <Parameters extends object, Body>(name: string) =>
    (parameters?: Parameters, options?: CallOptions): AsyncGenerator<ClientAnswer<Body>, void, undefined> =>
      transport.pages(`${BASE}/${name}`, parameters, options)
  // An address loses a part of dots, and a half of a character cannot be encoded: such slugs are unknown to the service.
  const slugPath = (slug: string) =>
    `${BASE}/ipos/${/^\.{0,2}$/.test(slug) ? '%20' : encodeURIComponent(slug.replace(/\p{Cs}/gu, '\ufffd'))}`
  return {
    /** Tracked IPOs, one page. */
    ipos: <const P extends IposParameters = Record<never, never>>(parameters?: P, options?: CallOptions) =>
      call<P, IposBodyFor<P>>('ipos')(parameters, options),
    /** One IPO with its history. */
    ipo: (slug: string, parameters?: MomentParameters, options?: CallOptions) =>
      transport.get<IpoBody>(slugPath(slug), parameters, options),
    /** Where the figures of one IPO come from. */
    evidence: (slug: string, parameters?: MomentParameters, options?: CallOptions) =>
      transport.get<EvidenceBody>(`${slugPath(slug)}/evidence`, parameters, options),
    /** Bulk and block deals, one page. */
    deals: call<DealsParameters, DealsBody>('deals'),
    /** Implied gain against actual gain, for every scored listing. */
    scoreboard: call<ScoreboardParameters, ScoreboardBody>('scoreboard'),
    /** The average error of the median and of each source. */
    accuracy: call<AccuracyParameters, AccuracyBody>('accuracy'),
    /** How IPOs with a similar implied gain listed. */
    calibration: call<MomentParameters, CalibrationBody>('calibration'),
    /** Each source: when it was last read, and what is wrong with it. */
    sources: call<MomentParameters, SourcesBody>('sources'),
    /** Companies that trackers quote and no exchange has announced. */
    unannounced: call<MomentParameters, UnannouncedBody>('unannounced'),
    /** What changed since a position, one page. */
    changes: call<ChangesParameters, ChangesBody>('changes'),
    /** The endpoints of the service. */
    index: (options?: CallOptions) => transport.get<IndexBody>(BASE, {}, options),
    /** What a static copy of a service says of itself, such as its age. Null for a live service. */
    copy: (options?: CallOptions): Promise<ClientAnswer<CopyStatus> | null> => transport.copy(options),
    /** All pages of a list, of the moment of the first page. */
    pages: {
      ipos: <const P extends IposParameters = Record<never, never>>(parameters?: P, options?: CallOptions) =>
        pages<P, IposBodyFor<P>>('ipos')(parameters, options),
      deals: pages<DealsParameters, DealsBody>('deals'),
      changes: pages<ChangesParameters, ChangesBody>('changes'),
    },
    /** Changes as they happen, each once and in order, until the loop is left or the signal is aborted. */
    follow: (options: FollowChangesOptions = {}): AsyncGenerator<FollowedEvent, void, undefined> =>
      new Follower(transport, options).events(),
  }
}
