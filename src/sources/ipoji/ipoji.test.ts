import { expect, test } from 'vitest'
import { ipoji } from './ipoji.ts'

test('one page is requested, whatever the time', () => {
  expect(ipoji.plan({ now: '2031-03-12T14:30:00.000Z', days: [], lastRead: () => null })).toEqual([
    { document: 'gmp', url: 'https://ipoji.com/ipo-gmp', expects: 'html' },
  ])
})
