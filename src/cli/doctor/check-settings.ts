import { SETTINGS } from '../../config.ts'
import { type Examined, type Findings, fail, ok, warn } from './finding.ts'

export async function* checkSettings({ settings, faults, env }: Examined): Findings {
  if (faults.length > 0) return yield* faults.map((fault) => fail(fault, 'correct it; see .env.example'))
  const set = Object.keys(SETTINGS).filter((name) => env[name])
  const changed = set.length === 0 ? 'all have their defaults' : `set: ${set.join(', ')}`
  yield ok(`can be read; ${changed}`)
  const { HOST = '', PUBLIC_URL, TRUST_PROXY = [] } = settings
  // Feeds, previews and the sitemap need complete addresses as soon as others can reach the service.
  if (PUBLIC_URL === '' && (!LOOPBACK.test(HOST) || TRUST_PROXY.length > 0))
    yield warn(
      'PUBLIC_URL is not set, though others can reach the service: links in feeds name no host, and WhatsApp and others show no picture beside links',
      'set it to the address at which users reach the service, such as https://ipo.example',
    )
}

const LOOPBACK = /^(127\.|::1$|localhost$)/
