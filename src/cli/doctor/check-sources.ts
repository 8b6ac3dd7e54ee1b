import { type Instant, istClock } from '../../market/calendar.ts'
import { type SourceReport, sourceReports } from '../../reports/sources.ts'
import type { Db } from '../../store/engines/db.ts'
import { openRefusalCount } from '../../store/upkeep/condition.ts'
import { countText } from '../amount-text.ts'
import { sourcesFor } from '../chosen-sources.ts'
import type { Settings } from './check-settings.ts'
import { type Finding, fail, ok, safeErrorText, warn } from './finding.ts'

const FAULT_ADVICE = {
  unreachable: 'wait; it is tried again when it is next due',
  refused: 'set CONTACT, and ask the host; else bring its figures in by a facts file',
  changed: 'run "greymark check-sources"; once its parser is mended, "greymark replay"',
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
    return [fail('sources', safeErrorText(error), 'correct SOURCES or SOURCE_FILES')]
  }
  const findings: Finding[] = []
  if (COLLECT && CONTACT === '')
    findings.push(
      warn(
        'sources',
        'CONTACT is not set: upstreams cannot tell who reads them',
        'set it to an address or e-mail of yours',
      ),
    )
  if (!db)
    return [
      ...findings,
      ok('sources', `${choice.chosen.length} are named; how they are is not known without a store`),
    ]
  const reports = await sourceReports(db, { ...choice, isCollecting: COLLECT }, { asOf: null, clock })
  return [...findings, ...reports.flatMap(aboutSource), ...summary(reports), ...(await aboutRefusals(db))]
}

const since = (moment: Instant | null) => (moment === null ? '' : ` since ${istClock(moment)}`)

function aboutSource({
  id,
  state,
  fault,
  faultSince,
  faultDetail,
  lastSuccess,
  lastChange,
}: SourceReport): Finding[] {
  if (state === 'failing' && fault !== null)
    return [warn('sources', `${id} is ${fault}${since(faultSince)}: ${faultDetail}`, FAULT_ADVICE[fault])]
  if (state === 'failing')
    return [
      warn(
        'sources',
        `${id} was last read at ${istClock(lastSuccess ?? '')}, and was due since`,
        'see whether a process with COLLECT=on runs',
      ),
    ]
  if (state === 'waiting')
    return [
      warn(
        'sources',
        `${id} was never read`,
        'nothing if collecting began just now; else see whether a process with COLLECT=on runs',
      ),
    ]
  if (state === 'quiet')
    return [
      warn(
        'sources',
        `${id} has said nothing new${since(lastChange)}`,
        'look at its page: it may not be kept up any more',
      ),
    ]
  return []
}

function summary(reports: readonly SourceReport[]): Finding[] {
  const well = reports.filter(({ state }) => state === 'ok').length
  const read = reports.filter(({ state }) => state !== 'off').length
  if (read === 0) return [ok('sources', 'none is collected here')]
  return well > 0 ? [ok('sources', `${well} of ${read} are read and well`)] : []
}

async function aboutRefusals(db: Db): Promise<Finding[]> {
  const count = await openRefusalCount(db)
  if (count === 0) return [ok('sources', 'no refused rows wait')]
  return [
    warn(
      'sources',
      `${countText(count, 'refused row waits', 'refused rows wait')} to be settled`,
      '"greymark refusals" lists them; those of unknown companies settle themselves once an exchange announces them',
    ),
  ]
}
