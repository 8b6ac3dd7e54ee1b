import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonFaults } from './json-faults.ts'

test.each([
  ['', 'line 1, column 1: the file is empty'],
  ['  \n ', 'line 2, column 2: the file is empty'],
  ['{"a": 1,}', 'line 1, column 8: remove the comma before }'],
  ['[1,\n]', 'line 1, column 3: remove the comma before ]'],
  ['{"a" 1}', 'line 1, column 6: expected a colon after the key'],
  ['{"a": 1 "b": 2}', 'line 1, column 9: a comma is missing before this'],
  ['[{}\n{}]', 'line 2, column 1: a comma is missing before this'],
  ['{"a": "b""}', 'line 1, column 10: expected a comma or }'],
  ['{\n  // mine\n}', 'line 2, column 3: expected a key in double quotes; JSON has no comments'],
  ['[1 # one\n]', 'line 1, column 4: expected a comma or ]; JSON has no comments'],
  ["['a']", 'line 1, column 2: expected a value; texts stand in double quotes'],
  ['{a: 1}', 'line 1, column 2: expected a key in double quotes'],
  ['["a\nb"]', 'line 1, column 2: this text has no closing quote on its line'],
  ['["a', 'line 1, column 2: this text has no closing quote'],
  ['["a\tb"]', 'line 1, column 4: a tab or control character in a text must be written as \\t or \\u0000'],
  [
    '["C:\\alerts"]',
    'line 1, column 2: this text has a backslash that begins no escape; a backslash is written \\\\',
  ],
  ['{"a": [1', 'line 1, column 9: the file ends too early: a comma or ] is missing'],
  ['{"a":', 'line 1, column 6: the file ends too early: a value is missing'],
  ['{} {}', 'line 1, column 4: the file must end here, after the first object'],
  ['[01]', 'line 1, column 3: expected a comma or ]'],
  ['[tru]', 'line 1, column 2: expected a value'],
  ['{"a": 1,\r\n "a": 2}', 'line 2, column 2: this key occurs twice in one object'],
  ['{"a": 1, "\\u0061": 2}', 'line 1, column 10: this key occurs twice in one object'],
  ['['.repeat(50_000), 'line 1, column 41: more than 40 lists and objects in each other'],
])('%j', (text, fault) => {
  expect(jsonFaults(text)).toEqual([fault])
})

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('what JSON.parse accepts has no fault, unless a key occurs twice or it nests too deep', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      expect(jsonFaults(text)).toEqual([])
      expect(jsonFaults(JSON.stringify(JSON.parse(text), null, 2))).toEqual([])
    }),
  )
})

test('exactly what JSON.parse refuses has a fault', () => {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"b',
    '"',
    '1',
    '-',
    '.5',
    'e3',
    'true',
    'nul',
    ' ',
    '\n',
    '\\',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      const faults = jsonFaults(text).filter((fault) => !fault.includes('occurs twice'))
      expect(faults.length === 0).toBe(isJson(text))
    }),
    { numRuns: 3000 },
  )
})
