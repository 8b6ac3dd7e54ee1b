import { expect, test } from 'vitest'
import { Owners, publisherOf, RANK, rankOf } from './publisher.ts'

test('ranks the operator before the exchanges, and these before the trackers', () => {
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
  expect(publisherOf(name, new Owners())).toEqual({ name, owner, rank })
  expect(rankOf(name)).toBe(rank)
})

test.each([
  ['an unknown name', 'Lantern Desk'],
  ['an exchange in other letters', 'Nse'],
  ['a tracker in other letters', 'ipowatch'],
  ['a tracker without its space', 'IPOJi'],
  ['the operator in other letters', 'Operator'],
  ['a name with a space too many', 'nse '],
  ['the name of a property of every JavaScript object', 'constructor'],
])('%s is a tracker that is its own owner', (_name, source) => {
  expect(publisherOf(source, new Owners())).toEqual({ name: source, owner: source, rank: 3 })
})

test('a table of the operator belongs to the owner that its file names; built-in sources keep theirs', () => {
  const owners = new Owners([
    { name: 'Lantern Desk', owner: 'Harbour Media' },
    { name: 'IPOWatch', owner: 'Harbour Media' },
  ])
  expect(publisherOf('Lantern Desk', owners)).toEqual({
    name: 'Lantern Desk',
    owner: 'Harbour Media',
    rank: RANK.tracker,
  })
  expect(owners.of('IPOWatch')).toBe('IPOWatch')
  expect(new Owners().of('Lantern Desk')).toBe('Lantern Desk')
})
