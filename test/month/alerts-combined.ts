import { agree, disagree, ENGINEERING, HARBOUR, MARIGOLD, NILGIRI, QUOKKA, SAFFRON } from './alerts-titles.ts'

/** Expected messages that combine alerts: the title, and all lines. */

/** The last line where a title states a GMP, or that sources disagree about one. */
const UNOFFICIAL = 'GMP is unofficial.'

export const COMBINED_OF_PHONE = {
  13: [
    '13 09:00 2 alerts held back',
    `- 12 Mar, 2:00 pm: ${MARIGOLD} closes today, Wed 12 Mar, 5:00 pm`,
    `- ${SAFFRON} opens today, Thu 13 Mar`,
  ],
  18: [
    '18 09:00 2 alerts held back by the daily maximum',
    `- 17 Mar, 11:00 am: ${disagree(QUOKKA, 17)}`,
    `- 17 Mar, 1:00 pm: ${QUOKKA} closes today, Mon 17 Mar, 4:00 pm`,
    UNOFFICIAL,
  ],
} as const satisfies Record<number, readonly [string, ...string[]]>

const missed = (count: number) =>
  `27 10:30 Greymark was not running from 20 Mar, 10:30 am to 27 Mar, 10:30 am: ${count} alerts`

const NEW_HARBOUR = `- 20 Mar, 11:00 am: New IPO: ${HARBOUR}, opens Tue 25 Mar`
const DOWN = `- 20 Mar, 11:00 am: GMP of ${NILGIRI} fell below 20%: ₹19.50 (+19.5%) on 20 Mar, 2 sources`
const LISTS_SAFFRON = `- 20 Mar, 6:00 pm: ${SAFFRON} lists tomorrow, Fri 21 Mar`
const LISTED_QUOKKA = `- 20 Mar, 8:30 pm: ${QUOKKA} listed Thu 20 Mar at ₹48, 20.0% below the issue price`
const DEAL_OF_20 =
  '- 20 Mar, 8:30 pm: QUOKKA: block buy of 3,00,000 shares by HERON EMERGING FUND at ₹46.50 on BSE, 20 Mar, ₹1.40 Cr'
const DIGESTS = {
  21: '- 21 Mar, 8:00 am: IPOs on Fri 21 Mar: 1 closing, 1 listing, 1 result',
  24: '- 24 Mar, 8:00 am: IPOs on Mon 24 Mar: 1 opening, 1 closing, 1 allotment',
  25: '- 25 Mar, 8:00 am: IPOs on Tue 25 Mar: 1 opening, 1 allotment, 1 result',
  26: '- 26 Mar, 8:00 am: IPOs on Wed 26 Mar: 1 listing',
}
const CLOSES_ENGINEERING = `- 21 Mar, 2:00 pm: ${ENGINEERING} closes today, Fri 21 Mar, 5:00 pm`
const BIDS_ENGINEERING = `- 21 Mar, 8:30 pm: Total subscription of ${ENGINEERING} reached 1×: 1.30× by Fri 21 Mar, 7:00 pm`
/** NSE's file had a misprint, which was corrected over the weekend. */
const LISTED_SAFFRON = `- 24 Mar, 11:00 am: ${SAFFRON} listed Fri 21 Mar at ₹85.50, 5.0% below the issue price`
const OPENS_WREN = '- 24 Mar, 9:00 am: Wren Textiles opens today, Mon 24 Mar'
const ALLOTMENT_ENGINEERING = `- 24 Mar, 10:00 am: Allotment of ${ENGINEERING} is due by today, Mon 24 Mar`
const CLOSES_NILGIRI = `- 24 Mar, 2:00 pm: ${NILGIRI} closes today, Mon 24 Mar, 5:00 pm`
const BIDS_NILGIRI = `- 24 Mar, 8:30 pm: Total subscription of ${NILGIRI} reached 1×: 7.01× by Mon 24 Mar, 7:00 pm`
const RETAIL_NILGIRI = `- 24 Mar, 8:30 pm: Retail subscription of ${NILGIRI} reached 2×: 3.75× by Mon 24 Mar, 7:00 pm`
const OPENS_HARBOUR = `- 25 Mar, 9:00 am: ${HARBOUR} opens today, Tue 25 Mar`
const ALLOTMENT_NILGIRI = `- 25 Mar, 10:00 am: Allotment of ${NILGIRI} is due by today, Tue 25 Mar`
const HARBOUR_DISPUTED = `- 25 Mar, 11:00 am: ${disagree(HARBOUR, 25)}`
const CLOSES_WREN = '- 25 Mar, 4:00 pm: Wren Textiles closes tomorrow, Wed 26 Mar, 4:00 pm'
const LISTS_ENGINEERING = `- 25 Mar, 6:00 pm: ${ENGINEERING} lists tomorrow, Wed 26 Mar`
const WITHDRAWN_WREN = '- 25 Mar, 8:30 pm: Wren Textiles: withdrawn or postponed (Tue 25 Mar)'
const HARBOUR_AGREED = `- 26 Mar, 11:00 am: ${agree(HARBOUR, 26)}`
const LISTS_NILGIRI = `- 26 Mar, 6:00 pm: ${NILGIRI} lists tomorrow, Thu 27 Mar`
const LISTED_ENGINEERING = `- 26 Mar, 8:30 pm: ${ENGINEERING} listed Wed 26 Mar at ₹300, the issue price`
const DEAL_OF_26 =
  '- 26 Mar, 8:30 pm: SAFFENG: bulk buy of 2,00,000 shares by HERON EMERGING FUND at ₹299.95 on NSE, 26 Mar, ₹6.00 Cr'

