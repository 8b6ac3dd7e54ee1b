import { describe, expect, test } from 'vitest'
import { UNNAMED_SUBJECT } from '../source.ts'
import {
  companiesFrom,
  DOCUMENT_ADDRESS,
  employeeDiscountFrom,
  packedCompaniesFrom,
  reportedTerms,
  upiCutoff,
} from './offer.ts'

test('terms that were not printed are left out and not retracted', () => {
  const printed = { symbol: null, withdrawn: false, openDate: '2031-03-12', closeDate: null }
  expect(reportedTerms('NSE', { name: 'Acme Foods' }, printed)).toEqual({
    kind: 'terms',
    subject: { ...UNNAMED_SUBJECT, name: 'Acme Foods', openDate: '2031-03-12' },
    terms: { name: 'Acme Foods', exchanges: ['NSE'], withdrawn: false, openDate: '2031-03-12' },
  })
})

test.each<[string, readonly string[]]>([
  ['Fig Capital Limited', ['Fig Capital Limited']],
  [' Fig  Capital\nLimited. ', ['Fig Capital Limited']],
  [
    'Fig Capital Limited and Elm Advisors Private Limited',
    ['Fig Capital Limited', 'Elm Advisors Private Limited'],
  ],
  ['F and A Capital Limited', ['F and A Capital Limited']],
  [
    'Fig Capital Limited, Elm Advisory and Securities (India) Private Limited, Oak Ltd. and Ash LLP.',
    ['Fig Capital Limited', 'Elm Advisory and Securities (India) Private Limited', 'Oak Ltd.', 'Ash LLP'],
  ],
  ['Fig Limited, Elm Limited, and Oak Limited', ['Fig Limited', 'Elm Limited', 'Oak Limited']],
  ['Fig Limited, Elm Limited & Oak Limited,', ['Fig Limited', 'Elm Limited', 'Oak Limited']],
  ['Fig Limited; Elm Limited', ['Fig Limited', 'Elm Limited']],
  [
    'Fig Limited (formerly known as Elm and Oak Limited), Ash Limited (India)',
    ['Fig Limited (formerly known as Elm and Oak Limited)', 'Ash Limited (India)'],
  ],
])('the companies of %j', (text, names) => {
  expect(companiesFrom(text)).toEqual(names)
})

test.each(['', ' ', 'Fig and Sons', 'Fig Limited, Elm', 'Fig Limited (formerly Elm Limited, Oak Limited'])(
  'no companies are guessed from %j',
  (text) => {
    expect(companiesFrom(text)).toBeNull()
  },
)

test.each([
  'Fig Capital Limited Elm Advisors Limited',
  'Fig Limited / Elm Limited',
  'Fig Limited\nElm Limited',
  '1. Fig Limited 2. Elm Limited',
])('several companies without a separator are not one: %j', (text) => {
  expect(companiesFrom(text)).toBeNull()
})

test.each<[string, readonly string[] | null]>([
  ['Fig Limited^1 High Street||||||||a@b.example|A Person', ['Fig Limited']],
  ['Fig Limited', ['Fig Limited']],
  ['Fig Limited^||#Elm\nLimited^2 High Street||~Fig Limited^3||', ['Fig Limited', 'Elm Limited']],
  ['Fig Limited^Flat #3, High Street||', null],
  ['^1 High Street||', null],
  ['Fig Limited|a@b.example', null],
  ['#', null],
])('the companies packed in %j', (text, names) => {
  expect(packedCompaniesFrom(text)).toEqual(names)
})

test.each<[string, number | null]>([
  ['Rs. 80 per equity share to Eligible Employees', 8000],
  ['Rs.80/- per Equity Share to Eligible Employees', 8000],
  ['₹7.50 per equity share for the Eligible Employees', 750],
  ['/EMP Discount of Rs 39 -/', 3900],
  ['/Employee Discount of Rs 76 to Eligible Employees', 7600],
  ['/Discount of Rs 21/- available for Employees bidding in the Employee Reservation Portion', 2100],
  ['/Discount of Rs 5 for employees', 500],
  ['Rs. 80 per equity share', null],
  ['Rs. 80 per equity share to Retail Investors and Eligible Employees', null],
  ['Discount of 5% to Eligible Employees', null],
  ['Discount of 80 to Eligible Employees', null],
  ['Rs. 80 to Rs. 90 per equity share to Eligible Employees', null],
  ['Rs. 0 per equity share to Eligible Employees', null],
  ['Rs. 1,2 per equity share to Eligible Employees', null],
  ['Eligible Employees', null],
  ['', null],
])('the discount in %j is %s paise', (text, paise) => {
  expect(employeeDiscountFrom(text, null)).toBe(paise)
})

