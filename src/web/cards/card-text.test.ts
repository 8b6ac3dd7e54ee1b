import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CARD_FONTS } from './card-font.ts'
import { cutToWidth, drawable, drawableName, figureLines, fittingSize, wrapped } from './card-text.ts'

const STYLE = { size: 50, weight: 'bold', maxWidth: 400 } as const
const widthOf = (text: string) => CARD_FONTS.bold.width(text, STYLE.size)

describe('the font', () => {
  test.each([...'₹−…–,.×0123456789AZazé'])('has %s in both weights', (character) => {
    expect(CARD_FONTS.medium.has(character)).toBe(true)
    expect(CARD_FONTS.bold.has(character)).toBe(true)
  })

  test('gives all digits a width, and bold letters more', () => {
    expect(CARD_FONTS.medium.width('0', 100)).toBeGreaterThan(40)
    expect(CARD_FONTS.bold.width('abc', 100)).toBeGreaterThan(CARD_FONTS.medium.width('abc', 100))
  })
})

describe('a name on a card', () => {
  test.each([
    ['Latin letters with accents', 'Société Générale', 'Société Générale'],
    ['Cyrillic letters', 'Ачме Фудс', 'Ачме Фудс'],
    ['full-width letters', 'Ａｃｍｅ', 'Acme'],
    ['an emoji', 'Acme 🚀 Foods', 'Acme Foods'],
    ['line breaks and tabs', ' Acme\n\tFoods ', 'Acme Foods'],
    ['control characters', 'Ac\u0000me\u0007', 'Acme'],
    ['half a surrogate pair', 'Acme \ud83d', 'Acme'],
    ['direction controls', '\u202eAcme\u202c', 'Acme'],
    ['Devanagari, which the font lacks', 'आकाश Foods', 'Fallback'],
    ['Arabic, which the font lacks', 'شركة', 'Fallback'],
    ['emoji only', '🚀🚀', 'Fallback'],
    ['nothing', '', 'Fallback'],
  ])('of %s', (_kind, name, shown) => {
    expect(drawableName(name, 'Fallback')).toBe(shown)
  })

  test('keeps markup as text, which is escaped when it is drawn', () => {
    expect(drawableName('<b>&"', 'Fallback')).toBe('<b>&"')
  })
})

describe('a line of a card', () => {
  test('stays as it is when it fits', () => {
    expect(cutToWidth('Acme Foods', STYLE)).toBe('Acme Foods')
  })

  test('ends in an ellipsis when it is too long', () => {
    const cut = cutToWidth('Acme Foods and Beverages of India', STYLE)
    expect(cut).toMatch(/^Acme Foods .*\S…$/)
    expect(widthOf(cut)).toBeLessThanOrEqual(STYLE.maxWidth)
  })

  test('is broken between words, and its last line is cut', () => {
    const lines = wrapped('Acme Foods and Beverages of India and Nepal', STYLE, 2)
    expect(lines[0]).toBe('Acme Foods')
    expect(lines[1]).toMatch(/^and Bev.*…$/)
  })

  test('has the largest size at which it fits', () => {
    const fits = { weight: 'bold', maxWidth: 400 } as const
    expect(fittingSize('Acme', [120, 60], fits)).toBe(120)
    expect(fittingSize('Acme Foods and Beverages', [120, 60, 20], fits)).toBe(20)
    expect(fittingSize('W'.repeat(100), [120, 60, 20], fits)).toBe(20)
  })

  test('never exceeds its width, whatever the text', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 200 })
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 3 }), (name, lines) => {
        const shown = wrapped(drawableName(name, 'Fallback'), STYLE, lines)
        return shown.length <= lines && shown.every((line) => widthOf(line) <= STYLE.maxWidth)
      }),
    )
  })

  test('has no character without a glyph, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        const text = drawableName(name, 'Fallback')
        return drawable(text) === text && [...text].every((character) => CARD_FONTS.medium.has(character))
      }),
    )
  })
})

describe('a figure', () => {
  test.each([
    ['₹45', ['₹45']],
    ['₹1,315.50 on NSE', ['₹1,315.50', 'on NSE']],
    ['₹12,345–13,000', ['₹12,345–', '13,000']],
    ['₹1,047.50 to ₹1,149.50', ['₹1,047.50', 'to ₹1,149.50']],
    ['₹99,99,99,999.99', ['₹99,99,99,999.99']],
  ])('%s is broken where it does not fit, never cut', (text, lines) => {
    expect(
      figureLines(text, { one: [48, 40], two: [48, 26] }, { weight: 'bold', maxWidth: 280 }).lines,
    ).toEqual(lines)
  })
})
