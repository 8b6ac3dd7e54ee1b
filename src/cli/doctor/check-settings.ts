import { type Config, readSettings, SETTINGS } from '../../config.ts'
import { type Finding, findingsOf } from './finding.ts'

const { fail, ok, warn } = findingsOf('settings')

/** The valid settings; invalid ones are absent. */
export type Settings = Partial<Config>

export function checkSettings(env: Readonly<Record<string, string | undefined>>): {
  readonly settings: Settings
  readonly findings: Finding[]
} {
  const { settings, faults } = readSettings(env)
  if (faults.length > 0)
    return { settings, findings: faults.map((fault) => fail(fault, 'correct it; see .env.example')) }
  const set = Object.keys(SETTINGS).filter((name) => env[name])
  const changed = set.length === 0 ? 'all have their defaults' : `set: ${set.join(', ')}`
  return { settings, findings: [ok(`can be read; ${changed}`), ...aboutPublicUrl(settings)] }
}

const LOOPBACK = /^(127\.|::1$|localhost$)/

/** Feeds, previews and the sitemap need complete addresses as soon as others can reach the service. */
function aboutPublicUrl({ HOST = '', PUBLIC_URL, TRUST_PROXY = [] }: Settings): Finding[] {
  if (PUBLIC_URL !== '' || (LOOPBACK.test(HOST) && TRUST_PROXY.length === 0)) return []
  return [
    warn(
      'PUBLIC_URL is not set, though others can reach the service: links in feeds name no host, and WhatsApp and others show no picture beside links',
      'set it to the address at which users reach the service, such as https://ipo.example',
    ),
  ]
}
