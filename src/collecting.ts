import type { Logger } from 'pino'
import { type Collector, startCollector } from './collect/collector.ts'
import { knownSources } from './collect/own-sources.ts'
import type { Config } from './config.ts'
import type { Instant } from './market/calendar.ts'
import type { Metrics } from './operate/metrics.ts'
import type { SourceChoice } from './reports/sources.ts'
import { chosenSources, SOURCES } from './sources/registry.ts'

/** The sources that the settings name, and all that there are. */
export function sourceChoice(config: Config): SourceChoice {
  const known = knownSources(config.SOURCE_FILES)
  return { known, chosen: chosenSources(config.SOURCES, known), isCollecting: config.COLLECT }
}

/** Reads the sources while serving; what each round came to is logged and counted. */
export function collectInBackground(
  config: Config,
  { chosen, known }: SourceChoice,
  { now, log, metrics }: { readonly now: () => Instant; readonly log: Logger; readonly metrics: Metrics },
): Collector {
  for (const { id } of known.filter((source) => !SOURCES.includes(source) && !chosen.includes(source)))
    log.warn(`SOURCE_FILES describes ${id}, but SOURCES does not name it: it is not read`)
  if (config.CONTACT === '')
    log.warn('CONTACT is not set: upstreams cannot tell who reads them, and may refuse to answer')
  return startCollector({
    databaseUrl: config.DATABASE_URL,
    upstreamBase: config.UPSTREAM_BASE,
    contact: config.CONTACT,
    sources: chosen,
    known,
    now,
    onRound: ({ rows: _, ...round }) => {
      metrics.round(round)
      const { refusedBy, ...told } = round
      const refusals = Object.fromEntries(refusedBy)
      log[round.fault === null ? 'info' : 'warn'](
        { ...told, refusals },
        `read ${round.source}: ${round.outcome}`,
      )
    },
    onError: (source, error) => log.error({ err: error }, `the round of ${source.id} broke off`),
    onCharge: (ids) => log.info(`this process collects from ${ids.join(', ')}`),
    onStandBy: (ids) =>
      log.info(`another process collects from ${ids.join(', ')}: this one takes over when that one ends`),
    onLost: (words) => log.warn(`collecting pauses until the database is back: ${words}`),
  })
}
