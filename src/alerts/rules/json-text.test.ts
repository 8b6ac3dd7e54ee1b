import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson, withPlaces } from './json-text.ts'

const VALUE = 'expected a value: a text in double quotes, a number, true, false, null, a list or an object'
const NO_JSON = 'this is not JSON: keys and texts stand in double quotes'

test.each([
  ['', 'line 1, column 1: the file is empty'],
  ['  \n ', 'line 2, column 2: the file is empty'],
  ['{"a": 1,}', 'line 1, column 8: remove the comma before }'],
  ['[1,\n]', 'line 1, column 3: remove the comma before ]'],
  ['[1,,2]', 'line 1, column 4: there is one comma too many'],
  ['{"a" 1}', 'line 1, column 6: expected a colon after the key'],
  ['{"a": 1\r\n "b": 2}', 'line 2, column 2: a comma is missing before this'],
  ['{"a": "b""}', 'line 1, column 10: this text has no closing quote on its line'],
  ['{\n  // mine\n}', 'line 2, column 3: JSON has no comments: remove this one'],
  ['[1 # one\n]', 'line 1, column 4: JSON has no comments: remove this one'],
  ["['a']", `line 1, column 2: ${VALUE}`],
  ['{"a": nul}', `line 1, column 7: ${VALUE}`],
  ['{a: 1}', `line 1, column 2: ${NO_JSON}`],
  ['a: 1', `line 1, column 1: ${NO_JSON}`],
  ['["a\nb"]', 'line 1, column 2: this text has no closing quote on its line'],
  [
    '["a\tb"]',
    'line 1, column 2: this text has a tab or control character, which must be written as \\t or \\u0000',
  ],
  [
    '["C:\\alerts"]',
    'line 1, column 2: this text has a backslash that begins no escape; a backslash is written \\\\',
  ],
  ['{"a": [1', 'line 1, column 9: the file ends too early: ] is missing'],
  ['{"a"', 'line 1, column 5: the file ends too early: a colon is missing'],
  ['{} {}', 'line 1, column 4: the file must end here, after the first object'],
  ['[01]', 'line 1, column 2: a number may not begin with 0'],
  ['{"at": 08:00}', 'line 1, column 8: a time stands in double quotes, such as "09:00"'],
  ['{"at": 8:00}', 'line 1, column 8: a time stands in double quotes, such as "09:00"'],
  ['{"from": 22:00, "to": 1}', 'line 1, column 10: a time stands in double quotes, such as "09:00"'],
  ['["a"5]', 'line 1, column 5: a comma is missing before this'],
  ['["a"}', 'line 1, column 5: this bracket closes another kind than the one that is open'],
  ['{"a": , "b": 1}', `line 1, column 7: ${VALUE}`],
  ['{"a" = 1}', 'line 1, column 6: expected a colon after the key'],
  ['{"a": 1,', 'line 1, column 9: the file ends too early: a key in double quotes is missing'],
  ['['.repeat(50_000), 'line 1, column 41: more than 40 lists and objects in each other'],
])('%j', (text, fault) => {
  expect(faultOf(text)).toBe(fault)
})

/** The fault of a text; `undefined` for JSON. */
function faultOf(text: string): string | undefined {
  const parsed = parseJson(text)
  return 'text' in parsed ? withPlaces(text, [parsed])[0] : undefined
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('exactly what JSON.parse refuses has a fault', () => {
  const pieces = [...'{}[],:"\\\n ', '"a"', '"b', '1', '-', '.5', '0', 'e3', 'true', 'nul', '//', '\u00a0']
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      expect(faultOf(text) === undefined).toBe(isJson(text))
    }),
    { numRuns: 3000 },
  )
})
