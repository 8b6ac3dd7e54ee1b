import { describe, expect, test } from 'vitest'
import { isTrustName, isTrustType } from './names.ts'

describe('the name of a trust', () => {
  test.each([
    'Lotus Roads Trust',
    'LOTUS ROADS TRUST',
    'Lotus Roads Trust InvIT',
    'Lotus Roads InvIT',
    'Lotus Roads Invit',
    'Lotus Roads (InvIT)',
    'Reed Offices REIT',
    'Reed Offices SM REIT',
    'Reed Infra Investment Trust',
    'Reed Infrastructure Trust',
    'Reed Investment Trust - Second Tower',
  ])('%s', (name) => {
    expect(isTrustName(name)).toBe(true)
  })

  test.each([
    'Lotus Roads',
    'Trust',
    'Trust Foods',
    'Trustworthy Lamps',
    'Lotus Trust Foods',
    'Lotus Trust Limited',
    'Lotus Investment Trust Ltd.',
    'Invitro Labs',
    'Streit Lamps',
    'Entrust',
    'Lotus Invitations',
    '',
  ])('not that of a company: "%s"', (name) => {
    expect(isTrustName(name)).toBe(false)
  })
})

test.each([
  ['InvIT', true],
  ['reit', true],
  ['SM REIT', true],
  ['Real Estate Investment Trusts (REITs) ', true],
  ['Mainboard', false],
  ['SME', false],
  ['Equity Shares', false],
  ['', false],
])('the type "%s" is of units: %s', (type, expected) => {
  expect(isTrustType(type)).toBe(expected)
})
