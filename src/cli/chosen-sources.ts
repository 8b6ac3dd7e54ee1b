import { knownSources } from '../collect/own-sources.ts'
import type { Config } from '../config.ts'
import { type Instant, msOf } from '../market/calendar.ts'
import type { SourceStatus } from '../reports/schemas/sources.ts'
import { LATE_AFTER_MS, type SourceChoice, sourceReports } from '../reports/sources.ts'
import { chosenSources } from '../sources/registry.ts'
import type { Source } from '../sources/source.ts'
import { roundsOfSources } from '../store/collection/rounds.ts'
import type { Db } from '../store/engines/db.ts'

/** The sources named on the command line, else those of the settings; and all known sources. */
export function sourcesFor(
  config: Pick<Config, 'SOURCES' | 'SOURCE_FILES' | 'sourceTexts'>,
  named: readonly string[],
): { readonly chosen: readonly Source[]; readonly known: readonly Source[] } {
  const known = knownSources(config.SOURCE_FILES, config.sourceTexts)
  return { chosen: chosenSources(named.length > 0 ? named : config.SOURCES, known), known }
}

/** The settings of `politeGet`. */
export const upstreamSettings = ({ UPSTREAM_BASE, CONTACT, AGENT }: Config) => ({
  upstreamBase: UPSTREAM_BASE,
  contact: CONTACT,
  agent: AGENT,
})

/**
 * The state of each source as the store shows it. Without COLLECT another process collects, perhaps with other settings:
 * what it tried within a day is collected, and then the other sources chosen here wait for their first round.
 */
export async function sourcesOfStore(
  db: Db,
  { known, chosen, isCollecting }: SourceChoice,
  clock: Instant,
): Promise<SourceStatus[]> {
  const roundsOf = await roundsOfSources(
    db,
    known.map(({ id }) => id),
    { asOf: null, limit: 1 },
  )
  const isTried = ({ id }: Source) => {
    const [last] = roundsOf.get(id)?.last ?? []
    return !isCollecting && last !== undefined && msOf(clock) - msOf(last.started) <= LATE_AFTER_MS
  }
  const collected = known.filter((source) => chosen.includes(source) || isTried(source))
  const reports = await sourceReports(db, { known, chosen: collected, isCollecting }, { asOf: null, clock })
  if (!known.some(isTried)) return reports
  const ids = new Set(collected.map(({ id }) => id))
  return reports.map((report) =>
    report.state === 'off' && ids.has(report.id) ? { ...report, state: 'waiting' } : report,
  )
}
