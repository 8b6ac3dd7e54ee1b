/** A word of the market, and what it means in one plain sentence. */
interface Word {
  readonly word: string
  readonly means: string
}
type Words = Readonly<Record<string, Word>>

const offer = {
  ipo: {
    word: 'IPO',
    means:
      'Initial public offering: a company sells its shares to the public for the first time, and they are then traded on an exchange.',
  },
  mainboard: {
    word: 'Mainboard',
    means:
      'The main market of NSE and BSE, for larger companies; one lot usually costs a little less than ₹15,000.',
  },
  sme: {
    word: 'SME',
    means:
      'The market of NSE and BSE for small and medium companies: an application costs more than ₹2 lakh, and the shares can be hard to sell.',
  },
  'price-band': {
    word: 'Price band',
    means: 'The lowest and the highest price at which you can bid for one share.',
  },
  'issue-price': {
    word: 'Issue price',
    means: 'The final price of one share, fixed after bidding and usually the top of the price band.',
  },
  'face-value': {
    word: 'Face value',
    means:
      'The value of a share in the company’s books, often ₹10, ₹2 or ₹1; it says nothing about what the share is worth.',
  },
  lot: {
    word: 'Lot',
    means: 'A fixed number of shares: you apply for one or more whole lots, in an SME IPO for at least two.',
  },
  'issue-size': {
    word: 'Issue size',
    means: 'The value of all shares on sale in the IPO, in crore rupees (1 crore is 1,00,00,000).',
  },
  'fresh-issue': {
    word: 'Fresh issue',
    means: 'New shares: the money for them goes to the company.',
  },
  'offer-for-sale': {
    word: 'Offer for sale (OFS)',
    means: 'Shares that present owners sell: the money for them goes to those owners, not to the company.',
  },
  rhp: {
    word: 'RHP',
    means:
      'Red herring prospectus: the offer document, with the business, the accounts and the risks, published before bidding opens.',
  },
  'lead-manager': {
    word: 'Lead manager',
    means: 'The merchant bank that prepares the IPO and sells it for the company.',
  },
  isin: { word: 'ISIN', means: 'A code of 12 characters that names one share worldwide.' },
  'market-maker': {
    word: 'Market maker',
    means: 'A broker that must offer to buy and sell an SME share, and gets a part of the IPO for it.',
  },
} as const satisfies Words

const applying = {
  demat: {
    word: 'Demat account',
    means: 'The account that holds your shares electronically; you need one to apply.',
  },
  upi: {
    word: 'UPI mandate',
    means:
      'The request in your UPI app to block the money for your bid; if you do not approve it in time, the bid does not count.',
  },
  asba: {
    word: 'Blocked money (ASBA)',
    means:
      'Your money stays in your bank account, where you cannot spend it, and is debited only for shares you are allotted.',
  },
  'cut-off': {
    word: 'Cut-off price',
    means:
      'You accept whatever issue price is fixed; the top of the price band is blocked for it, and only small applications may choose it.',
  },
  retail: {
    word: 'Retail',
    means:
      'Individuals who apply for up to ₹2 lakh in a mainboard IPO; they have a part of the shares to themselves.',
  },
  individual: {
    word: 'Individual (SME)',
    means: 'In an SME IPO, people who apply for exactly two lots, which is the least one can apply for.',
  },
  hni: {
    word: 'HNI or NII',
    means:
      'Applications above ₹2 lakh that are not from institutions: “high net-worth” or, officially, “non-institutional” investors.',
  },
  shni: { word: 'sHNI', means: 'Small HNI: applications above ₹2 lakh and up to ₹10 lakh.' },
  bhni: { word: 'bHNI', means: 'Big HNI: applications above ₹10 lakh.' },
  qib: {
    word: 'QIB',
    means: 'Qualified institutional buyers: mutual funds, banks, insurers and foreign funds.',
  },
  anchor: {
    word: 'Anchor',
    means:
      'Institutions that buy a part of the shares before bidding opens and must keep them for a while; that part is not in the subscription.',
  },
  employees: {
    word: 'Employees, shareholders',
    means: 'Groups for whom some companies set shares aside; employees may also get a discount.',
  },
} as const satisfies Words

