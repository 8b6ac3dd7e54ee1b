import robotsParser from 'robots-parser'
import { type Instant, msOf } from '../../market/calendar.ts'
import { ROBOT_NAME } from './introductions.ts'
import type { HostRequest } from './request-host.ts'
import { messageAbout, RedirectFault, UpstreamFault } from './upstream-fault.ts'

// The package is CommonJS, which its types do not declare.
const parseRobots = robotsParser as unknown as typeof robotsParser.default

interface RobotsOptions {
  /** The body of an answer with status 200, `undefined` for any other answer. */
  readonly read: (url: URL, request: HostRequest) => Promise<Uint8Array | undefined>
  readonly onCrawlDelay: (host: string, delayMs: number) => void
  readonly now: () => Instant
}

interface Rules {
  readonly at: Instant
  readonly isAllowed: Promise<(url: URL) => boolean>
}

/** RFC 9309, 2.4: not longer than a day. */
const RULES_LAST_MS = 24 * 3_600_000
/** RFC 9309, 2.5: at least 500 KiB are parsed. */
const READ_BYTES = 512 * 1024
/** A longer delay would stop us for good, which is the purpose of `Disallow`. */
const MAX_CRAWL_DELAY_MS = 30_000

/** The groups of a file for all agents or for us: the parser is slow with many agents and many rules. */
function ourGroups(text: string): string {
  const lines: string[] = []
  let isOurs = false
  let isInAgents = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const agent = /^\s*user-agent\s*:\s*([^#\s]*)/i.exec(line)?.[1]
    if (agent === undefined) {
      if (/^\s*(allow|disallow|crawl-delay)\s*:/i.test(line)) isInAgents = false
      if (isOurs) lines.push(line)
      continue
    }
    const isForUs = agent === '*' || ROBOT_NAME.toLowerCase().startsWith(agent.toLowerCase())
    isOurs = isForUs || (isInAgents && isOurs)
    isInAgents = true
    if (isForUs) lines.push(line)
  }
  return lines.join('\n')
}

interface RobotsFile {
  readonly crawlDelayMs: number
  readonly isAllowed: (url: URL) => boolean
}

/**
 * The rules in the `robots.txt` at an address: those for us and those for all, since not every introduction has our name.
 * The stricter one counts.
 */
export function readRobots({ href }: URL, text: string): RobotsFile {
  const robots = parseRobots(href, ourGroups(text))
  const delays = [ROBOT_NAME, '*'].map((name) => (robots.getCrawlDelay(name) ?? 0) * 1000)
  return {
    crawlDelayMs: Math.min(Math.max(...delays), MAX_CRAWL_DELAY_MS),
    isAllowed: (url) => [ROBOT_NAME, '*'].every((name) => robots.isAllowed(url.href, name) !== false),
  }
}

/** Throws when the host's `robots.txt` does not allow us to read an address. */
type CheckRobots = (url: URL, request: HostRequest) => Promise<void>

export function robotsChecker({ read, onCrawlDelay, now }: RobotsOptions): CheckRobots {
  /** By host and introduction: a host may answer one of them only. */
  const known = new Map<string, Rules>()

  async function load(host: string, request: HostRequest): Promise<(url: URL) => boolean> {
    const url = new URL(`https://${host}/robots.txt`)
    const { crawlDelayMs, isAllowed } = readRobots(url, await textAt(url, request))
    onCrawlDelay(host, crawlDelayMs)
    return isAllowed
  }

  async function textAt(url: URL, request: HostRequest): Promise<string> {
    try {
      const body = await read(url, request)
      return new TextDecoder().decode(body?.subarray(0, READ_BYTES))
    } catch (error) {
      // RFC 9309, 2.3.1.3: where there is no robots.txt, everything may be read.
      if (error instanceof RedirectFault) return ''
      throw error
    }
  }

  function rulesOf(key: string, host: string, request: HostRequest): Rules {
    const last = known.get(key)
    if (last && msOf(now()) - msOf(last.at) < RULES_LAST_MS) return last
    const rules: Rules = { at: now(), isAllowed: load(host, request) }
    known.set(key, rules)
    return rules
  }

  return async (url, request) => {
    const key = `${url.host} ${request.agent}`
    const rules = rulesOf(key, url.host, request)
    const isAllowed = await rules.isAllowed.catch((error) => {
      // While the rules cannot be read, nothing is downloaded (RFC 9309, 2.3.1.4); the next request tries again.
      if (known.get(key) === rules) known.delete(key)
      throw error
    })
    if (!isAllowed(url)) throw new UpstreamFault('refused', messageAbout(url, 'robots.txt does not allow it'))
  }
}
