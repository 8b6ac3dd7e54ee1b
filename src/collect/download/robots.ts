import robotsParser from 'robots-parser'
import { type Instant, msOf } from '../../market/calendar.ts'
import { messageAbout, RedirectFault, UpstreamFault } from './upstream-fault.ts'
import { AGENT } from './user-agent.ts'

// The package is CommonJS, which its types do not declare.
const parseRobots = robotsParser as unknown as typeof robotsParser.default

export interface RobotsOptions {
  /** The body of an answer with status 200, `undefined` for any other answer. */
  readonly read: (url: URL, ownHost: string | undefined) => Promise<Uint8Array | undefined>
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
    const isForUs = agent === '*' || AGENT.toLowerCase().startsWith(agent.toLowerCase())
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

/** The rules for us in the `robots.txt` at an address. */
export function readRobots({ href }: URL, text: string): RobotsFile {
  const robots = parseRobots(href, ourGroups(text))
  return {
    crawlDelayMs: Math.min((robots.getCrawlDelay(AGENT) ?? 0) * 1000, MAX_CRAWL_DELAY_MS),
    isAllowed: (url) => robots.isAllowed(url.href, AGENT) !== false,
  }
}

/** Throws when the host's `robots.txt` does not allow us to read an address. */
export type CheckRobots = (url: URL, options: { readonly ownHost?: string }) => Promise<void>

export function robotsChecker({ read, onCrawlDelay, now }: RobotsOptions): CheckRobots {
  const rulesByHost = new Map<string, Rules>()

  async function load(host: string, ownHost: string | undefined): Promise<(url: URL) => boolean> {
    const url = new URL(`https://${host}/robots.txt`)
    const { crawlDelayMs, isAllowed } = readRobots(url, await textAt(url, ownHost))
    onCrawlDelay(host, crawlDelayMs)
    return isAllowed
  }

  async function textAt(url: URL, ownHost: string | undefined): Promise<string> {
    try {
      const body = await read(url, ownHost)
      return new TextDecoder().decode(body?.subarray(0, READ_BYTES))
    } catch (error) {
      // RFC 9309, 2.3.1.3: where there is no robots.txt, everything may be read.
      if (error instanceof RedirectFault) return ''
      throw error
    }
  }

  function rulesOf(host: string, ownHost: string | undefined): Rules {
    const known = rulesByHost.get(host)
    if (known && msOf(now()) - msOf(known.at) < RULES_LAST_MS) return known
    const rules: Rules = { at: now(), isAllowed: load(host, ownHost) }
    rulesByHost.set(host, rules)
    return rules
  }

  return async (url, { ownHost }) => {
    const rules = rulesOf(url.host, ownHost)
    const isAllowed = await rules.isAllowed.catch((error) => {
      // While the rules cannot be read, nothing is downloaded (RFC 9309, 2.3.1.4); the next request tries again.
      if (rulesByHost.get(url.host) === rules) rulesByHost.delete(url.host)
      throw error
    })
    if (!isAllowed(url)) throw new UpstreamFault('refused', messageAbout(url, 'robots.txt does not allow it'))
  }
}
