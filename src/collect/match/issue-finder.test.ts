import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { begins, nameKeys } from './issue-finder.ts'

const joined = (name: string) => nameKeys(name).map((key) => key.joined)

describe('names that are the same', () => {
  test.each([
    ['capitals', 'MARIGOLD AGRO LIMITED', 'Marigold Agro Limited'],
    ['legal words', 'Marigold Agro Private Ltd.', 'Marigold Agro'],
    ['& and "and"', 'Pestle & Mortar Foods', 'Pestle and Mortar Foods'],
    ['dots and spaces between initials', 'Q.V. Switchgears Limited', 'Q.V.Switchgears Ltd.'],
    ['a space more or less', 'Blue Heron Tech', 'BlueHeron Tech'],
    ['a hyphen', 'Blue-Heron Tech', 'Blue Heron Tech'],
    ['an apostrophe', 'Tara’s Kitchen', "Tara's Kitchen"],
    ['an accent', 'Café Indigo', 'Cafe Indigo'],
    ['IPO at the end', 'Marigold Limited IPO', 'Marigold Limited'],
    ['the board at the end', 'Marigold NSE SME', 'Marigold'],
    ['all board words at the end', 'Marigold BSE SME IPO', 'Marigold'],
    ['the board in brackets', 'Marigold Agro (MAINBOARD)', 'Marigold Agro'],
    ['a part of the name in brackets', 'Marigold Asset (Management)', 'Marigold Asset Management'],
    ['what an exchange appends', 'Marigold Agro Limited - Postponed', 'Marigold Agro Limited'],
  ])('%s', (_name, a, b) => {
    expect(joined(a)[0]).toBe(joined(b)[0])
  })
})

describe('the keys of a name', () => {
  test.each<[string, string, string[]]>([
    ['without brackets: one', 'Marigold Agro Limited', ['marigoldagro']],
    [
      'with brackets: whole, then without',
      'Marigold Agro (India) Limited',
      ['marigoldagroindia', 'marigoldagro'],
    ],
    [
      'with two pairs of brackets',
      'Marigold (India) Tools (MAT) Limited',
      ['marigoldindiatoolsmat', 'marigoldtools'],
    ],
    ['a board in brackets is no part of it', 'Marigold (India) (SME)', ['marigoldindia', 'marigold']],
    ['nothing but brackets', '(Marigold)', ['marigold']],
    ['a board word within the name stays', 'SME Lenders of Bihar', ['smelendersofbihar']],
    ['a name that is one board word stays', 'BSE', ['bse']],
    ['no letters: none', ' — ', []],
    ['nothing: none', '', []],
  ])('%s', (_name, name, keys) => {
    expect(joined(name)).toEqual(keys)
  })
})

describe('a beginning', () => {
  const isBeginning = (a: string, b: string) => {
    const [x] = nameKeys(a)
    const [y] = nameKeys(b)
    if (!x || !y) throw new Error('a name without a key')
    return begins(x, y)
  }

  test.each<[string, string, string, boolean]>([
    ['of whole words', 'Marigold Agro', 'Marigold Agro Industries Limited', true],
    ['of one word', 'Marigold', 'Marigold Agro Industries Limited', true],
    ['of six letters', 'Garnet', 'Garnet Tools Limited', true],
    ['of five letters is too short', 'Topaz', 'Topaz Tools Limited', false],
    ['that ends within a word is none', 'Metalcraf', 'Metalcraft Ventures', false],
    [
      'that two words share up to their last letter is none',
      'Metalcraft Ventures',
      'Metalcrafts Plasma',
      false,
    ],
    ['a longer word is none', 'Metalcraft', 'Metalcrafts Plasma Systems', false],
    ['run together, ending where a word ends', 'BlueHeron', 'Blue Heron Tech', true],
    ['run together, not ending where a word ends', 'BlueHer', 'Blue Heron Tech', false],
    ['the end of a name is none', 'Industries', 'Marigold Industries', false],
    ['the same name', 'Marigold Agro', 'Marigold Agro Limited', true],
  ])('%s', (_name, a, b, expected) => {
    expect(isBeginning(a, b)).toBe(expected)
    expect(isBeginning(b, a)).toBe(expected)
  })
})

test('a name has the same key however it is capitalised, spaced and ended', () => {
  const word = fc.stringMatching(/^[a-z]{3,9}$/)
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(' Limited', ' LTD.', ' Ltd', ''),
      (words, ending) => {
        const plain = words.join(' ')
        expect(joined(`${plain.toUpperCase().replaceAll(' ', '  ')}${ending}`)[0]).toBe(joined(plain)[0])
      },
    ),
  )
})
