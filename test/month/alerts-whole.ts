import { CORRECTED, disagree, MARIGOLD, QUOKKA, SAFFRON, TAMARIND } from './alerts-titles.ts'

/** Some of the expected messages with all their lines. */

const MARIGOLD_OFFER = 'Mainboard, price ₹142–150, minimum ₹15,000 (1 lot, 100 shares)'
const MARIGOLD_LINK = 'https://ipo.example/ipos/marigold-lanterns'
const UNOFFICIAL = 'GMP is unofficial.'

export const WHOLE = {
  newMarigold: [
    `4 11:00 New IPO: ${MARIGOLD}, opens Mon 10 Mar`,
    MARIGOLD_OFFER,
    'Closes Wed 12 Mar, 5:00 pm',
    'GMP: no quote',
    MARIGOLD_LINK,
  ],
  // IPO Premium quotes ₹9, the three before it ₹21 to ₹24.
  disputeOfMarigold: [
    `10 11:00 ${disagree(MARIGOLD, 10)}`,
    'GMP ₹22.50 on 10 Mar, median of 4 sources, which disagree by ₹15',
    'Closes Wed 12 Mar, 5:00 pm',
    UNOFFICIAL,
    'Daily maximum reached: further alerts come tomorrow.',
    MARIGOLD_LINK,
  ],
  closesMarigold: [
    `12 14:00 ${MARIGOLD} closes today, Wed 12 Mar, 5:00 pm`,
    MARIGOLD_OFFER,
    'UPI mandates until Wed 12 Mar, 5:00 pm',
    'Subscribed 4.80× in total by Tue 11 Mar, 5:00 pm',
    'GMP ₹33 (+22.0%) on 12 Mar, 5 sources',
    UNOFFICIAL,
    MARIGOLD_LINK,
  ],
  listedMarigold: [
    `17 20:30 ${MARIGOLD} listed Mon 17 Mar at ₹180, +20.0% over the issue price`,
    'Opening price on BSE, issue price ₹150',
    'GMP when bidding closed: ₹33 (+22.0%) on 12 Mar, 5 sources',
    'GMP was 2.0 percentage points too high',
    UNOFFICIAL,
    MARIGOLD_LINK,
  ],
  digestOf18: [
    '18 08:00 IPOs on Tue 18 Mar: 1 closing, 1 allotment, 1 listing, 1 result',
    'Closes:',
    `- ${SAFFRON}: until 4:00 pm, subscribed 1.10× by Mon 17 Mar; GMP ₹6.75 on 17 Mar, median of 2 sources, which disagree by ₹4.50`,
    'Allotment:',
    `- ${QUOKKA}: due by the timetable, chance of allotment by the final bids: Individuals about 1 in 4; GMP −₹4.50 on 17 Mar, median of 2 sources, which disagree by ₹3`,
    'Lists:',
    `- ${TAMARIND}: announced; GMP ₹102 (+85.0%) on 17 Mar, 2 sources`,
    'Results:',
    `- ${MARIGOLD}: listed Mon 17 Mar at ₹180 (+20.0%); GMP when bidding closed ₹33 (+22.0%) on 12 Mar, 5 sources`,
    UNOFFICIAL,
    'https://ipo.example/',
  ],
  correction: [
    `19 16:00 ${CORRECTED}`,
    'Corrected by the operator.',
    'https://ipo.example/ipos/tamarind-agro-foods-india',
  ],
} as const satisfies Record<string, readonly [string, ...string[]]>
