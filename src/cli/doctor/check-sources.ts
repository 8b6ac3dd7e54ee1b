import { introductionsFor } from '../../collect/download/introductions.ts'
import { type Instant, istClock } from '../../market/calendar.ts'
import { EXCHANGE_TABLE } from '../../market/exchanges.ts'
import { EXCHANGES, type Exchange } from '../../market/facts/fact.ts'
import type { SourceStatus } from '../../reports/schemas/sources.ts'
import { sourceReports } from '../../reports/sources.ts'
import { trialsBelow } from '../../store/collection/host-access.ts'
import type { Db } from '../../store/engines/db.ts'
import { takenPosition } from '../../store/pieces/piece.ts'
import { openRefusalCount } from '../../store/upkeep/condition.ts'
import { counted } from '../../texts/format.ts'
import { sourcesFor } from '../chosen-sources.ts'
import {
  type Examined,
  type Finding,
  type Findings,
  fail,
  ok,
  type Settings,
  safeErrorText,
  warn,
} from './finding.ts'

const FAULT_ADVICE = {
  unreachable: 'wait; it is tried again when it is next due, or within the hour',
  refused:
    'run "greymark check-sources", and see "When an exchange refuses" in docs/operating.md; of a tracker, ask its owner',
  changed: 'run "greymark check-sources"; once its parser is fixed, "greymark replay"',
} as const

export async function* checkSources({ settings, db, now }: Examined): Findings {
  const { SOURCES, SOURCE_FILES, COLLECT, CONTACT } = settings
  if (SOURCES === undefined || SOURCE_FILES === undefined || COLLECT === undefined) return
  let choice: ReturnType<typeof sourcesFor>
  try {
    choice = sourcesFor({ SOURCES, SOURCE_FILES }, [])
  } catch (error) {
    return yield fail(safeErrorText(error), 'correct SOURCES or SOURCE_FILES')
  }
  if (COLLECT && CONTACT === '')
    yield warn(
      'CONTACT is not set: upstreams cannot see who sends the requests',
      'set it to your web address or e-mail',
    )
  if (!db) return yield ok(`${choice.chosen.length} are chosen; their state is not known without a store`)
  if (COLLECT) for (const exchange of EXCHANGES) yield await aboutAccess(db, exchange, settings)
  const reports = await sourceReports(db, { ...choice, isCollecting: COLLECT }, { asOf: null, clock: now() })
  for (const report of reports) yield* aboutSource(report)
  const updating = reports.filter(({ state }) => state === 'ok').length
  const collected = reports.filter(({ state }) => state !== 'off').length
  if (collected === 0) yield ok('none are collected here')
  else if (updating > 0) yield ok(`${updating} of ${collected} are read and updating`)
  yield await aboutRefusals(db)
}

/** Whether an exchange serves this machine, as far as was tried. */
async function aboutAccess(
  db: Db,
  exchange: Exchange,
  { CONTACT = '', AGENT = '' }: Settings,
): Promise<Finding> {
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
    return ok(`${exchange} was not asked yet; "greymark check-sources" shows whether it serves this machine`)
  if (refusing.length === 0) return ok(`${exchange} serves this machine`)
  return warn(
    `${exchange} served no introduction at ${refusing.join(' and ')}, tried at ${istClock(last)}`,
    FAULT_ADVICE.refused,
  )
}

const since = (moment: Instant | null) => (moment === null ? '' : ` since ${istClock(moment)}`)

/** Why a source needs attention; nothing for one that works or is not collected. */
function* aboutSource({ id, state, fault, ...report }: SourceStatus): Generator<Finding> {
  const process = 'check whether a process with COLLECT=on runs'
  if (state === 'failing' && fault === null)
    yield warn(
      `${id} was last read at ${istClock(report.lastSuccess ?? '')}, and has been due since`,
      process,
    )
  else if (state === 'failing' && fault !== null)
    yield warn(`${id} is ${fault}${since(report.faultSince)}: ${report.faultDetail}`, FAULT_ADVICE[fault])
  else if (state === 'waiting')
    yield warn(`${id} was never read`, `nothing if collecting has just begun; else ${process}`)
  else if (state === 'quiet')
    yield warn(
      `${id} has reported nothing new${since(report.lastChange)}`,
      'look at its page: it may no longer be maintained',
    )
}

async function aboutRefusals(db: Db): Promise<Finding> {
  const count = await openRefusalCount(db)
  if (count === 0) return ok('no refused rows wait to be settled')
  const isFed = (await takenPosition(db)).round > 0
  return warn(
    `${counted(count, 'refused row waits', 'refused rows wait')} to be settled`,
    isFed
      ? 'settle them on the machine that collects and sends the facts'
      : '"greymark refusals" lists them; those about unknown companies are settled once an exchange announces the issue',
  )
}
