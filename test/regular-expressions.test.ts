import { globSync, readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import { type ESTree, parseAst, Visitor } from 'vite'
import { expect, test } from 'vitest'

const OF_OPERATOR = 'the operator writes the text, in a setting'
const SHORT = 'the text is cut short before'
const COPY = 'a copy of an expression of this file, with other flags'
const PARTS = 'its parts are fixed words, and each run in it is followed by something else'

/** Expressions that take more than linear time for long texts, or are put together while the program runs. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/config.ts /^(named|marked|plain|[!-~][ -~]*\\/[ -~]*[!-~])?$/': OF_OPERATOR,
  'src/collect/download/introductions.ts /^[^\\s@:/,<>]+@[^\\s@:/,<>]+\\.[^\\s@:/,<>]+$/': OF_OPERATOR,
  'src/collect/download/read-address.ts /\\/+$/': OF_OPERATOR,
  'src/config.ts /\\/+$/': OF_OPERATOR,
  'src/web/deals/client-page.tsx /^[^/:@]+\\.[^:@]+$/': OF_OPERATOR,
  'src/sources/parsing/tracker-cells.ts /\\(\\s*[-+−–—]?\\s*[\\d.,]*\\s*%+\\s*\\)/g': SHORT,
  'src/sources/parsing/tracker-cells.ts /^(₹|rs\\.?)?\\s*[-–—−]*\\s*$|^n\\.?\\s?\\/?\\s?a\\.?$/i': SHORT,
  'src/collect/observation.ts /[\\da-f]*[.:][\\da-f.:]*[\\da-f]/gi': SHORT,
  'src/request/client-address.ts /\\d+$/': 'the text is an address in its shortest form',
  "src/sources/parsing/tracker-cells.ts new RegExp(`^${AMOUNT}\\\\s*(?:[-–—−]|to)\\\\s*${AMOUNT}$`, 'i')":
    SHORT,
  "src/sources/parsing/tracker-cells.ts new RegExp(`^[([]?(?:${EXCHANGES.join('|')})$`, 'i')": PARTS,
  "src/sources/parsing/dates.ts new RegExp(`\\\\d[./-]\\\\d|\\\\d(?:st|nd|rd|th)?[ -]?${MONTH}|${MONTH}[a-z]{0,6}[ -]?\\\\d`, 'i')":
    PARTS,
  'src/sources/formats/markup.ts new RegExp(TAG)': COPY,
  "src/sources/formats/markup.ts new RegExp(`(?<=[\\\\d.,])${SEAM}+(?=[\\\\d.,])`, 'g')": PARTS,
  "src/market/issues/names.ts new RegExp(expression, 'gi')": COPY,
  "src/alerts/rules/text-rules.ts new RegExp(`^\\\\s*(?:${[...BY_WORD.keys()].map(anyCase).join('|')})\\\\s*$`)":
    PARTS,
  "src/mcp/market-client.ts new RegExp(`^${endpoint.path.replace('{slug}', '([^/]+)')}$`)": PARTS,
  "src/alerts/channels/receiver-text.ts new RegExp(longestFirst.map(RegExp.escape).join('|'), 'gi')": PARTS,
}

interface Found {
  /** Its file and text, as the exceptions name it. */
  readonly name: string
  readonly isLinear: boolean
}

/** Every regular expression of a source file. */
function expressionsIn(file: string): Found[] {
  const source = readFileSync(file, 'utf8')
  const found: Found[] = []
  const built = (node: ESTree.NewExpression | ESTree.CallExpression) => {
    if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp')
      found.push({ name: `${file} ${source.slice(node.start, node.end)}`, isLinear: false })
  }
  new Visitor({
    NewExpression: built,
    CallExpression: built,
    Literal(node) {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      found.push({
        name: `${file} ${source.slice(node.start, node.end)}`,
        isLinear: isLinear(pattern, flags),
      })
    },
  }).visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return found
}

/** False for one that tries so many ways, or begins anew at so many places, that its time grows faster than its text. */
const isLinear = (source: string, flags: string): boolean =>
  analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } }).reports.length === 0

test('every regular expression takes linear time, except those with a reason', () => {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test[.-]/.test(file))
  const all = files.flatMap(expressionsIn)
  expect(all.length).toBeGreaterThan(300)
  const slow = all.filter(({ isLinear }) => !isLinear).map(({ name }) => name)
  expect(slow.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted())
})

test.each([
  ['spaces at the end', '\\s+$', false],
  ['spaces at the end, from the first', '(?<!\\s)\\s+$', true],
  ['two runs with a mark between them', '^\\d*[.,]\\d*$', true],
  ['a run that may be divided anywhere', '^\\s*a?\\s*$', false],
  ['nested runs', '^(?:a+)+$', false],
])('%s', (_what, source, isExpected) => {
  expect(isLinear(source, '')).toBe(isExpected)
})
