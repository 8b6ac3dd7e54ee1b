import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where external text arrives: from upstreams, files and visitors. A folder ends in a slash. */
const OUTSIDE: readonly string[] = [
  'src/alerts/messages/plain-line.ts',
  'src/alerts/rules/addresses.ts',
  'src/alerts/rules/nearest-name.ts',
  'src/alerts/rules/read-alert-rules.ts',
  'src/sources/',
  'src/alerts/channels/',
  'src/cli/pieces/piece-lines.ts',
  'src/collect/download/',
  'src/collect/match/issue-finder.ts',
  'src/collect/observation.ts',
  'src/market/issues/legal-form.ts',
  'src/market/issues/names.ts',
  'src/market/issues/name-search.ts',
  'src/market/issues/registrars.ts',
  'src/market/calendar.ts',
  'src/market/named-moment.ts',
  'src/market/text-order.ts',
  'src/request/',
  'src/retry-after.ts',
  'src/store/pieces/piece.ts',
  'src/publish/',
  'src/api/headers.ts',
  'src/client/answer.ts',
  'src/feeds/downloads/daily-file-routes.ts',
  'src/feeds/calendar.ts',
  'src/mcp/arguments.ts',
  'src/mcp/message-body.ts',
  'src/web/address.ts',
  'src/web/cards/names.ts',
  'src/web/cards/name-from-slug.ts',
  'src/texts/format.ts',
  'src/web/past/moment-links.ts',
]

/** Parameter types that hold text: strings, bytes, downloaded documents, their rows, addresses, requests. */
const TEXT_TYPE =
  /\b(string|Uint8Array|DownloadedDocument|JsonObject|Row|URL|IncomingMessage|FastifyRequest|Headers)\b/
/** An exported function or function constant, up to its parameters. */
const EXPORTED =
  /^export (?:async )?(?:function\*? (?<function>\w+)[^(]*\(|const (?<constant>\w+) =\s*(?:async )?(?:<[^(]*>)?\()/gm
/** Rules for cells and parameters, whose functions receive a text. */
const EXPORTED_RULE = /^export const (?<constant>\w+)(?:: (?:CellRule|Parameter)<| = cellRule[(<])/gm

/** The names of the exported functions of a source file that receive text. */
export function functionsTakingText(source: string): string[] {
  const functions = [...source.matchAll(EXPORTED)].flatMap((found) => {
    const from = found.index + found[0].length
    const end = closingBracket(source, from)
    const { function: name, constant } = found.groups ?? {}
    const isFunction = name !== undefined || /^\s*(:[^=]*)?=>/.test(source.slice(end + 1))
    return isFunction && TEXT_TYPE.test(source.slice(from, end)) ? [name ?? constant ?? ''] : []
  })
  const rules = [...source.matchAll(EXPORTED_RULE)].map(({ groups }) => groups?.constant ?? '')
  return [...functions, ...rules]
}

/** The index of the closing bracket for the one before `from`. */
function closingBracket(source: string, from: number): number {
  let depth = 1
  let at = from
  for (; at < source.length; at++) {
    if (source[at] === '(') depth++
    if (source[at] === ')') depth--
    if (depth === 0) break
  }
  return at
}

/** All functions of the project that receive external text, as FILE#NAME. */
export function outsideFunctions(root: string): string[] {
  return globSync('src/**/*.ts', { cwd: root })
    .filter((file) => !/\.test[.-]/.test(file))
    .filter((file) =>
      OUTSIDE.some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place)),
    )
    .sort()
    .flatMap((file) =>
      functionsTakingText(readFileSync(join(root, file), 'utf8')).map((name) => `${file}#${name}`),
    )
}
