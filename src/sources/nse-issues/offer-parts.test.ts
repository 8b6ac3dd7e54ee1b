import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type OfferParts, offerParts } from './offer-parts.ts'

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
    expect(offerParts(prose)).toEqual({ parts, unread: [] })
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
    expect(offerParts(prose)).toEqual({ parts, unread })
  })
})

test('any numbers of shares are read as printed', () => {
  const count = fc.integer({ min: 1, max: 1_000_000_000 })
  fc.assert(
    fc.property(count, count, count, count, (fresh, sale, anchor, maker) => {
      const text = (shares: number) => `${shares.toLocaleString('en-IN')} Equity Shares`
      const prose = `Initial Public Offer of Fresh Issue of ${text(fresh)} and Offer for Sale of up to ${text(sale)} (including Market Maker portion of ${text(maker)} and Anchor Allocation of ${text(anchor)})`
      expect(offerParts(prose).parts).toEqual({
        freshIssueShares: fresh,
        offerForSaleShares: sale,
        marketMakerShares: maker,
        anchorShares: anchor,
      })
    }),
  )
})
