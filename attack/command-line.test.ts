import { expect, test } from 'vitest'
import { choiceOf, helpFor } from './command-line.ts'
import type { AttackPart } from './part.ts'

const part = (name: string): AttackPart => ({
  name,
  about: `what ${name} attacks`,
  unit: 'cases',
  fullCount: 1_000,
  sampleCount: 10,
  run: async ({ count }) => ({ tried: count, failures: [] }),
})
const PARTS = [part('requests'), part('kills')]
const newSeed = () => 42

test('without a part all of them run with their full count and a new seed', () => {
  expect(choiceOf([], PARTS, newSeed)).toEqual({ parts: PARTS, count: undefined, seed: 42 })
})

test('parts, count and seed are read', () => {
  expect(choiceOf(['kills', '--count', '5', '--seed=7'], PARTS, newSeed)).toEqual({
    parts: [PARTS[1]],
    count: 5,
    seed: 7,
  })
})

test('the help names every part and its full count', () => {
  expect(choiceOf(['--help'], PARTS, newSeed)).toBeUndefined()
  for (const { name, about } of PARTS) {
    expect(helpFor(PARTS)).toMatch(new RegExp(`${name} +${about} \\(1,000 cases\\)`))
  }
})

test.each([
  [['nothing'], 'there is no part "nothing"; there are requests, kills'],
  [['--count', '0'], '--count must be a whole number from 1 to 999999999; got "0"'],
  [['--seed', '-1'], "Option '--seed' argument is ambiguous"],
  [['--seed', 'x'], '--seed must be a whole number from 0 to 999999999; got "x"'],
  [['--fast'], "Unknown option '--fast'"],
])('%j is refused', (args, message) => {
  expect(() => choiceOf(args, PARTS, newSeed)).toThrow(message)
})
