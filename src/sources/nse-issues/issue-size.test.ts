import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type OfferParts, readIssueSize } from './issue-size.ts'

const UPPER_PRICE = 10_000
const partsOf = (prose: string) => {
  const { parts, unread } = readIssueSize(prose, UPPER_PRICE)
  return { parts, unread }
}

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
    expect(readIssueSize(prose, UPPER_PRICE).issueSizeCr).toBe(crore)
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
    expect(readIssueSize(prose, UPPER_PRICE).issueSizeCr).toBeNull()
  })

  test('of shares is left out while there is no price', () => {
    expect(readIssueSize('Initial Public Offer of 16,00,000 Equity Shares', null).issueSizeCr).toBeNull()
  })
})

describe('the parts of an offer', () => {
  test.each<[string, string, OfferParts]>([
    [
      'are amounts in million',
      'Initial Public Offer of Fresh Issue aggregating upto Rs. 12,300 million and Offer for Sale aggregating upto Rs.4,321.85 million',
      { freshIssueCr: 1230, offerForSaleCr: 432.185 },
    ],
    [
      'are amounts in lakh',
      'Initial Public Offer of Fresh Issue of aggregating up to Rs. 13,000 lakhs',
      { freshIssueCr: 130 },
    ],
    [
      'are shares, which an aggregate can be too',
      'Initial Public Offer comprising of Fresh Issue aggregating up to 65,43,000 Equity Shares',
      { freshIssueShares: 6543000 },
    ],
    [
      'are shares when the noun says so, whatever the currency',
      'Initial Public offer comprising Fresh Issue pf up to Rs. 31,313,000 Equity Shares and Offer for Sale of up to Rs. 11,000,000 Equity Shares',
      { freshIssueShares: 31313000, offerForSaleShares: 11000000 },
    ],
    [
      'are an amount and shares',
      'Initial Public Offer of Fresh Issue aggregating up to Rs. 5,432.11 million and Offer for Sale aggregating up to 12,345,678 Equity Shares (Including anchor portion 1,51,31,680 Equity Shares)',
      { freshIssueCr: 543.211, offerForSaleShares: 12345678, anchorShares: 15131680 },
    ],
    [
      'may have western and Indian commas in one sentence',
      'Initial Public offer comprising Fresh Issue aggregating up to Rs.810 million and Offer for Sale of up to 6,543,001 Equity Shares (including Anchor Investor portion of 21,23,456 Equity Shares)',
      { freshIssueCr: 81, offerForSaleShares: 6543001, anchorShares: 2123456 },
    ],
    [
      'are a fresh offer too',
      'Initial public offer comprising Fresh offer up to 43,21,600 equity shares and Offer for sale up to 4,00,800 equity shares (Including Market Maker Reservation Portion 2,36,000 Equity Shares and Anchor Allocation 12,34,800 Equity Shares)',
      {
        freshIssueShares: 4321600,
        offerForSaleShares: 400800,
        marketMakerShares: 236000,
        anchorShares: 1234800,
      },
    ],
    [
      'follow the whole',
      'Initial Public Issue of up to 41,00,000 equity shares comprising a Fresh Issue of 36,00,000 equity shares and an Offer for Sale of 5,00,000 equity shares (Including 2,05,000 Equity shares to be subscribed by Market Maker)',
      { freshIssueShares: 3600000, offerForSaleShares: 500000, marketMakerShares: 205000 },
    ],
    [
      'include portions twice',
      'Intial Public offer of Fresh issue 41,00,000 of Equity Shares including Market Maker portion upto 2,10,000 Equity Shares and Employee portion upto 1,10,000 Equity Shares (Including anchor portion of 11,22,400 Equity shares)',
      { freshIssueShares: 4100000, marketMakerShares: 210000, anchorShares: 1122400 },
    ],
    [
      'are the offer for sale alone, whatever the employees get',
      'Initial Public Offer of Offer for Sale of up to 2,28,58,323 Equity Shares (including Employee Reservation Portion aggregating up to Rs. 35 million and Anchor investor portion of 68,14,393 Equity Shares)',
      { offerForSaleShares: 22858323, anchorShares: 6814393 },
    ],
    [
      'are unknown where only the whole is printed',
      'Initial Public Offer of 15,43,000 Equity Shares (Including Market Maker portion of 78,200 Equity Shares)',
      { marketMakerShares: 78200 },
    ],
    [
      'may share one noun',
      'Initial public offer of Fresh issue up to 43,21,600 equity shares (Including Market Maker Reservation Portion of up to 2,16,400 and reservation for employees of 1,42,000 equity shares)',
      { freshIssueShares: 4321600, marketMakerShares: 216400 },
    ],
    [
      'may lack the word shares',
      'Initial Public Offer comprising of Offer for Sale of up to 11,09,56,631 Equity Shares (Including eligible employees reservation portion of up to 22,57,347 Equity Shares and Shareholder Reservation Portion of up to 1,10,55,629 Equity and Anchor Investor Portion of 3,63,93,095 Equity Shares)',
      { offerForSaleShares: 110956631, anchorShares: 36393095 },
    ],
    [
      'have no anchor portion before it is allotted',
      '"Initial Public Offer comprising of Fresh Issue aggregating upto\nRs. 11,000 million and Offer for Sale aggregating upto Rs. 4,000 million (including Employee Reservation Portion aggregating up to Rs. 50 million)"',
      { freshIssueCr: 1100, offerForSaleCr: 400 },
    ],
  ])('%s', (_name, prose, parts) => {
    expect(partsOf(prose)).toEqual({ parts, unread: [] })
  })
})