test('a discount is below the lowest price', () => {
  const text = 'Rs. 80 per equity share to Eligible Employees'
  expect(employeeDiscountFrom(text, 8001)).toBe(8000)
  expect(employeeDiscountFrom(text, 8000)).toBeNull()
})

test.each<[string, string | null]>([
  [
    'https://nsearchives.nseindia.com/content/ipo/RHP_FIG.zip',
    'https://nsearchives.nseindia.com/content/ipo/RHP_FIG.zip',
  ],
  ['https://www.bseindia.com/ipo/RHP & GID.zip', 'https://www.bseindia.com/ipo/RHP%20&%20GID.zip'],
  [' https://listing.bseindia.com/Download//a.pdf ', 'https://listing.bseindia.com/Download//a.pdf'],
  ['https://bseindia.com/a.pdf', 'https://bseindia.com/a.pdf'],
  ['http://www.nseindia.com/a.pdf', null],
  ['https://www.nseindia.com.example.com/a.pdf', null],
  ['https://evilnseindia.com/a.pdf', null],
  ['https://example.com/nseindia.com/a.pdf', null],
  ['https://a:b@www.nseindia.com/a.pdf', null],
  ['https://www.nseindia.com:8443/a.pdf', null],
  ['https://www.nseindia.com/', null],
  ['https://www.bseindia.com/Download/E:\\disk\\a.pdf', null],
  ['RHP_FIG.zip', null],
  ['https://', null],
  ['', null],
])('the document of %j is %j', (text, address) => {
  expect(DOCUMENT_ADDRESS.from(text)).toBe(address)
})

const CUTOFF = upiCutoff('upi-cutoff', null)

describe('the last moment for UPI mandates', () => {
  test.each([
    '02-Jul-2027 (upto 5:00 PM)',
    '02-Jul-2027(upto 5:00 PM) The cut-off time for UPI mandate acceptance is 05:00 PM on last day',
    '02-jul-2027 (upto 5:00 PM) The new cut-off time for UPI mandate acceptance is 05:00 PM on last day',
    '2-July-2027 (Upto 5.00 pm)',
    '02 JULY 2027 (up to 5 pm)',
    '02nd July 2027\n(upto 05.00 p.m.)',
    '02-Jul-2027 upto 5:00 PM',
  ])('is read from %j', (text) => {
    expect(CUTOFF.from(text)).toBe('2027-07-02T11:30:00.000Z')
  })

  test('at noon is not at midnight', () => {
    expect(CUTOFF.from('02-Jul-2027 (upto 12.00 PM)')).toBe('2027-07-02T06:30:00.000Z')
  })

  test.each([
    '05th Octomber 2027 (upto 5:00 PM)',
    '31-Jun-2027 (upto 5:00 PM)',
    '02-Jul-2027',
    '02-Jul-2027 (upto 5:00)',
    '02-Jul-2027 (upto 17:00 PM)',
    '02-Jul-2027 (upto 5:70 PM)',
    '02-Jul-2027 (upto 5:00 PM) extended to 6 PM',
    'upto 5:00 PM',
    '',
  ])('is not guessed from %j', (text) => {
    expect(CUTOFF.from(text)).toBeNull()
  })

  test.each<[string, boolean]>([
    ['2027-07-02', true],
    ['2027-07-01', true],
    ['2027-06-25', true],
    ['2027-07-03', false],
    ['2027-06-24', false],
    ['2028-07-02', false],
  ])('of an issue that closes on %s is plausible: %s', (closeDate, isPlausible) => {
    const cutoff = upiCutoff('upi-cutoff', closeDate).from('02-Jul-2027 (upto 5:00 PM)')
    expect(cutoff !== null).toBe(isPlausible)
  })
})
