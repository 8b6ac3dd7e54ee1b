import { expect, test } from 'vitest'
import { UNNAMED_SUBJECT } from '../source.ts'
import { reportedTerms } from './offer.ts'

test('terms that were not printed are left out and not retracted', () => {
  const printed = { symbol: null, withdrawn: false, openDate: '2031-03-12', closeDate: null }
  expect(reportedTerms('NSE', { name: 'Acme Foods' }, printed)).toEqual({
    kind: 'terms',
    subject: { ...UNNAMED_SUBJECT, name: 'Acme Foods', openDate: '2031-03-12' },
    terms: { name: 'Acme Foods', exchanges: ['NSE'], withdrawn: false, openDate: '2031-03-12' },
  })
})