describe('what has no known form is left out and named', () => {
  test.each<[string, string, OfferParts, string[]]>([
    [
      'rupees without a unit',
      'Initial Public offer comprising Fresh issue of aggregating up to Rs. 2100 million and offer for sale of up to Rs.1,23,75,000',
      { freshIssueCr: 210 },
      ['the offer for sale'],
    ],
    [
      'a number of nothing',
      'Initial Public Offer of Fresh Issue of up to 31,313,000',
      {},
      ['the fresh issue'],
    ],
    [
      'millions without a currency',
      'Initial Public Offer of Fresh Issue of up to 29 million',
      {},
      ['the fresh issue'],
    ],
    [
      'no amount',
      'Initial Public Offer of Fresh Issue aggregating up to Rs. 0 million',
      {},
      ['the fresh issue'],
    ],
    [
      'half a share',
      'Initial Public Offer of Fresh Issue of 29.5 Equity Shares (including anchor portion of 12 Equity Shares)',
      { anchorShares: 12 },
      ['the fresh issue'],
    ],
    [
      'millions of shares',
      'Initial Public Offer of Fresh Issue of up to Rs. 5 million Equity Shares',
      {},
      ['the offer'],
    ],
    [
      'one number for two parts',
      'Initial Public Offer of Fresh Issue and Offer for Sale of 29,00,000 Equity Shares',
      {},
      ['the offer'],
    ],
    [
      'a part that comes twice',
      'Initial Public Offer of Fresh Issue of 29,00,000 Equity Shares and Fresh Issue of 28,00,000 Equity Shares',
      {},
      ['the offer'],
    ],
    [
      'a number after the parts',
      'Initial Public Offer of Fresh Issue of 29,00,000 Equity Shares aggregating up to Rs. 290 million',
      {},
      ['the offer'],
    ],
    [
      'parts that do not add up to the whole',
      'Initial Public Issue of up to 40,00,000 equity shares comprising a Fresh Issue of 35,00,000 equity shares and an Offer for Sale of 6,00,000 equity shares',
      {},
      ['the offer'],
    ],
    [
      'other words',
      'Initial Public Offer of Fresh Issue of 29,00,000 Equity Shares excluding the Market Maker',
      {},
      ['the offer'],
    ],
    [
      'a portion of unknown holders',
      'Initial Public Offer of Fresh Issue of 29,00,000 Equity Shares (including Strategic portion of 3,00,000 Equity Shares)',
      { freshIssueShares: 2900000 },
      ['the portions'],
    ],
    [
      'a portion of nobody',
      'Initial Public Offer of Fresh Issue of 29,00,000 Equity Shares (including 3,00,000 Equity Shares and anchor portion of 2,00,000 Equity Shares)',
      { freshIssueShares: 2900000, anchorShares: 200000 },
      ['a portion'],
    ],
    [
      'a portion of two holders',
      'Initial Public Offer of 29,00,000 Equity Shares (including anchor and market maker portion of 3,00,000 Equity Shares)',
      {},
      ['a portion'],
    ],
    [
      'a holder after its number among others',
      'Initial Public Offer of 29,00,000 Equity Shares (including anchor portion of 3,00,000 Equity Shares and 1,00,000 Equity Shares to be subscribed by Market Maker)',
      {},
      ['the portions'],
    ],
    [
      'an anchor portion in rupees',
      'Initial Public Offer of 29,00,000 Equity Shares (including anchor portion of Rs. 30 million and market maker portion of 1,00,000 Equity Shares)',
      { marketMakerShares: 100000 },
      ['the anchor portion'],
    ],
    [
      'a portion of an unknown noun',
      'Initial Public Offer of 29,00,000 Equity Shares (including market maker portion of 1,00,000)',
      {},
      ["the market maker's portion"],
    ],
    [
      'two anchor portions',
      'Initial Public Offer of Fresh Issue of 29,00,000 Equity Shares including anchor portion of 3,00,000 Equity Shares (including anchor portion of 2,00,000 Equity Shares)',
      { freshIssueShares: 2900000 },
      ['anchorShares'],
    ],
    [
      'brackets with something else',
      'Initial Public Offer of Fresh Issue of 29,00,000 Equity Shares (excluding 2,00,000 Equity Shares)',
      {},
      ['the sentence'],
    ],
    ['a sentence about something else', 'To be announced', {}, ['the sentence']],
    ['an offer without a number', 'Initial Public Offer of Fresh Issue', {}, ['the offer']],
  ])('%s', (_name, prose, parts, unread) => {
    expect(partsOf(prose)).toEqual({ parts, unread })
  })
})

test('the size is the sum of its parts, also beside a misprint of a small word', () => {
  const prose =
    'Initial Public Offer pf Fresh Issue of 29,00,000 Equity Shares & Offer for Sale of 1,00,000 Equity Shares'
  expect(readIssueSize(prose, UPPER_PRICE)).toEqual({
    issueSizeCr: 30,
    parts: { freshIssueShares: 2900000, offerForSaleShares: 100000 },
    unread: [],
  })
})

test('any numbers of shares are read as printed', () => {
  const count = fc.integer({ min: 1, max: 1_000_000_000 })
  fc.assert(
    fc.property(count, count, count, count, (fresh, sale, anchor, maker) => {
      const text = (shares: number) => `${shares.toLocaleString('en-IN')} Equity Shares`
      const prose = `Initial Public Offer of Fresh Issue of ${text(fresh)} and Offer for Sale of up to ${text(sale)} (including Market Maker portion of ${text(maker)} and Anchor Allocation of ${text(anchor)})`
      expect(partsOf(prose).parts).toEqual({
        freshIssueShares: fresh,
        offerForSaleShares: sale,
        marketMakerShares: maker,
        anchorShares: anchor,
      })
    }),
  )
})
