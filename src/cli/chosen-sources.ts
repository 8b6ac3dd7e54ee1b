import { knownSources } from '../collect/own-sources.ts'
import type { Config } from '../config.ts'
import { chosenSources } from '../sources/registry.ts'
import type { Source } from '../sources/source.ts'

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
