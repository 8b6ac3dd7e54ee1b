import { readFileSync } from 'node:fs'
import satori from 'satori'
import { describe, expect, test } from 'vitest'
import { sharedIpoWith } from '../../../test/support/shared-ipo.ts'
import { placesOnBar } from '../kit/range-bar.tsx'
import type { Card } from './card.ts'
import { cardSvg } from './card-layout.tsx'
import { ipoCard, scoreboardCard } from './cards.ts'
import { drawable, drawableName } from './names.ts'

describe('a name on a card', () => {
  test.each([
    ['Latin letters with accents', 'Société Générale', 'Société Générale'],
    ['Cyrillic letters', 'Ачме Фудс', 'Ачме Фудс'],
    ['Devanagari', 'कमल क्षित्रि', 'कमल क्षित्रि'],
    ['Gujarati', 'ગુજરાત ક્ષેત્રિય', 'ગુજરાત ક્ષેત્રિય'],
    ['full-width letters', 'Ａｃｍｅ', 'Acme'],
    ['an emoji', 'Acme 🚀 Foods', 'Acme Foods'],
    ['line breaks and tabs', ' Acme\n\tFoods ', 'Acme Foods'],
    ['control characters', 'Ac\u0000me\u0007', 'Acme'],
    ['half a surrogate pair', 'Acme \ud83d', 'Acme'],
    ['direction controls', '\u202eAcme\u202c', 'Acme'],
    ['Arabic, which the fonts lack', 'شركة', 'Fallback'],
    ['emoji only', '🚀🚀', 'Fallback'],
    ['nothing', '', 'Fallback'],
  ])('of %s', (_kind, name, shown) => {
    expect(drawableName(name, 'Fallback')).toBe(shown)
  })

  test('has no character that the bundled fonts lack', async () => {
    const all = Array.from({ length: 0x2300 }, (_, code) => String.fromCodePoint(code)).filter(
      (one) => drawable(one) !== '',
    )
    expect(all.length).toBeGreaterThan(1000)
    const missing: string[] = []
    const fonts = ['inter-500.ttf', 'inter-700.ttf', 'noto-devanagari-700.woff', 'noto-gujarati-700.woff']
    await satori({ type: 'div', key: null, props: { children: all.join(' ') } } as never, {
      width: 1200,
      height: 600,
      fonts: fonts.map((file, i) => ({ name: String(i), data: readFileSync(`dist/fonts/${file}`) })),
      loadAdditionalAsset: async (_code, segment) => {
        missing.push(segment)
        return []
      },
    })
    expect(missing.join('')).toBe('')
  })
})

/** Where the letters of a drawing end, in pixels from the left and the top: nothing may be cut off. */
async function endOf(card: Card): Promise<{ right: number; bottom: number }> {
  const svg = await cardSvg(card, true)
  const points = [...svg.matchAll(/<path fill="[^"]*" d="([^"]*)"/g)].flatMap(([, path = '']) =>
    [...path.matchAll(/[ML](-?[\d.]+)[ ,](-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const),
  )
  return { right: Math.max(...points.map(([x]) => x)), bottom: Math.max(...points.map(([, y]) => y)) }
}

const HIGHEST = '₹99,99,99,999.99'

describe('a card shows the whole of', () => {
  test.each<[string, Parameters<typeof sharedIpoWith>[0]]>([
    ['the highest price', { figures: [{ label: 'Listed at', value: HIGHEST, note: '22 Dec 2025, NSE' }] }],
    [
      'the widest range of quotes, and its note',
      {
        figures: [
          {
            label: 'GMP (unofficial)',
            value: `−${HIGHEST} to ${HIGHEST}`,
            note: 'sources disagree, 28 Dec 2026, 1,157 days old, 17 sources',
            tone: 'doubt',
          },
          { label: 'Price band', value: `${HIGHEST}–${HIGHEST.slice(1)}` },
        ],
      },
    ],
    [
      'days of another year, and the note of an overdue listing',
      {
        dates: [
          { label: 'Opens', day: '2026-12-30' },
          { label: 'Closes', day: '2027-01-01' },
          { label: 'Allotment due by', day: '2027-01-04' },
          { label: 'Should have listed by', day: '2026-01-06', note: 'not confirmed here' },
        ],
      },
    ],
  ])('%s', async (_name, more) => {
    const { right } = await endOf(ipoCard(sharedIpoWith(more), '2026-12-30'))
    expect(right).toBeGreaterThan(400)
    expect(right).toBeLessThanOrEqual(1145)
  })

  test.each([
    'Acme Foods',
    'Acme Healthcare and Sciences',
    'ACME WAREHOUSING AND MARINE',
    'Acme Renewable Energy and Infrastructure Projects of Western India',
  ])('the days below the quotes of %s', async (name) => {
    const quotes = { lowest: 40, median: 45, highest: 50, disputed: false }
    const { right, bottom } = await endOf(ipoCard(sharedIpoWith({ name, quotes }), '2026-12-30'))
    expect(right).toBeLessThanOrEqual(1145)
    expect(bottom).toBeGreaterThan(500)
    expect(bottom).toBeLessThanOrEqual(606)
  })
})

test('a card of the scoreboard has an average only of enough listings', () => {
  expect(scoreboardCard({ n: 3, avgAbsErrorPp: 12 }).figures?.[0]?.value).toBe('3 listings')
  expect(scoreboardCard({ n: 500, avgAbsErrorPp: 12 }).figures?.[0]?.value).toBe('12.00 points')
})

test.each([
  [{ lowest: 40, median: 45, highest: 50 }, 0],
  [{ lowest: -10, median: 0, highest: 10 }, 10 / 21.5],
  [{ lowest: -10, median: -8, highest: -5 }, 1],
])('on the bar of %j the issue price is at %d', (quotes, place) => {
  const { price, low, middle, high } = placesOnBar({ ...quotes, disputed: false })
  expect(price).toBeCloseTo(place)
  for (const each of [price, low, middle, high]) expect(each >= 0 && each <= 1).toBe(true)
  expect(low <= middle && middle <= high).toBe(true)
})
