import { expect, test } from 'vitest'
import { choiceOf, helpFor } from './command-line.ts'
import type { Part } from './figure.ts'

const part = (name: string): Part => ({
  name,
  about: `what ${name} is about`,
  run: async () => ({ figures: [], notes: [] }),
})
const PARTS = [part('again'), part('proxy')]

test('without a part all of them are chosen', () => {
  expect(choiceOf([], PARTS)).toMatchObject({
    parts: PARTS,
    scale: 1,
    isWriting: false,
    isResuming: false,
    isByCpu: false,
    isSmallest: false,
  })
})

test('parts and options are read', () => {
  expect(choiceOf(['proxy', '--rounds', '5', '--seconds=1', '--scale', '.02', '--cpu'], PARTS)).toMatchObject(
    {
      parts: [PARTS[1]],
      rounds: 5,
      seconds: 1,
      scale: 0.02,
      isByCpu: true,
    },
  )
})

test('an interrupted run is resumed with --resume', () => {
  expect(choiceOf(['--resume'], PARTS)).toMatchObject({ parts: PARTS, isResuming: true })
})

test('the smallest run has one round', () => {
  expect(choiceOf(['--smallest'], PARTS)).toMatchObject({ isSmallest: true, rounds: 1 })
})

test('the help is asked for with --help, and names every part', () => {
  expect(choiceOf(['--help'], PARTS)).toBeUndefined()
  for (const { name, about } of PARTS) expect(helpFor(PARTS)).toMatch(`${name}  ${about}`)
})

test.each([
  [['nothing'], 'there is no part "nothing"; there are again, proxy'],
  [['--rounds', '0'], '--rounds must be a whole number from 1 to 9999; got "0"'],
  [['--seconds', '1.5'], '--seconds must be a whole number from 1 to 9999; got "1.5"'],
  [['--scale', '0'], '--scale must be above 0 and at most 1, such as 0.02; got "0"'],
  [['--scale', '2'], '--scale must be above 0 and at most 1, such as 0.02; got "2"'],
  [['--fast'], "Unknown option '--fast'"],
])('%j is refused', (args, words) => {
  expect(() => choiceOf(args, PARTS)).toThrow(words)
})
