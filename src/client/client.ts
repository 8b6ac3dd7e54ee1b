import type { ClientAnswer } from './answer.ts'
import { type FollowChangesOptions, type FollowedEvent, Follower } from './follow.ts'
import { type CallOptions, type ClientOptions, type QueryValues, Transport } from './transport.ts'
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

type Call<Parameters, Body> = (parameters?: Parameters, options?: CallOptions) => Promise<ClientAnswer<Body>>

/** One value for each page. A failure is the last one. */
type Pages<Parameters, Body> = (
  parameters?: Parameters,
  options?: CallOptions,
) => AsyncGenerator<ClientAnswer<Body>, void, undefined>

/** The methods return the body of the answer, or a failure; they throw nothing. */
export interface GreymarkClient {
  /** Tracked IPOs, one page. */
  ipos<const P extends IposParameters = Record<never, never>>(
    parameters?: P,
    options?: CallOptions,
  ): Promise<ClientAnswer<IposBodyFor<P>>>
  /** One IPO with its history. */
  ipo(slug: string, parameters?: MomentParameters, options?: CallOptions): Promise<ClientAnswer<IpoBody>>
  /** Where the figures of one IPO come from. */
  evidence(
    slug: string,
    parameters?: MomentParameters,
    options?: CallOptions,
  ): Promise<ClientAnswer<EvidenceBody>>
  /** Bulk and block deals, one page. */
  readonly deals: Call<DealsParameters, DealsBody>
  /** Implied gain against actual gain, for every scored listing. */
  readonly scoreboard: Call<ScoreboardParameters, ScoreboardBody>
  /** The average error of the median and of each source. */
  readonly accuracy: Call<AccuracyParameters, AccuracyBody>
  /** How IPOs with a similar implied gain listed. */
  readonly calibration: Call<MomentParameters, CalibrationBody>
  /** Each source: when it was last read, and what is wrong with it. */
  readonly sources: Call<MomentParameters, SourcesBody>
  /** Companies that trackers quote and no exchange has announced. */
  readonly unannounced: Call<MomentParameters, UnannouncedBody>
  /** What changed since a position, one page. */
  readonly changes: Call<ChangesParameters, ChangesBody>
  /** The endpoints of the service. */
  index(options?: CallOptions): Promise<ClientAnswer<IndexBody>>
  /** All pages of a list, of the moment of the first page. */
  readonly pages: {
    ipos<const P extends IposParameters = Record<never, never>>(
      parameters?: P,
      options?: CallOptions,
    ): AsyncGenerator<ClientAnswer<IposBodyFor<P>>, void, undefined>
    readonly deals: Pages<DealsParameters, DealsBody>
    readonly changes: Pages<ChangesParameters, ChangesBody>
  }
  /** Changes as they happen, each once and in order, until the loop is left or the signal is aborted. */
  follow(options?: FollowChangesOptions): AsyncGenerator<FollowedEvent, void, undefined>
}

/** A client of the service at an address, such as `https://ipo.example`. */
export function createClient(address: string, options: ClientOptions = {}): GreymarkClient {
  const transport = new Transport(address, options)
  const call =
    <Parameters, Body>(name: string): Call<Parameters, Body> =>
    (parameters, callOptions) =>
      transport.get(`${BASE}/${name}`, parameters as QueryValues, callOptions)
  const pages = <Parameters, Body>(name: string): Pages<Parameters, Body> =>
    async function* (parameters, callOptions) {
      for (let query = parameters as QueryValues | undefined; ; ) {
        const page = await transport.get<Body>(`${BASE}/${name}`, query, callOptions)
        yield page
        const { next, status } = page.meta
        if (status !== 200 || next === null) return
        query = { cursor: next }
      }
    }
  // An address loses a part of dots, and a half of a character cannot be encoded: such slugs are unknown to the service.
  const slugPath = (slug: string) =>
    `${BASE}/ipos/${/^\.{0,2}$/.test(slug) ? '%20' : encodeURIComponent(slug.replace(/\p{Cs}/gu, '\ufffd'))}`
  return {
    ipos: call('ipos') as GreymarkClient['ipos'],
    ipo: (slug, parameters, callOptions) =>
      transport.get(slugPath(slug), parameters as QueryValues, callOptions),
    evidence: (slug, parameters, callOptions) =>
      transport.get(`${slugPath(slug)}/evidence`, parameters as QueryValues, callOptions),
    deals: call('deals'),
    scoreboard: call('scoreboard'),
    accuracy: call('accuracy'),
    calibration: call('calibration'),
    sources: call('sources'),
    unannounced: call('unannounced'),
    changes: call('changes'),
    index: (callOptions) => transport.get(BASE, {}, callOptions),
    pages: {
      ipos: pages('ipos') as GreymarkClient['pages']['ipos'],
      deals: pages('deals'),
      changes: pages('changes'),
    },
    follow: (followOptions = {}) => new Follower(transport, followOptions).events(),
  }
}
