import { expect, test } from 'vitest'
import { ownerOf, publisherOf, RANK, rankOf } from './publisher.ts'

test('the operator speaks before an exchange, and an exchange before a tracker', () => {
  expect(RANK).toEqual({ operator: 1, exchange: 2, tracker: 3 })
})

test.each([
  ['operator', 'operator', 1],
  ['nse', 'NSE', 2],
  ['bse', 'BSE', 2],
  ['InvestorGain', 'Chittorgarh group', 3],
  ['Chittorgarh', 'Chittorgarh group', 3],
  ['IPOWatch', 'IPOWatch', 3],
  ['IPO Ji', 'IPO Ji', 3],
  ['IPO Premium', 'IPO Premium', 3],
])('%s belongs to %s and has rank %i', (name, owner, rank) => {
  expect(publisherOf(name)).toEqual({ name, owner, rank })
  expect([ownerOf(name), rankOf(name)]).toEqual([owner, rank])
})

test.each([
  ['a name that nobody knows', 'Lantern Desk'],
  ['an exchange in other letters', 'Nse'],
  ['a tracker in other letters', 'ipowatch'],
  ['a tracker without its space', 'IPOJi'],
  ['the operator in other letters', 'Operator'],
  ['a name with a space too many', 'nse '],
  ['a word that every JavaScript object knows', 'constructor'],
])('%s is a tracker that owns itself', (_name, source) => {
  expect(publisherOf(source)).toEqual({ name: source, owner: source, rank: 3 })
})
