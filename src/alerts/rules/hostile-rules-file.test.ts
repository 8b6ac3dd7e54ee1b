import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { runs } from '../../../test/support/store.ts'
import { checkStructure, problemsIn } from './check-structure.ts'
import { AlertsFile } from './file-schema.ts'
import { parseJson } from './json-text.ts'
import { EXAMPLE_FILE, EXAMPLE_VARIABLES, verdictOn } from './rules-file.test-example.ts'

const TEXT = JSON.stringify(EXAMPLE_FILE)
const SECRETS = Object.values(EXAMPLE_VARIABLES).filter((value) => value !== '')

/** Rules or problems, never both; each problem with its place in the file, in order; and none shows a secret. */
function expectVerdict(text: string): void {
  const { rules, problems, warnings } = verdictOn(text)
  expect(rules === null).toBe(problems.length > 0)
  const lines = text.split('\n')
  const places = problems.map((problem) => {
    const [, line = 0, column = 0] = /^line (\d+), column (\d+): \S/.exec(problem)?.map(Number) ?? []
    expect(column).toBeGreaterThan(0)
    // The end of a line is a place, too.
    expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? -1) + 1)
    return line * 1e6 + column
  })
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  const shown = [...problems, ...warnings].join('\n')
  for (const secret of SECRETS) expect(shown.includes(secret)).toBe(false)
}

const schema = Compile(AlertsFile)

/** Also, what the schema refuses, and only that, is a problem of structure. */
function expectVerdictOnJson(text: string): void {
  expectVerdict(text)
  const root = parseJson(text)
  if ('text' in root) throw new Error('no JSON')
  expect(checkStructure(root, AlertsFile, problemsIn(root)).problems.length === 0).toBe(
    schema.Check(JSON.parse(text)),
  )
}

test('any JSON gives rules or problems', () => {
  fc.assert(fc.property(fc.json({ maxDepth: 5 }), expectVerdictOnJson))
})

test('any text gives rules or problems', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), expectVerdict))
})

test('a file with a part cut out, or text put in, gives rules or problems', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 5 }),
    fc.constantFrom('{', '}', '[', ']', '"', ',', ':', 'null', '\\'),
  )
  fc.assert(
    fc.property(fc.nat(TEXT.length), fc.nat(20), piece, (start, length, inserted) =>
      expectVerdict(TEXT.slice(0, start) + inserted + TEXT.slice(start + length)),
    ),
    runs(2000),
  )
})

/** The paths of all values in the example. */
const PATHS: readonly (readonly string[])[] = (function pathsIn(value: unknown): string[][] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [
        [key],
        ...pathsIn(inner).map((path) => [key, ...path]),
      ])
    : []
})(EXAMPLE_FILE)

function withValueAt(path: readonly string[], value: unknown, key: string | undefined): unknown {
  const file = structuredClone(EXAMPLE_FILE)
  const holder = path.slice(0, -1).reduce((inner: object, name) => Reflect.get(inner, name), file)
  // JSON has no further keys in an array.
  const further = Array.isArray(holder) ? undefined : key
  Object.defineProperty(holder, further ?? path.at(-1) ?? '', {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
  return file
}

test('a file with another value or a further key somewhere gives rules or problems', () => {
  const key = fc.option(
    fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('__proto__', 'constructor', 'toString')),
    {
      nil: undefined,
    },
  )
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>(
      { env: 'SMTP_PASSWORD' },
      { env: 'HOOK_SECRET' },
      { env: 'toString' },
      [],
      {},
      -0,
      1e308,
    ),
  )
  fc.assert(
    fc.property(fc.constantFrom(...PATHS), value, key, (path, other, further) =>
      expectVerdictOnJson(JSON.stringify(withValueAt(path, other, further))),
    ),
    runs(2000),
  )
})

test('names that JavaScript objects have by themselves are ordinary names', () => {
  const file = TEXT.replaceAll('"family"', '"__proto__"').replaceAll('"closing"', '"constructor"')
  const { rules, problems } = verdictOn(file)
  expect(problems).toEqual([])
  expect(rules?.channels.get('__proto__')?.settings).toMatchObject({ type: 'telegram' })
})
