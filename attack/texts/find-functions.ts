import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where text from outside arrives: of upstreams and files, and of visitors. A folder ends in a slash. */
const OUTSIDE: readonly string[] = [
  'src/sources/',
  'src/collect/download/',
  'src/collect/match/name-key.ts',
  'src/collect/storable-text.ts',
  'src/market/issues/names.ts',
  'src/market/calendar.ts',
  'src/market/text-order.ts',
  'src/request/',
  'src/publish/',
  'src/api/gate.ts',
  'src/api/flood-guard.ts',
  'src/feeds/byte-range.ts',
  'src/feeds/calendar-text.ts',
  'src/operate/truncated-client.ts',
  'src/web/address.ts',
  'src/web/format.ts',
]

/** The types in which text comes: as such, as bytes, as a downloaded document, as an object of JSON, as an address or a request. */
const TEXT_TYPE = /\b(string|Uint8Array|Answer|JsonObject|URL|IncomingMessage|FastifyRequest|Headers)\b/
/** An exported function, or a constant that is one. The parameters follow. */
const EXPORTED =
  /^export (?:async )?(?:function\*? (?<function>\w+)[^(]*\(|const (?<constant>\w+) =\s*(?:async )?(?:<[^(]*>)?\()/gm
/** Rules for cells and parameters, whose functions take a text. */
const EXPORTED_RULE = /^export const (?<constant>\w+): (?:CellRule|Parameter)</gm

/** The names of the exported functions of a source text that take text. */
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

/** Where the bracket closes that was opened before `from`. */
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

/** Every function of the project that receives text from outside, as FILE#NAME. */
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
