import { expect, test } from 'vitest'
import { type Phrase, phrase, written } from './phrase.ts'

const day = { element: 'time' }

test.each<[string, Phrase<typeof day>, Phrase<typeof day>]>([
  [
    'keeps the order of texts and values',
    phrase`closes ${day}, ${'4:00 pm'}`,
    ['closes ', day, ', ', '4:00 pm', ''],
  ],
  ['begins with a value', phrase`${day} is ${day}`, ['', day, ' is ', day, '']],
  ['has no value', phrase`closed`, ['closed']],
])('a phrase %s', (_name, parts, expected) => {
  expect(parts).toEqual(expected)
})

test('a phrase of texts is written as one text', () => {
  expect(written(phrase`${'₹95'} + ${'₹5'} = ${'₹100'}`)).toBe('₹95 + ₹5 = ₹100')
})
