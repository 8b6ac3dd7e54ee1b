import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { displayName, slugOfName } from './names.ts'

describe('a name in capitals', () => {
  test.each([
    ['has words in title case', 'LOTUS KETTLES INDIA LIMITED', 'Lotus Kettles India Limited'],
    ['keeps a short abbreviation', 'ABH HEALTH AI LIMITED', 'ABH Health AI Limited'],
    ['keeps a word without a vowel', 'RBKL LAMPS LLP', 'RBKL Lamps LLP'],
    ['keeps single letters', 'LOTUS N REED LIMITED', 'Lotus N Reed Limited'],
    ['keeps initials', 'S.J. LAMPS LIMITED', 'S.J. Lamps Limited'],
    ['keeps a word with a digit', '3R LAMPS24 LIMITED', '3R LAMPS24 Limited'],
    ['keeps a roman numeral', 'LOTUS FUND VIII LIMITED', 'Lotus Fund VIII Limited'],
    [
      'has minor words in lower case',
      'KETTLES AND LAMPS OF THE EAST LTD.',
      'Kettles and Lamps of the East Ltd.',
    ],
    ['begins with a capital', 'THE LOTUS COMPANY LIMITED', 'The Lotus Company Limited'],
    ['knows short words', 'NEW SUN OIL PVT LTD', 'New Sun Oil Pvt Ltd'],
    ['knows short Indian words', 'OM SAI LAMPS LIMITED', 'Om Sai Lamps Limited'],
    ['has both parts of a hyphened word', 'LOTUS-REED LAMPS LIMITED', 'Lotus-Reed Lamps Limited'],
    ['has brackets', 'LOTUS KETTLES (INDIA) LIMITED', 'Lotus Kettles (India) Limited'],
    ['has an apostrophe', "PARI'S KETTLES LIMITED", "Pari's Kettles Limited"],
    ['has a sign', 'LOTUS & REED LIMITED', 'Lotus & Reed Limited'],
    ['writes a word with a vowel as a word', 'LAPU AUTO LIMITED', 'Lapu Auto Limited'],
    ['has an accent', 'CRÈME BRÛLÉE LIMITED', 'Crème Brûlée Limited'],
  ])('%s', (_name, printed, shown) => {
    expect(displayName(printed)).toBe(shown)
  })
})

test.each([
  ['in mixed case', 'Lotus KETTLES Limited'],
  ['in lower case', 'lotus kettles limited'],
  ['of one word', 'LOTUSK'],
  ['of one word with spaces', ' LOTUSK '],
  ['in another script', 'कमल केतली'],
  ['of signs and figures', '24 — 7'],
  ['that is empty', ''],
])('a name %s stays as printed', (_name, printed) => {
  expect(displayName(printed)).toBe(printed)
})

const NAMES = fc
  .array(fc.constantFrom('ACME', 'OF', 'S.J.', 'ABH', "PARI'S", '(INDIA)', '3R', '&', '-', 'LIMITED'), {
    minLength: 1,
  })
  .map((words) => words.join(' '))

test('a displayed name differs in capitals only, has the same slug, and stays the same when it is displayed again', () => {
  fc.assert(
    fc.property(NAMES, (name) => {
      const shown = displayName(name)
      expect(shown.toUpperCase()).toBe(name)
      expect(slugOfName(shown)).toBe(slugOfName(name))
      expect(displayName(shown)).toBe(shown)
    }),
  )
})
