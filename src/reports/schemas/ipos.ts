import Type, { type Static } from 'typebox'
import { BOARDS, CATEGORIES, DOCUMENT_KINDS, EXCHANGES } from '../../market/facts/fact.ts'
import { STATUSES } from '../../market/issues/status.ts'
import { Dispute } from './dispute.ts'
import {
  answerBody,
  closedObject,
  dayField,
  described,
  flagField,
  momentField,
  nullable,
  numberField,
  oneOfField,
  orNull,
  textField,
  wholeField,
} from './fields.ts'

const summaryFields = {
  slug: textField('Identifier of the IPO, safe in an address. It never changes.', 'acme-foods'),
  name: textField('Company name.', 'Acme Foods Limited'),
  board: oneOfField(
    BOARDS,
    'Where it lists: the main board or the board for small and medium enterprises.',
    'MAINBOARD',
  ),
  status: oneOfField(STATUSES, 'Derived from the dates and the clock in India.', 'OPEN'),
  priceMin: orNull(numberField('Lower bound of the price band, rupees.', 95)),
  priceMax: orNull(numberField('Upper bound of the price band, rupees.', 100)),
  lotSize: orNull(wholeField('Shares per lot.', 150)),
  issueSizeCr: orNull(numberField('Issue size in crore rupees.', 420.5)),
  openDate: orNull(
    momentField('Opening day in India, as that day at 00:00 UTC.', '2026-01-13T00:00:00.000Z'),
  ),
  closeDate: orNull(
    momentField('Closing day in India, as that day at 00:00 UTC.', '2026-01-16T00:00:00.000Z'),
  ),
  lastGmp: orNull(
    numberField(
      'Median GMP over independent owners on the most recent day with a report, rupees. 0 is a quote of zero.',
      45,
    ),
  ),
  lastGmpPct: orNull(
    numberField('lastGmp as a percentage of the issue price, or of the upper band until it is fixed.', 45),
  ),
  lastSubX: orNull(numberField('Most recent overall subscription, in times.', 81.65)),
  gmpSources: wholeField('Number of independent owners that reported GMP today (in India).', 3),
  gmpSpread: orNull(numberField("Highest minus lowest owner's report of the day behind lastGmp, rupees.", 5)),
  gmpDisputed: flagField(
    'True when the owners disagree by more than half the premium: do not show the premium without this flag.',
    false,
  ),
}

export const IpoSummary = closedObject(summaryFields, { description: 'One IPO in a list.' })
export type IpoSummary = Static<typeof IpoSummary>

export const SourceQuote = closedObject(
  {
    source: textField('Name of the reporting source.', 'IPOWatch'),
    owner: textField('Who owns the source. Sources of one owner count once.', 'IPOWatch'),
    gmp: numberField('What it reported, rupees.', 45),
    observedAt: dayField('Day of the report in India.', '2026-01-13'),
    reportedAt: orNull(momentField("The source's own time stamp.", '2026-01-13T08:10:00.000Z')),
    counted: flagField('True when this quote counts for its owner in the median.', true),
  },
  { description: 'The quote of one source on the day behind lastGmp.' },
)
export type SourceQuote = Static<typeof SourceQuote>

export const GmpObservation = closedObject(
  {
    observedAt: dayField('Day of the observation in India.', '2026-01-13'),
    gmp: numberField('GMP in rupees. May be 0 or negative.', 45),
    gmpPct: orNull(
      numberField('GMP as a percentage of the issue price, or of the upper band until it is fixed.', 45),
    ),
    source: textField('Name of the reporting source.', 'IPOWatch'),
    unofficial: flagField('True for every grey-market figure.', true),
  },
  { description: 'The last quote of one source on one day.' },
)
export type GmpObservation = Static<typeof GmpObservation>

export const SubscriptionEntry = closedObject(
  {
    category: oneOfField(CATEGORIES, 'Investor category; TOTAL carries the overall multiple.', 'QIB'),
    timesSub: numberField('Subscription in times.', 3.2),
  },
  { description: 'The newest reading of one category.' },
)
export type SubscriptionEntry = Static<typeof SubscriptionEntry>

