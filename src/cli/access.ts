import {
  adviceFor,
  ifTermsAllow,
  introductionsFor,
  possibleIntroductions,
  RECEPTION_WORDS,
  SEND,
} from '../collect/download/introductions.ts'
import type { Upstreams } from '../collect/download/polite-get.ts'
import { UpstreamFault } from '../collect/download/upstream-fault.ts'
import type { Config } from '../config.ts'
import { invariant } from '../invariant.ts'
import { addDays, type Day, istDay, msOf } from '../market/calendar.ts'
import { exchangeOfHost } from '../market/exchanges.ts'
import { EXCHANGES, type Exchange } from '../market/facts/fact.ts'
import { isWeekend } from '../market/holidays.ts'
import type { DownloadRequest, Source } from '../sources/source.ts'
import type { Reception } from '../store/tables.ts'
import type { Terminal } from './command.ts'
import { progress } from './progress.ts'
import { textTable } from './text-table.ts'

export type HostAccess = Awaited<ReturnType<typeof tryHosts>>[number]

/** Tries each introduction at each host of the sources, and prints what it does and what follows for each exchange. */
export async function checkAccess(
  terminal: Terminal,
  sources: readonly Source[],
  upstreams: Upstreams,
  config: Config,
): Promise<readonly HostAccess[]> {
  const hosts = await tryHosts(terminal, sources, upstreams, config)
  progress(terminal, '')
  const rows = hosts.flatMap(({ host, trials }) =>
    trials.map(({ introduction, reception, detail, seconds }) => [
      host,
      introduction.name,
      seconds.toFixed(1),
      reception === null ? detail : [RECEPTION_WORDS[reception], detail].filter(Boolean).join(': '),
    ]),
  )
  terminal.stdout.write(textTable(['HOST', 'INTRODUCED AS', 'SECONDS', 'WHAT IT DOES'], rows))
  for (const exchange of EXCHANGES) {
    const own = hosts.filter(({ host }) => exchangeOfHost(host) === exchange)
    if (own.length > 0) terminal.stdout.write(`${exchange}: ${conclusionOf(exchange, own)}\n`)
  }
  terminal.stdout.write('\n')
  return hosts
}

/** The hosts side by side, each with one document. */
function tryHosts(
  terminal: Terminal,
  sources: readonly Source[],
  upstreams: Upstreams,
  { CONTACT, AGENT }: Config,
) {
  const { now } = terminal
  const context = { now: now(), days: [lastWeekday(istDay(now()))], lastRead: () => null }
  const requests = sources.flatMap((source) => source.plan(context))
  const tryHost = async ([host, ofHost]: [string, DownloadRequest[]]) => {
    // A list is smaller than the file of a day.
    const request = invariant(
      ofHost.find(({ day }) => day === undefined) ?? ofHost[0],
      `a document of ${host}`,
    )
    const used = introductionsFor(host, CONTACT, AGENT)
    const trials = []
    for (const introduction of exchangeOfHost(host) ? possibleIntroductions(CONTACT, AGENT) : used) {
      progress(terminal, `asking ${host}, introduced as ${introduction.name}`)
      const started = msOf(now())
      const outcome = await outcomeOf(upstreams.tryIntroduction(request, introduction))
      const isUsed = used.some(({ name }) => name === introduction.name)
      trials.push({ introduction, isUsed, ...outcome, seconds: (msOf(now()) - started) / 1000 })
    }
    /** True for the host of a table of the operator's own. */
    const isOwn = ofHost.some(({ isOperatorsOwn = false }) => isOperatorsOwn)
    return { host, isOwn, trials }
  }
  return Promise.all([...Map.groupBy(requests, ({ url }) => new URL(url).host)].map(tryHost))
}

/** The last day that is no weekend, before today: its files are there, unless it was a holiday. */
function lastWeekday(today: Day): Day {
  const yesterday = addDays(today, -1)
  return isWeekend(yesterday) ? lastWeekday(yesterday) : yesterday
}

/** `null` when the host could not be reached, or its robots.txt does not allow the document. */
async function outcomeOf(
  trying: ReturnType<Upstreams['tryIntroduction']>,
): Promise<{ reception: Reception | null; detail: string }> {
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

function conclusionOf(exchange: Exchange, hosts: readonly HostAccess[]): string {
  const used = new Set<string>()
  for (const each of hosts) {
    const served = each.trials.find(({ isUsed, reception }) => isUsed && reception === 'served')
    if (!served) return refusalOf(exchange, each)
    used.add(served.introduction.name)
  }
  return `it serves this machine, introduced as ${[...used].join(' and ')}.`
}

function refusalOf(exchange: Exchange, { host, trials }: HostAccess): string {
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
