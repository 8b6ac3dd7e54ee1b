import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Board, Exchange } from '../facts/fact.ts'
import { allotmentCheckPages, KNOWN_REGISTRARS, registrarOf } from './registrars.ts'

describe('a known registrar', () => {
  test.each([
    ['KFin Technologies Limited', 'KFin Technologies'],
    ['KFIN TECHNOLOGIES LIMITED', 'KFin Technologies'],
    ['Kfin TechnologiesLimited', 'KFin Technologies'],
    ['K Fin Technologies Private Limited', 'KFin Technologies'],
    ['M/s. Karvy Fintech Private Limited', 'KFin Technologies'],
    ['MUFG Intime India Private Limited (Formerly Link Intime India Private Limited)', 'MUFG Intime'],
    ['Link Intime India Private Limited', 'MUFG Intime'],
    ['Bigshare Services Private Limited', 'Bigshare Services'],
    ['Cameo Corporate Service Limited', 'Cameo Corporate Services'],
    ['M.A.S. Services Limited', 'MAS Services'],
    [
      '  Integrated  Registry Management Services Private Limited ',
      'Integrated Registry Management Services',
    ],
  ])('is found in %j', (printed, name) => {
    const [, , allotmentUrl] = KNOWN_REGISTRARS.find(([, known]) => known === name) ?? []
    expect(allotmentUrl).toBeDefined()
    expect(registrarOf(printed)).toEqual({ name, allotmentUrl })
  })

  test('is the one that is named first', () => {
    expect(registrarOf('Skyline Financial Services (formerly Purva)').name).toBe('Skyline Financial Services')
    expect(registrarOf('Purva Sharegistry (formerly Skyline)').name).toBe('Purva Sharegistry')
  })
})

test.each([
  ['an unknown registrar', 'Lantern Registry Private Limited'],
  ['a pattern inside a word', 'Samudra Share Transfer Limited'],
  ['a pattern across words, from inside of one', 'Thomas Services Limited'],
  ['no letters', '—'],
])('%s keeps its name as printed and has no page', (_what, printed) => {
  expect(registrarOf(` ${printed} `)).toEqual({ name: printed, allotmentUrl: null })
})

describe('the list', () => {
  test.each(KNOWN_REGISTRARS)(
    'of the patterns %j has a usable entry for %s',
    (patterns, name, allotmentUrl) => {
      expect(registrarOf(name)).toEqual({ name, allotmentUrl })
      expect(new URL(allotmentUrl)).toMatchObject({ protocol: 'https:', href: allotmentUrl })
      for (const pattern of patterns) expect(pattern).toMatch(/^[a-z]{4,}$/)
    },
  )

  test('is the only origin of pages, whatever is printed', () => {
    const pages = [null, ...KNOWN_REGISTRARS.map(([, , allotmentUrl]) => allotmentUrl)]
    const patterns = KNOWN_REGISTRARS.flatMap(([patterns]) => patterns)
    const text = fc.array(fc.oneof(fc.string(), fc.constantFrom(...patterns)), { maxLength: 5 })
    fc.assert(
      fc.property(text, (pieces) => {
        expect(pages).toContain(registrarOf(pieces.join('')).allotmentUrl)
      }),
    )
  })
})

test.each<[Board, readonly Exchange[] | null, readonly (readonly [Exchange, boolean])[]]>([
  ['MAINBOARD', ['NSE', 'BSE'], [['BSE', false]]],
  ['MAINBOARD', ['NSE'], [['BSE', false]]],
  ['MAINBOARD', null, [['BSE', false]]],
  ['SME', ['BSE'], [['BSE', false]]],
  ['SME', ['NSE'], [['NSE', true]]],
  ['SME', null, []],
])('an application in a %s issue on %j can be checked at %j', (board, exchanges, expected) => {
  const pages = allotmentCheckPages(board, exchanges)
  expect(pages.map(({ exchange, needsLogin }) => [exchange, needsLogin])).toEqual(expected)
  for (const { exchange, url } of pages)
    expect(new URL(url).hostname).toBe(`www.${exchange.toLowerCase()}india.com`)
})
