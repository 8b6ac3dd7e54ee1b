import { type Config, SETTINGS } from '../../config.ts'
import { isPostgres } from '../../store/db.ts'
import { errorWords, type Finding, fail, ok } from './finding.ts'

/** Each setting that can be read; the others are not there. */
export type Settings = Partial<Config>

export function readSettings(env: Readonly<Record<string, string | undefined>>): {
  readonly settings: Settings
  readonly findings: Finding[]
} {
  const findings: Finding[] = []
  const entries = Object.entries(SETTINGS).flatMap(([name, { standard, read }]) => {
    try {
      return [[name, read(env[name] || standard)]]
    } catch (error) {
      findings.push(fail('settings', `${name} ${errorWords(error)}`, 'correct it; see .env.example'))
      return []
    }
  })
  const settings: Settings = Object.fromEntries(entries)
  const set = Object.keys(SETTINGS).filter((name) => env[name])
  const changed = set.length === 0 ? 'all have their defaults' : `set: ${set.join(', ')}`
  if (findings.length === 0) findings.push(ok('settings', `can be read; ${changed}`))
  return { settings, findings: [...findings, ...contradictions(settings)] }
}

function contradictions({ DATABASE_URL, DATABASE_READ_URL }: Settings): Finding[] {
  if (!DATABASE_READ_URL || DATABASE_URL === undefined || isPostgres(DATABASE_URL)) return []
  const found = 'DATABASE_READ_URL names a replica, but DATABASE_URL is a SQLite file, which has none'
  return [
    fail('settings', found, 'point DATABASE_URL at the primary of that replica, or unset DATABASE_READ_URL'),
  ]
}
