import { knownSources } from '../collect/own-sources.ts'
import type { Config } from '../config.ts'
import type { SourceChoice } from '../reports/sources.ts'
import { chosenSources } from '../sources/registry.ts'

/** The sources that the settings choose, and all known sources. */
export function sourceChoice(config: Config): SourceChoice {
  const known = knownSources(config.SOURCE_FILES, config.sourceTexts)
  return { known, chosen: chosenSources(config.SOURCES, known), isCollecting: config.COLLECT }
}
