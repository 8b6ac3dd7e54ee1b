import Type, { type Static } from 'typebox'
import { CATEGORIES, DOCUMENT_KINDS } from '../../market/facts/fact.ts'
import { APPLICANT_CATEGORIES } from '../../market/issues/application.ts'
import { CHANCE_BASES, DRAWN_CATEGORIES } from '../../market/issues/chances.ts'
import {
  dayField,
  described,
  exampleOf,
  flagField,
  listOf,
  momentField,
  namedObject,
  nullable,
  numberField,
  oneOfField,
  orNull,
  textField,
  wholeField,
} from './fields.ts'
import { Range80 } from './range.ts'

export const IpoRegistrar = namedObject('Registrar', 'The registrar to the issue.', {
  name: textField('Its name: the usual one of a known registrar, else as printed.', 'KFin Technologies'),
  allotmentUrl: nullable(
    Type.String({ format: 'uri' }),
    'Its page where the allotment can be checked. Null when we know none.',
    'https://ipostatus.kfintech.com/',
  ),
})

const IpoDocument = namedObject('IssueDocument', 'A document that an exchange offers.', {
  kind: oneOfField(
    DOCUMENT_KINDS,
    'rhp (red herring prospectus), prospectus, ratios (basis of the price) or anchor (allocation to anchor investors).',
    'rhp',
  ),
  url: textField('Address at the exchange.', 'https://nsearchives.nseindia.com/content/ipo/RHP_ACME.zip'),
})

/** What exactly is on offer, by whom and with which documents. */
export const offerFields = {
  registrar: nullable(
    IpoRegistrar,
    'The registrar to the issue. Null while unknown.',
    exampleOf(IpoRegistrar),
  ),
  leadManagers: orNull(
    Type.Array(Type.String(), described('Names of the lead managers.', ['Acorn Capital Limited'])),
  ),
  documents: orNull(Type.Array(IpoDocument, described('Documents on the hosts of the exchanges.', []))),
  freshIssueShares: orNull(wholeField('Shares of the fresh issue, if printed in shares.', 1_500_000)),
  freshIssueCr: orNull(numberField('Fresh issue in crore rupees, if printed in rupees.', 320)),
  offerForSaleShares: orNull(wholeField('Shares offered for sale, if printed in shares.', 500_000)),
  offerForSaleCr: orNull(numberField('Offer for sale in crore rupees, if printed in rupees.', 100.5)),
  anchorShares: orNull(wholeField('Shares reserved for anchor investors.', 450_000)),
  marketMakerShares: orNull(wholeField('Shares reserved for the market maker of an SME issue.', 75_000)),
  employeeDiscount: orNull(numberField('Discount for employees, rupees a share.', 10)),
  upiCutoffAt: orNull(momentField('Last moment to confirm a UPI mandate.', '2026-01-16T11:30:00.000Z')),
  industry: orNull(textField('Industry, as the exchange prints it.', 'Packaged Foods')),
}

export const IpoExpectedDays = namedObject(
  'ExpectedDays',
  'Days that are due by the timetable, from the closing day and the known holidays.',
  {
    allotmentDate: dayField('Day by which the allotment is due, in India.', '2026-01-19'),
    creditDate: dayField('Day by which shares are credited and money is unblocked.', '2026-01-20'),
    listingDate: dayField('Day on which trading is due to begin.', '2026-01-21'),
    rule: oneOfField(['T+3'], 'The timetable behind the days.', 'T+3'),
  },
)
export type IpoExpectedDays = Static<typeof IpoExpectedDays>

export const IpoApplication = namedObject(
  'Application',
  'What one category of investors may apply for, at the upper price.',
  {
    category: oneOfField(
      APPLICANT_CATEGORIES,
      'Who applies: RII retail (SME: individuals), SNII and BNII smaller and bigger non-institutional bids, NII both, EMP employees, SHA shareholders.',
      'RII',
    ),
    minLots: wholeField('Lots of the smallest application.', 1),
    minShares: wholeField('Its shares.', 150),
    minAmount: numberField('What it costs at the upper price, rupees.', 15_000),
    maxLots: nullable(Type.Integer(), 'Lots of the largest application. Null where there is no limit.', 13),
    maxShares: nullable(Type.Integer(), 'Its shares, in the same way.', 1_950),
    maxAmount: nullable(Type.Number(), 'What it costs, rupees, in the same way.', 195_000),
  },
)
export type IpoApplication = Static<typeof IpoApplication>

