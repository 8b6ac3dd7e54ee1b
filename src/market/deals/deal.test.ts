import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEAL_KINDS, DEAL_TYPES, type DealFact } from '../facts/fact.ts'
import { croreOf, dealKey, dealValue } from './deal.ts'

const DEAL: DealFact = {
  fact: 'deal',
  exchange: 'NSE',
  kind: 'BULK',
  tradeDate: '2026-01-21',
  symbol: 'LOTUS',
  securityName: 'Lotus Kettles Limited',
  clientName: 'MONSOON FUND',
  dealType: 'BUY',
  quantity: 81_000,
  price: 12_850,
  source: 'nse',
  printed: null,
  url: null,
}

test('distinguishes purchases from sales, and bulk from block deals', () => {
  expect([DEAL_TYPES, DEAL_KINDS]).toEqual([
    ['BUY', 'SELL'],
    ['BULK', 'BLOCK'],
  ])
})

describe('the value in crore has four decimals', () => {
  test.each<[string, number, number, number]>([
    ['a crore is ten million rupees', 100_000, 10_000, 1],
    // 81,000 x 128.50 = 10,408,500 rupees = 1.04085 crore: a half of the last decimal.
    ['a half goes up', 81_000, 12_850, 1.0409],
    ['a small deal is real', 2_000, 1_844, 0.0037],
    ['half of the smallest step counts', 1, 50_000, 0.0001],
    ['a paisa less is zero', 1, 49_999, 0],
    ['a deal at no price is worth nothing', 1_000, 0, 0],
    ['the largest deals stay exact', 1_234_567_890, 720, 888.8889],
  ])('%s', (_name, quantity, price, valueCr) => {
    expect(croreOf(dealValue({ quantity, price }))).toBe(valueCr)
  })

  test('the exact value is quantity times price, in paise', () => {
    expect(dealValue({ quantity: 81_000, price: 12_850 })).toBe(1_040_850_000)
  })

  test('can be recomputed from quantity and price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 1, max: 10_000_000 }),
        (quantity, price) => {
          // One ten-thousandth of a crore is 1,000 rupees, 100,000 paise.
          const steps = (BigInt(quantity) * BigInt(price) + 50_000n) / 100_000n
          expect(croreOf(dealValue({ quantity, price }))).toBe(Number(steps) / 10_000)
        },
      ),
    )
  })
})

describe('two disclosures are the same row', () => {
  test.each<[string, Partial<DealFact>]>([
    ['when nothing differs', {}],
    ['whichever source reported them', { source: 'operator' }],
    ['however the security is spelled', { securityName: 'LOTUS KETTLES LTD' }],
    [
      'however it was printed, wherever it was read',
      { printed: '81,000', url: 'https://exchange.example/bulk' },
    ],
  ])('%s', (_name, other) => {
    expect(dealKey({ ...DEAL, ...other })).toBe(dealKey(DEAL))
  })

  test('whenever they were recorded', () => {
    const recorded = { ...DEAL, recorded: '2026-01-21T14:00:00.000Z', id: 7 }
    expect(dealKey(recorded)).toBe(dealKey(DEAL))
  })
})

describe('two disclosures are different rows', () => {
  test.each<[string, Partial<DealFact>]>([
    ['on another exchange', { exchange: 'BSE' }],
    ['in another list', { kind: 'BLOCK' }],
    ['on another day', { tradeDate: '2026-01-22' }],
    ['of another symbol', { symbol: 'LOTUS-RE' }],
    ['of another client', { clientName: 'MONSOON FUND II' }],
    ['on the other side', { dealType: 'SELL' }],
    ['of another quantity', { quantity: 81_001 }],
    ['at another price', { price: 12_851 }],
    ['of a client in other letters, since names are as disclosed', { clientName: 'Monsoon Fund' }],
  ])('%s', (_name, other) => {
    expect(dealKey({ ...DEAL, ...other })).not.toBe(dealKey(DEAL))
  })

  test('even when a name contains the separator of the key', () => {
    const texts = fc.string({ unit: fc.constantFrom('A', ',', '"', '\\', '[', ' '), maxLength: 4 })
    fc.assert(
      fc.property(texts, texts, texts, texts, (symbol, clientName, otherSymbol, otherClient) => {
        const isSame = symbol === otherSymbol && clientName === otherClient
        const keys = [
          dealKey({ ...DEAL, symbol, clientName }),
          dealKey({ ...DEAL, symbol: otherSymbol, clientName: otherClient }),
        ]
        expect(keys[0] === keys[1]).toBe(isSame)
      }),
      { numRuns: 1_000 },
    )
  })
})