export const Listing = closedObject(
  {
    listedOn: dayField('Listing day in India.', '2026-01-21'),
    listingPrice: numberField('Price of the opening trade of the listing day, rupees.', 131.5),
    exchange: oneOfField(EXCHANGES, 'Exchange of that trade: NSE where it is known, else BSE.', 'NSE'),
  },
  { description: 'How it listed. Null until a listing price is known.' },
)
export type Listing = Static<typeof Listing>

export const Registrar = closedObject(
  {
    name: textField('Its name: the usual one of a known registrar, else as printed.', 'KFin Technologies'),
    allotmentUrl: nullable(
      Type.String({ format: 'uri' }),
      'Its page where the allotment can be checked, from our own list. Null when we know none.',
      'https://ipostatus.kfintech.com/',
    ),
  },
  { description: 'The registrar to the issue.' },
)

export const IssueDocument = closedObject(
  {
    kind: oneOfField(
      DOCUMENT_KINDS,
      'rhp (red herring prospectus), prospectus, ratios (basis of the price) or anchor (allocation to anchor investors).',
      'rhp',
    ),
    url: textField(
      'Address at the exchange. Most are zip files.',
      'https://nsearchives.nseindia.com/content/ipo/RHP_ACME.zip',
    ),
  },
  { description: 'A document that an exchange offers.' },
)

/** What exactly is on offer, by whom and with which documents. */
const offerFields = {
  registrar: nullable(Registrar, 'The registrar to the issue. Null while unknown.', {
    name: 'KFin Technologies',
    allotmentUrl: 'https://ipostatus.kfintech.com/',
  }),
  leadManagers: orNull(
    Type.Array(Type.String(), described('Names of the lead managers.', ['Acorn Capital Limited'])),
  ),
  documents: orNull(Type.Array(IssueDocument, described('Documents on the hosts of the exchanges.', []))),
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

export const IpoDetail = closedObject(
  {
    ...summaryFields,
    symbol: orNull(textField('Ticker.', 'ACME')),
    isin: orNull(textField('International securities identification number.', 'INE0ACME1017')),
    bseCode: orNull(textField('BSE scrip code.', '544999')),
    exchanges: orNull(
      Type.Array(
        oneOfField(EXCHANGES, 'An exchange.', 'NSE'),
        described('Exchanges on which it lists.', ['NSE', 'BSE']),
      ),
    ),
    issueType: orNull(textField('How the price is found, such as book-built or fixed-price.', 'book-built')),
    faceValue: orNull(numberField('Face value of a share, rupees.', 10)),
    issuePrice: orNull(numberField('Issue price, rupees.', 100)),
    minLots: orNull(wholeField('Lots in the smallest application.', 1)),
    allotmentDate: orNull(dayField('Day of allotment in India.', '2026-01-19')),
    listingDate: orNull(dayField('Planned or actual listing day in India.', '2026-01-21')),
    listing: nullable(Listing, 'How it listed. Null until a listing price is known.', {
      listedOn: '2026-01-21',
      listingPrice: 131.5,
      exchange: 'NSE',
    }),
    withdrawn: flagField('True when the issue was withdrawn, or postponed with no new dates since.', false),
    sources: Type.Array(SourceQuote, {
      description: 'The quote of each source on the day behind lastGmp, by name.',
    }),
    dispute: nullable(
      Dispute,
      'Whether the sources of that day disagree, and why. Null when there is no quote.',
      null,
    ),
    ...offerFields,
    gmp: Type.Array(GmpObservation, {
      description: 'One entry per day and source, oldest first, then by source.',
    }),
    subs: Type.Array(SubscriptionEntry, { description: 'One entry per category, TOTAL last.' }),
  },
  { description: 'One IPO with its history.' },
)
export type IpoDetail = Static<typeof IpoDetail>

export const IposBody = answerBody({
  count: wholeField('Number of items in this answer. X-Total-Count has the number before the limit.', 60),
  ipos: Type.Array(IpoSummary, { description: 'Opening day newest first, undated last, then by slug.' }),
})
export const IpoBody = answerBody({ ipo: IpoDetail })
