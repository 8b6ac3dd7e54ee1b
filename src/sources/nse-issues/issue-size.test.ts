import { describe, expect, test } from 'vitest'
import { issueSizeCr } from './issue-size.ts'

const UPPER_PRICE = 10_000

describe('the size of an issue', () => {
  test.each<[string, string, number]>([
    [
      'is an amount in million',
      'Initial Public Offer of Fresh Issue aggregating up to Rs. 5,200 million',
      520,
    ],
    [
      'is an amount in lakh',
      'Initial Public offer of Fresh issue of aggregating up to Rs. 15,000 lakhs',
      150,
    ],
    [
      'is an amount in crore',
      'Initial Public Offer of Offer for Sale aggregating upto Rs. 1,234.50 crores',
      1234.5,
    ],
    [
      'adds the offer for sale to the fresh issue',
      'Initial Public Offer comprising of Fresh Issue aggregating upto Rs.9,100 million and Offer for Sale aggregating upto Rs. 6,204.75 million.',
      1530.475,
    ],
    [
      'counts shares at the upper price',
      'Initial Public Offering of fresh Issue up to 37,00,000 Equity Shares',
      37,
    ],
    [
      'counts shares in thousands too',
      'Initial public offer of Offer for Sale of up to 7,320,000 equity shares',
      73.2,
    ],
    ['counts shares of no named part', 'Initial Public Offer of 16,00,000 Equity Shares', 16],
    ['reads a misspelt beginning', 'Intial Public offer of Fresh issue 47,00,000 of Equity Shares', 47],
    [
      'reads a fresh offer',
      'Initial public offer comprising Fresh offer up to 50,00,000 equity shares and Offer for sale up to 5,00,000 equity shares',
      55,
    ],
    [
      'adds shares to an amount',
      'Initial Public offer comprising Fresh Issue aggregating value up to Rs. 770 million and Offer for Sale of up to 20,00,000 Equity Shares',
      97,
    ],
    [
      'is not raised by portions in brackets',
      'Initial Public Offer comprising of Fresh Issue of up to 43,00,000 Equity Shares. (including Market maker portion of 2,22,000 Equity Shares, Employee Reservation Portion aggregating up to Rs. 45 million & Anchor Allocation of 11,11,200 Equity Shares)',
      43,
    ],
    [
      'is not raised by portions without brackets',
      'Initial Public Offer of Fresh Issue of 40,00,000 Equity Shares including Market Maker portion upto 2,50,000 Equity Shares (Including anchor portion of 12,00,000 Equity shares)',
      40,
    ],
    [
      'is the whole when its parts are named after it',
      'Initial Public Issue of up to 40,00,000 equity shares comprising a Fresh Issue of 35,00,000 equity shares and an Offer for Sale of 5,00,000 equity shares',
      40,
    ],
    [
      'is read in quotation marks',
      '"Initial Public Offer of Fresh Issue aggregating up to\nRs. 100 million"',
      10,
    ],
  ])('%s', (_name, prose, crore) => {
    expect(issueSizeCr(prose, UPPER_PRICE)).toBe(crore)
  })

  test.each([
    ['rupees have no unit', 'Initial Public Offer of Fresh Issue of up to Rs.1,23,45,000'],
    ['rupees are called shares', 'Initial Public Offer of Fresh Issue of up to Rs. 31,313,000 Equity Shares'],
    [
      'rupees in million are called shares',
      'Initial Public Offer of Fresh Issue of up to Rs. 5 million Equity Shares',
    ],
    ['a number has no unit', 'Initial Public Offer of Fresh Issue of up to 31,313,000'],
    ['millions have no currency', 'Initial Public Offer of Fresh Issue of up to 29 million'],
    [
      'the parts do not add up to the whole',
      'Initial Public Issue of up to 40,00,000 equity shares comprising a Fresh Issue of 35,00,000 equity shares and an Offer for Sale of 6,00,000 equity shares',
    ],
    [
      'a part has no number',
      'Initial Public Offer of Fresh Issue of up to 29,00,000 Equity Shares and Offer for Sale',
    ],
    [
      'two parts share a number',
      'Initial Public Offer of Fresh Issue and Offer for Sale of 29,00,000 Equity Shares',
    ],
    [
      'a part comes twice',
      'Initial Public Offer of Fresh Issue of 29,00,000 Equity Shares and Fresh Issue of 29,00,000 Equity Shares',
    ],
    [
      'a number follows that belongs to no part',
      'Initial Public Offer of Fresh Issue of 29,00,000 Equity Shares aggregating up to Rs. 290 million',
    ],
    [
      'other words may change the meaning',
      'Initial Public Offer of Fresh Issue of 29,00,000 Equity Shares excluding the Market Maker',
    ],
    [
      'brackets hold something else than a portion',
      'Initial Public Offer of Fresh Issue of 29,00,000 Equity Shares (excluding 2,00,000 Equity Shares)',
    ],
    [
      'a part of the issue is among the portions',
      'Initial Public Offer of 29,00,000 Equity Shares (including Offer for Sale of 2,00,000 Equity Shares)',
    ],
    [
      'a bracket is not closed',
      'Initial Public Offer of 29,00,000 Equity Shares (including 2,00,000 Equity Shares',
    ],
    ['a number is malformed', 'Initial Public Offer of 2,9,00,00 Equity Shares'],
    ['it is nothing', 'Initial Public Offer of Fresh Issue aggregating up to Rs. 0 million'],
    ['there is no number', 'Initial Public Offer of Fresh Issue'],
    ['it is not an offer', 'To be announced'],
    ['nothing is printed', ''],
  ])('is left out when %s', (_name, prose) => {
    expect(issueSizeCr(prose, UPPER_PRICE)).toBeNull()
  })

  test('of shares is left out while there is no price', () => {
    expect(issueSizeCr('Initial Public Offer of 16,00,000 Equity Shares', null)).toBeNull()
  })
})
