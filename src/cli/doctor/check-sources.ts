import { introductionsFor } from '../../collect/download/introductions.ts'
import { type Instant, istClock } from '../../market/calendar.ts'
import { EXCHANGE_TABLE } from '../../market/exchanges.ts'
import { EXCHANGES } from '../../market/facts/fact.ts'
import type { SourceStatus } from '../../reports/schemas/sources.ts'
import { sourceReports } from '../../reports/sources.ts'
import { trialsBelow } from '../../store/collection/host-access.ts'
import type { Db } from '../../store/engines/db.ts'
import { takenPosition } from '../../store/pieces/piece.ts'
import { openRefusalCount } from '../../store/upkeep/condition.ts'
import { counted } from '../../texts/format.ts'
import { sourcesFor } from '../chosen-sources.ts'
import type { Settings } from './check-settings.ts'
import { type Finding, findingsOf, safeErrorText } from './finding.ts'

const { fail, ok, warn } = findingsOf('sources')

const FAULT_ADVICE = {
  unreachable: 'wait; it is tried again when it is next due, or within the hour',
  refused:
    'run "greymark check-sources", and see "When an exchange refuses" in docs/operating.md; of a tracker, ask its owner',
  changed: 'run "greymark check-sources"; once its parser is fixed, "greymark replay"',
} as const

export async function checkSourceSettings(
  settings: Settings,
  db: Db | null,
  clock: Instant,
): Promise<Finding[]> {
  const { SOURCES, SOURCE_FILES, COLLECT, CONTACT } = settings
  if (SOURCES === undefined || SOURCE_FILES === undefined || COLLECT === undefined) return []
  let choice: ReturnType<typeof sourcesFor>
  try {
    choice = sourcesFor({ SOURCES, SOURCE_FILES }, [])
  } catch (error) {
    return [fail(safeErrorText(error), 'correct SOURCES or SOURCE_FILES')]
  }
  const findings: Finding[] = []
  if (COLLECT && CONTACT === '')
    findings.push(
      warn(
        'CONTACT is not set: upstreams cannot see who sends the requests',
        'set it to your web address or e-mail',
      ),
    )
  if (!db)
    return [...findings, ok(`${choice.chosen.length} are chosen; their state is not known without a store`)]
  const reports = await sourceReports(db, { ...choice, isCollecting: COLLECT }, { asOf: null, clock })
  return [
    ...findings,
    ...(COLLECT ? await aboutAccess(db, settings) : []),
    ...reports.flatMap((report) => aboutSource(report) ?? []),
    ...summary(reports),
    ...(await aboutRefusals(db)),
  ]
}

/** Whether the exchanges serve this machine, as far as was tried. */
async function aboutAccess(db: Db, { CONTACT = '', AGENT = '' }: Settings): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const exchange of EXCHANGES) {
    const trials = await trialsBelow(db, EXCHANGE_TABLE[exchange].domain)
    const refusing = [...Map.groupBy(trials, ({ host }) => host)].flatMap(([host, own]) => {
      const used = introductionsFor(host, CONTACT, AGENT).map((introduction) => introduction.agent)
      return own.some(({ agent, reception }) => reception === 'served' && used.includes(agent)) ? [] : [host]
    })
    const last = trials
      .map(({ tried }) => tried)
      .sort()
      .at(-1)
    if (last === undefined)
      findings.push(
        ok(`${exchange} was not asked yet; "greymark check-sources" shows whether it serves this machine`),
      )
    else if (refusing.length > 0)
      findings.push(
        warn(
          `${exchange} served no introduction at ${refusing.join(' and ')}, tried at ${istClock(last)}`,
          FAULT_ADVICE.refused,
        ),
      )
    else findings.push(ok(`${exchange} serves this machine`))
  }
  return findings
}

const since = (moment: Instant | null) => (moment === null ? '' : ` since ${istClock(moment)}`)

/** Why a source needs attention; `undefined` for one that works or is not collected. */
function aboutSource({ id, state, fault, faultSince, faultDetail, lastSuccess, lastChange }: SourceStatus) {
  switch (state) {
    case 'failing':
      return fault === null
        ? warn(
            `${id} was last read at ${istClock(lastSuccess ?? '')}, and has been due since`,
            'check whether a process with COLLECT=on runs',
          )
        : warn(`${id} is ${fault}${since(faultSince)}: ${faultDetail}`, FAULT_ADVICE[fault])
    case 'waiting':
      return warn(
        `${id} was never read`,
        'nothing if collecting has just begun; else check whether a process with COLLECT=on runs',
      )
    case 'quiet':
      return warn(
        `${id} has reported nothing new${since(lastChange)}`,
        'look at its page: it may no longer be maintained',
      )
    default:
      return undefined
  }
}

function summary(reports: readonly SourceStatus[]): Finding[] {
  const updating = reports.filter(({ state }) => state === 'ok').length
  const collected = reports.filter(({ state }) => state !== 'off').length
  if (collected === 0) return [ok('none are collected here')]
  return updating > 0 ? [ok(`${updating} of ${collected} are read and updating`)] : []
}

async function aboutRefusals(db: Db): Promise<Finding[]> {
  const count = await openRefusalCount(db)
  if (count === 0) return [ok('no refused rows wait to be settled')]
  const isFed = (await takenPosition(db)).round > 0
  return [
    warn(
      `${counted(count, 'refused row waits', 'refused rows wait')} to be settled`,
      isFed
        ? 'settle them on the machine that collects and sends the facts'
        : '"greymark refusals" lists them; those about unknown companies are settled once an exchange announces the issue',
    ),
  ]
}
