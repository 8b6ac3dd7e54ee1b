import { isUtf8 } from 'node:buffer'
import { type BigIntStats, promises as files } from 'node:fs'
import type { Variables } from '../channels/channel-settings.ts'
import { type BadRules, type LoadedRules, readAlertRules } from './read-alert-rules.ts'

export type { LoadedRules } from './read-alert-rules.ts'

/** A longer file is refused before it is read, because it may be larger than the memory. */
const MOST_BYTES = 1_048_576

/** A file of alerts that cannot be used; the message names the file and every problem, each on its own line. */
export class BadAlertRules extends Error {
  override readonly name = 'BadAlertRules'
  readonly problems: readonly string[]

  constructor(file: string, problems: readonly string[]) {
    super([`bad alerts file ${file}:`, ...problems].join('\n  '))
    this.problems = problems
  }
}

const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT:
    'there is no such file; a path without a leading slash is looked for in the folder where Greymark starts',
  ENOTDIR: 'there is no such file: a part of its path is not a folder',
  EACCES: 'Greymark has no permission to read it; check its permissions',
}

/** The operator's file of alerts, which is read again when it has changed. */
export class AlertRulesFile {
  readonly path: string
  readonly #variables: Variables
  /** Identifies the contents that were read last; `undefined` before the first reading. */
  #version: string | undefined

  /** `variables`: the environment, in which the secrets are. */
  constructor(path: string, variables: Variables) {
    this.path = path
    this.#variables = variables
  }

  /** Throws `BadAlertRules` when the file is missing or has problems. */
  async load(): Promise<LoadedRules> {
    this.#version = undefined
    const loaded = await this.reload()
    if (loaded === 'unchanged') throw new Error('a first reading always gives something new')
    if ('problems' in loaded) throw new BadAlertRules(this.path, loaded.problems)
    return loaded
  }

  /**
   * Reads the file if it has changed since the last reading. When it has problems, they are returned once, and the caller
   * goes on with the rules that it has.
   */
  async reload(): Promise<'unchanged' | LoadedRules | BadRules> {
    const found = await statOf(this.path)
    const version = typeof found === 'string' ? found : versionOf(found)
    if (version === this.#version) return 'unchanged'
    // From before the reading, so that a change during it is noticed by the next call.
    this.#version = version
    if (typeof found === 'string') return refused(found)
    if (!found.isFile()) return refused('it must be a file, not a folder or a device')
    if (found.size > MOST_BYTES) return refused(`the file must have at most ${MOST_BYTES} bytes`)
    const bytes = await files.readFile(this.path).catch(faultText)
    if (typeof bytes === 'string') return refused(bytes)
    return isUtf8(bytes)
      ? readAlertRules(bytes.toString(), this.#variables)
      : refused('the file is not UTF-8 text')
  }
}

const refused = (problem: string): BadRules => ({ problems: [problem] })

/** The state of a file, or why there is none. */
const statOf = async (path: string): Promise<BigIntStats | string> =>
  files.stat(path, { bigint: true }).catch(faultText)

/** With the time of the last `chmod`: a file that could not be read may be readable since, with the same contents. */
const versionOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  [dev, ino, size, mtimeNs, ctimeNs].join(':')

function faultText(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException
  return FILE_FAULTS[code] ?? `the file cannot be read (${code || 'unknown reason'})`
}
