import {
  adviceFor,
  type Introduction,
  ifTermsAllow,
  introductionsFor,
  possibleIntroductions,
  RECEPTION_WORDS,
  SEND,
} from '../collect/download/introductions.ts'
import type { Upstreams } from '../collect/download/polite-get.ts'
import { UpstreamFault } from '../collect/download/upstream-fault.ts'
import { invariant } from '../invariant.ts'
import { type Day, type Instant, msOf } from '../market/calendar.ts'
import { exchangeOfHost } from '../market/exchanges.ts'
import { EXCHANGES, type Exchange } from '../market/facts/fact.ts'
import type { DownloadRequest, Source } from '../sources/source.ts'
import type { Reception } from '../store/tables.ts'
import { textTable } from './text-table.ts'

/** What became of one document, requested from a host under one introduction. */
export interface AccessTrial {
  readonly host: string
  /** True for the host of a table of the operator's own. */
  readonly isOwn: boolean
  readonly introduction: Introduction
  /** `null` when the host could not be reached, or its robots.txt does not allow the document. */
  readonly reception: Reception | null
  readonly detail: string
  readonly seconds: number
}

export interface AccessOptions {
  readonly upstreams: Pick<Upstreams, 'tryIntroduction'>
  readonly contact: string
  readonly agent: string
  readonly now: () => Instant
  /** The day whose file is requested from a host that has only files of days. */
  readonly day: Day
  readonly onTry: (trial: Pick<AccessTrial, 'host' | 'introduction'>) => void
}

/** Tries each introduction at each host of the sources, the hosts side by side, each with one document. */
export async function tryAccess(sources: readonly Source[], options: AccessOptions): Promise<AccessTrial[]> {
  const { contact, agent, now, day, onTry, upstreams } = options
  const context = { now: now(), days: [day], lastRead: () => null }
  const requests = sources.flatMap((source) => source.plan(context))
  const byHost = Map.groupBy(requests, ({ url }) => new URL(url).host)
  const tryHost = async ([host, ofHost]: [string, DownloadRequest[]]) => {
    const trials: AccessTrial[] = []
    // A list is smaller than the file of a day.
    const request = invariant(
      ofHost.find(({ day }) => day === undefined) ?? ofHost[0],
      `a document of ${host}`,
    )
    const isOwn = ofHost.some(({ isOperatorsOwn = false }) => isOperatorsOwn)
    const introductions = exchangeOfHost(host)
      ? possibleIntroductions(contact, agent)
      : introductionsFor(host, contact, agent)
    for (const introduction of introductions) {
      onTry({ host, introduction })
      const started = msOf(now())
      const outcome = await outcomeOf(upstreams.tryIntroduction(request, introduction))
      trials.push({ host, isOwn, introduction, ...outcome, seconds: (msOf(now()) - started) / 1000 })
    }
    return trials
  }
  return (await Promise.all([...byHost].map(tryHost))).flat()
}

async function outcomeOf(
  trying: ReturnType<Upstreams['tryIntroduction']>,
): Promise<Pick<AccessTrial, 'reception' | 'detail'>> {
  try {
    const { reception, what } = await trying
    return { reception, detail: reception === 'denied' ? what : '' }
  } catch (error) {
    if (!(error instanceof UpstreamFault)) throw error
    // The host answers, though not with the expected document, which is checked later.
    const isAnswered = error.kind === 'changed'
    return { reception: isAnswered ? 'served' : null, detail: error.message }
  }
}

/** A table of the trials, and for each exchange what follows from them. */
export function accessText(trials: readonly AccessTrial[], contact: string, agent: string): string {
  const rows = trials.map(({ host, introduction, reception, detail, seconds }) => [
    host,
    introduction.name,
    seconds.toFixed(1),
    reception === null ? detail : [RECEPTION_WORDS[reception], detail].filter(Boolean).join(': '),
  ])
  const table = textTable(['HOST', 'INTRODUCED AS', 'SECONDS', 'WHAT IT DOES'], rows)
  const conclusions = EXCHANGES.flatMap((exchange) => {
    const own = trials.filter(({ host }) => exchangeOfHost(host) === exchange)
    return own.length === 0 ? [] : [`${exchange}: ${conclusionOf(exchange, own, contact, agent)}\n`]
  })
  return `${table}${conclusions.join('')}`
}

function conclusionOf(
  exchange: Exchange,
  trials: readonly AccessTrial[],
  contact: string,
  agent: string,
): string {
  const ofHosts = [...Map.groupBy(trials, ({ host }) => host)]
  const used = new Set<string>()
  for (const [host, own] of ofHosts) {
    const usable = introductionsFor(host, contact, agent)
    const served = usable.find(({ name }) =>
      own.some(({ introduction, reception }) => introduction.name === name && reception === 'served'),
    )
    if (served) used.add(served.name)
    else return refusalOf(exchange, host, own)
  }
  return `it serves this machine, introduced as ${[...used].join(' and ')}.`
}

function refusalOf(exchange: Exchange, host: string, trials: readonly AccessTrial[]): string {
  const received = trials.flatMap(({ introduction, reception }) =>
    reception === null ? [] : [{ introduction, reception }],
  )
  const [unreached] = trials.filter(({ reception }) => reception === null)
  if (received.length === 0 && unreached) return `${unreached.detail}.`
  const plain = received.find(({ introduction }) => introduction.name === 'plain')?.reception
  const others = received.filter(({ introduction }) => introduction.name !== 'plain')
  const advice =
    plain === undefined
      ? `Set CONTACT to your e-mail address and check again: then AGENT=plain is tried, too. Or collect on a line at home, ${ifTermsAllow(exchange)}, ${SEND}.`
      : adviceFor({ exchange, received: others, plain })
  const where =
    plain === 'served' ? '' : ' See "When an exchange refuses" and "Collect at home, serve elsewhere" there.'
  return `${host} does not serve what is used here. ${advice}${where}`
}
