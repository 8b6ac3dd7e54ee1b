import { knownSources } from '../collect/own-sources.ts'
import type { Config } from '../config.ts'
import { chosenSources, EXCHANGES_NAME } from '../sources/registry.ts'
import type { Source } from '../sources/source.ts'
import { UsageError } from './command.ts'

/** The sources that the command line names, or else those of the settings; and all that are known. */
export function sourcesFor(
  config: Config,
  named: readonly string[],
): { readonly chosen: readonly Source[]; readonly known: readonly Source[] } {
  const known = knownSources(config.SOURCE_FILES)
  const { sources, unknown } = chosenSources(named.length > 0 ? named : config.SOURCES, known)
  if (unknown.length > 0) {
    const ids = [EXCHANGES_NAME, ...known.map(({ id }) => id)].join(', ')
    throw new UsageError(`there is no source ${unknown.map((id) => `"${id}"`).join(', ')}; there are ${ids}`)
  }
  return { chosen: sources, known }
}
