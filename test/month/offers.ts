/** What the month's documents say about two offers, derived by hand from its script. */
export const OFFERS: readonly (readonly [slug: string, offer: Readonly<Record<string, unknown>>])[] = [
  [
    'marigold-lanterns',
    {
      registrar: { name: 'KFin Technologies', allotmentUrl: 'https://ipostatus.kfintech.com/' },
      leadManagers: ['Acorn Capital Limited', 'Birch Advisors Private Limited'],
      documents: [{ kind: 'rhp', url: 'https://nsearchives.nseindia.com/content/ipo/RHP_MARIGOLD.zip' }],
      freshIssueShares: null,
      freshIssueCr: 200,
      offerForSaleShares: null,
      offerForSaleCr: 100,
      anchorShares: 2_121_212,
      marketMakerShares: null,
      employeeDiscount: 10,
      upiCutoffAt: '2031-03-12T11:30:00.000Z',
      application: [
        lots('RII', [1, 13], 15_000),
        lots('SNII', [14, 66], 15_000),
        lots('BNII', [67, null], 15_000),
        lots('EMP', [1, 35], 14_000),
      ],
      minAmount: 15_000,
      lockIns: [lockIn('2031-04-12', '2031-04-14'), lockIn('2031-06-11', '2031-06-11')],
      lastGmpOwners: 5,
    },
  ],
  [
    'tamarind-agro-foods-india',
    {
      registrar: null,
      leadManagers: null,
      documents: null,
      freshIssueShares: null,
      freshIssueCr: null,
      marketMakerShares: 175_000,
      application: [
        lots('RII', [2, 2], 120_000, 1000),
        lots('SNII', [3, 8], 120_000, 1000),
        lots('BNII', [9, null], 120_000, 1000),
      ],
      minAmount: 240_000,
    },
  ],
  [
    'quokka-pumps',
    {
      registrar: { name: 'Teak Registry Private Limited', allotmentUrl: null },
      leadManagers: ['Cedar Capital Limited'],
      documents: [{ kind: 'rhp', url: 'https://www.bseindia.com/downloads/ipo/RHP_QUOKKA.zip' }],
      upiCutoffAt: '2031-03-17T11:30:00.000Z',
      listing: { listedOn: '2031-03-20', listingPrice: 48, exchange: 'BSE', atLimit: 'lower' },
    },
  ],
]

/** Applications of a category: its lots, and the price of a lot in rupees. */
function lots(
  category: string,
  [min, max]: readonly [number, number | null],
  price: number,
  shares = 100,
): Record<string, unknown> {
  return {
    category,
    minLots: min,
    minShares: min * shares,
    minAmount: min * price,
    maxLots: max,
    maxShares: max && max * shares,
    maxAmount: max && max * price,
  }
}

/** The days on which each closed issue was due to list, as asked the day after its close. They did; 28 March is a holiday. */
export const LISTED_AS_DUE: readonly (readonly [slug: string, close: string, listed: string])[] = [
  ['marigold-lanterns', '2031-03-12', '2031-03-17'],
  ['tamarind-agro-foods-india', '2031-03-13', '2031-03-18'],
  ['quokka-pumps', '2031-03-17', '2031-03-20'],
  ['saffron-boilers', '2031-03-18', '2031-03-21'],
  ['saffron-boilers-engineering', '2031-03-21', '2031-03-26'],
  ['nilgiri-commerce-ventures', '2031-03-24', '2031-03-27'],
  ['harbour-cement-2031', '2031-03-27', '2031-04-02'],
]

/** Half of the shares of anchor investors, from the day on which the allotment is due. */
function lockIn(date: string, tradingDate: string) {
  return { kind: 'anchor', date, tradingDate, sharePct: 50, shares: 1_060_606, basis: 'expected' }
}
