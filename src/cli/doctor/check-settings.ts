import { type Config, readSettings, SETTINGS } from '../../config.ts'
import { type Finding, findingsOf } from './finding.ts'

const { fail, ok } = findingsOf('settings')

/** The valid settings; invalid ones are absent. */
export type Settings = Partial<Config>

export function checkSettings(env: Readonly<Record<string, string | undefined>>): {
  readonly settings: Settings
  readonly findings: Finding[]
} {
  const { settings, faults } = readSettings(env)
  if (faults.length > 0)
    return {
      settings,
      findings: faults.map((fault) => fail(fault, 'correct it; see .env.example')),
    }
  const set = Object.keys(SETTINGS).filter((name) => env[name])
  const changed = set.length === 0 ? 'all have their defaults' : `set: ${set.join(', ')}`
  return { settings, findings: [ok(`can be read; ${changed}`)] }
}