export const IpoChance = namedObject(
  'Chance',
  'How many of the valid applications of one category get the smallest allotment.',
  {
    category: oneOfField(DRAWN_CATEGORIES, 'As in application.', 'RII'),
    chance: nullable(
      Type.Number(),
      'From 0 to 1, rounded down. Null while the shares on offer or the bids on all exchanges are not known.',
      0.1112,
    ),
    basis: oneOfField(
      CHANCE_BASES,
      'applications: allotments divided by applications. at-least: a lower bound, from the shares bid for.',
      'at-least',
    ),
    applications: nullable(
      Type.Integer(),
      'Number of applications; of individuals in an SME issue also the bids of two lots.',
      null,
    ),
    allotments: orNull(wholeField('Smallest allotments that the shares on offer are enough for.', 711)),
    asOf: momentField('When the bids were read.', '2026-01-14T11:30:00.000Z'),
  },
)

export const IpoLockIn = namedObject(
  'LockIn',
  'Until when anchor investors may not sell a part of their shares.',
  {
    kind: oneOfField(['anchor'], 'Whose shares they are.', 'anchor'),
    date: dayField('Day in India on which it ends.', '2026-02-18'),
    tradingDate: dayField('First trading day on or after it.', '2026-02-18'),
    sharePct: wholeField('Part of their shares, percent.', 50),
    shares: wholeField('Number of shares.', 225_000),
    basis: oneOfField(
      ['announced', 'expected'],
      'Whether the allotment is announced, or due by the timetable.',
      'announced',
    ),
  },
)
export type IpoLockIn = Static<typeof IpoLockIn>

const counts = {
  sharesOffered: orNull(wholeField('Shares on offer to the category, as printed.', 300_000)),
  sharesBid: orNull(wholeField('Shares bid for, as printed.', 960_000)),
  applications: orNull(wholeField('Number of applications, as printed.', 5_120)),
}

const category = oneOfField(CATEGORIES, 'Investor category; TOTAL carries the overall multiple.', 'QIB')

export const SubscriptionEntry = namedObject('SubscriptionEntry', 'The newest reading of one category.', {
  category,
  timesSub: numberField('Subscription in times.', 3.2),
  ...counts,
  observedAt: momentField('When the multiple was valid.', '2026-01-14T11:30:00.000Z'),
})
export type SubscriptionEntry = Static<typeof SubscriptionEntry>

export const IpoSubscriptionDay = namedObject(
  'SubscriptionDay',
  'The newest reading of one category on one day of bidding.',
  {
    day: dayField('Day of bidding in India; later readings belong to the closing day.', '2026-01-14'),
    dayNumber: orNull(wholeField('Which day of bidding, from 1.', 2)),
    days: orNull(wholeField('How many days of bidding there are.', 3)),
    isFinal: flagField('True when read after bidding ended.', false),
    category,
    timesSub: orNull(numberField('Subscription in times; null where only bids are printed.', 3.2)),
    ...counts,
  },
)
export type IpoSubscriptionDay = Static<typeof IpoSubscriptionDay>

/** What is derived from the terms and the quotes. */
export const derivedFields = {
  expected: nullable(
    IpoExpectedDays,
    'When allotment, credit and listing are due. Null while the bidding days are unknown, for issues before the rule, withdrawn or postponed, and once listed.',
    null,
  ),
  application: listOf(
    IpoApplication,
    'What one may apply for, by category; empty while the lot or the price is unknown.',
  ),
  lastGmpDay: orNull(dayField('Day of the quotes behind lastGmp, in India.', '2026-01-13')),
  lastGmpOwners: wholeField('Number of independent owners behind lastGmp; 0 without a quote.', 3),
  minAmount: orNull(numberField('Smallest application of the first category, rupees.', 15_000)),
  range80: nullable(
    Range80,
    'How far past listings of the board opened from their GMP: those with a GMP of this size, or all of the board where fewer than 50 had one. Null with fewer than 50 of the board, without a current GMP, and once listed.',
    null,
  ),
  chances: listOf(
    IpoChance,
    'The chance of the smallest allotment by the newest bids, of categories with a draw and a reading.',
  ),
  lockIns: listOf(
    IpoLockIn,
    'When anchor investors may sell; empty while unknown or called off. Other lock-ins are not derived.',
  ),
  gmpAtCloseDisputed: orNull(flagField('Whether the GMP at close was disputed; null if unscored.', false)),
}