const after = {
  subscription: {
    word: 'Subscription (times)',
    means: 'Shares bid for, divided by shares on offer: 3× means three bids for every share.',
  },
  'bidding-day': {
    word: 'Day 1 of 3',
    means:
      'An IPO takes bids for at least three working days; most bids come on the last, so early figures say little.',
  },
  final: { word: 'Final', means: 'The figure when bidding had ended: it does not change any more.' },
  allotment: {
    word: 'Allotment',
    means: 'Who gets how many shares; if too many applied, small applications are drawn by lot.',
  },
  registrar: {
    word: 'Registrar',
    means: 'The company that works out the allotment; its website tells you whether you got shares.',
  },
  refund: {
    word: 'Refund',
    means: 'The end of the block on money for shares you did not get; it never left your account.',
  },
  credit: { word: 'Credit', means: 'The shares you were allotted arrive in your demat account.' },
  'working-day': {
    word: 'T+3',
    means:
      'The timetable: allotment on the first working day after closing (T), credit on the second, listing on the third.',
  },
  due: {
    word: 'Due',
    means:
      'A day that we calculate from the timetable because none was announced yet; the exchange may announce another.',
  },
  'lock-in': {
    word: 'Lock-in',
    means:
      'The time in which an investor may not sell: for anchor investors 30 days from the allotment for half of their shares, and 90 days for the rest.',
  },
  listing: { word: 'Listing', means: 'The first day on which the share is traded on an exchange.' },
  'listing-price': {
    word: 'Listed at',
    means: 'The price of the first trade on the listing day, in rupees.',
  },
  'listing-gain': {
    word: 'Listing gain',
    means: 'How far the share opened above (+) or below (−) its issue price, in percent.',
  },
  limit: {
    word: 'Listing limit',
    means:
      'SME shares may open at most 90% above their issue price and 20% below it; a price at the limit was cut off there.',
  },
  withdrawn: {
    word: 'Withdrawn, postponed',
    means: 'The IPO does not take place, or not on the announced days; blocked money is released.',
  },
} as const satisfies Words

const greyMarket = {
  gmp: {
    word: 'GMP',
    means:
      'Grey-market premium: what people outside the exchanges are said to pay above the issue price; unofficial, and nobody can verify it.',
  },
  'implied-gain': {
    word: 'Implied gain',
    means:
      'The gain if the share opened at issue price plus GMP: arithmetic, not a forecast; it could be a loss.',
  },
  tracker: {
    word: 'Tracker',
    means: 'A website that publishes GMP; none is official, and those of one owner count once here.',
  },
  median: {
    word: 'Median',
    means: 'The middle one of the quotes: half of them are lower and half are higher.',
  },
  disagree: {
    word: 'Sources disagree',
    means:
      'The highest and the lowest quote are further apart than half of the GMP, so no single number is shown.',
  },
  old: { word: 'Old GMP', means: 'A GMP that nobody has quoted for more than 3 days; it is shown in grey.' },
  points: {
    word: 'Percentage points',
    means: 'The difference of two percentages: a GMP of 30% and a gain of 20% differ by 10 points.',
  },
  range: {
    word: 'Range around the GMP',
    means: 'How far past IPOs opened from their GMP, placed around this one; it describes the past.',
  },
} as const satisfies Words

const trades = {
  bulk: {
    word: 'Bulk deal',
    means:
      'One client traded more than 0.5% of a company’s shares in a day, which the exchange then publishes.',
  },
  block: {
    word: 'Block deal',
    means:
      'One large trade, of at least ₹25 crore (₹10 crore before December 2025), in a separate window of the exchange.',
  },
  client: {
    word: 'Client',
    means: 'The buyer or seller whom the exchange names in a bulk or block deal.',
  },
  delivered: {
    word: 'Delivered',
    means: 'The part of the traded shares that buyers kept overnight instead of selling on the same day.',
  },
} as const satisfies Words

/** In the order in which a beginner meets them. */
const GROUPS: readonly (readonly [title: string, words: Words])[] = [
  ['What is on offer', offer],
  ['Applying', applying],
  ['From bids to listing', after],
  ['The grey market', greyMarket],
  ['Bulk and block deals', trades],
]

const WORDS = { ...offer, ...applying, ...after, ...greyMarket, ...trades } as const

/** The id of a word, and its place on the page of all words. */
export type TermId = keyof typeof WORDS

export const isTermId = (id: string): id is TermId => Object.hasOwn(WORDS, id)

export const glossary = {
  term: (id: TermId): Word => WORDS[id],
  termGroups: GROUPS,
} as const