const OF_THREE = 'median of 3 sources, which disagree by ₹3'

/** Both processes were down from the 20th at 10:30 to the 27th at 10:30: one summary for each channel. */
export const MISSED = {
  program: [
    missed(25),
    ...[NEW_HARBOUR, DOWN, LISTS_SAFFRON, LISTED_QUOKKA, DEAL_OF_20],
    ...[DIGESTS[21], CLOSES_ENGINEERING, BIDS_ENGINEERING],
    ...[DIGESTS[24], OPENS_WREN, ALLOTMENT_ENGINEERING, LISTED_SAFFRON, CLOSES_NILGIRI, BIDS_NILGIRI],
    ...[DIGESTS[25], OPENS_HARBOUR, ALLOTMENT_NILGIRI, HARBOUR_DISPUTED],
    ...[LISTS_ENGINEERING, WITHDRAWN_WREN],
    ...[DIGESTS[26], HARBOUR_AGREED, LISTS_NILGIRI, LISTED_ENGINEERING, DEAL_OF_26],
  ],
  family: [
    missed(7),
    ...[NEW_HARBOUR, CLOSES_ENGINEERING, ALLOTMENT_ENGINEERING, CLOSES_NILGIRI, RETAIL_NILGIRI],
    ...[ALLOTMENT_NILGIRI, WITHDRAWN_WREN],
  ],
  me: [
    missed(9),
    ...[NEW_HARBOUR, LISTED_QUOKKA, DIGESTS[21], DIGESTS[24], LISTED_SAFFRON, DIGESTS[25]],
    ...[LISTED_ENGINEERING, DEAL_OF_26],
    // The last digest is whole, below the others.
    ...[
      DIGESTS[26].slice(2),
      'Lists:',
      `- ${ENGINEERING}: announced; GMP ₹3 on 25 Mar, ${OF_THREE}`,
      UNOFFICIAL,
    ],
  ],
  phone: [
    missed(7),
    ...[DOWN, CLOSES_ENGINEERING],
    ...[OPENS_WREN, CLOSES_NILGIRI],
    ...[OPENS_HARBOUR, HARBOUR_DISPUTED, HARBOUR_AGREED, UNOFFICIAL],
  ],
  team: [
    missed(7),
    ...[
      LISTS_SAFFRON,
      DEAL_OF_20,
      BIDS_ENGINEERING,
      BIDS_NILGIRI,
      LISTS_ENGINEERING,
      LISTS_NILGIRI,
      DEAL_OF_26,
    ],
  ],
  club: [missed(5), LISTED_QUOKKA, LISTED_SAFFRON, CLOSES_WREN, WITHDRAWN_WREN, LISTED_ENGINEERING],
} as const
