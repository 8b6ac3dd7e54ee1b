import { expect, test } from 'vitest'
import { readLine } from '../facts-file/read-line.ts'
import { Unreadable } from '../source.ts'
import { MAX_DEPTH, readJson } from './json.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('a document that nests as much as is allowed is parsed', () => {
  expect(JSON.stringify(readJson(nested(MAX_DEPTH)))).toBe(nested(MAX_DEPTH))
})

test.each([MAX_DEPTH + 1, 10_000, 1_000_000])(
  'a document that nests %i lists has an unknown layout',
  (depth) => {
    expect(() => readJson(nested(depth))).toThrow(Unreadable)
    expect(() => readJson(`{"a":${nested(depth)}}`)).toThrow(/nests more than/)
  },
)

test.each([
  ['side by side', `[${'[],'.repeat(1_000)}[]]`],
  ['in a text', JSON.stringify('['.repeat(1_000))],
  ['in a text after an escaped quote', JSON.stringify(`"${'{'.repeat(1_000)}`)],
])('brackets %s are not nested', (_where, body) => {
  expect(JSON.stringify(readJson(body))).toBe(body)
})

test('a line of a facts file that nests too much is refused', () => {
  expect(readLine(`{"fact":${nested(100_000)}}`, 7)).toEqual({
    line: 7,
    reason: expect.stringMatching(/^nests more than 100 lists and objects/),
  })
})
