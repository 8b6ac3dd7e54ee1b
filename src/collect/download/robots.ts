import robotsParser from 'robots-parser'
import { ROBOT_NAME } from './introductions.ts'

// The package is CommonJS, which its types do not declare.
const parseRobots = robotsParser as unknown as typeof robotsParser.default

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

export interface RobotsFile {
  readonly crawlDelayMs: number
  readonly isAllowed: (url: URL) => boolean
}

/**
 * The rules in the `robots.txt` at an address: those for us and those for all, since not every introduction has our name.
 * The stricter one counts.
 */
export function readRobots({ href }: URL, body: Uint8Array): RobotsFile {
  const text = new TextDecoder().decode(body.subarray(0, READ_BYTES))
  const robots = parseRobots(href, ourGroups(text))
  const delays = [ROBOT_NAME, '*'].map((name) => (robots.getCrawlDelay(name) ?? 0) * 1000)
  return {
    crawlDelayMs: Math.min(Math.max(...delays), MAX_CRAWL_DELAY_MS),
    isAllowed: (url) => [ROBOT_NAME, '*'].every((name) => robots.isAllowed(url.href, name) !== false),
  }
}
