import Type, { type Static } from 'typebox'
import { BOARDS, EXCHANGES } from '../../market/facts/fact.ts'
import { LISTING_LIMITS } from '../../market/issues/listing.ts'
import { STATUSES } from '../../market/issues/status.ts'
import { Dispute, DisputeSummary } from './dispute.ts'
import {
  answerBody,
  dayAsMomentField,
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
import { derivedFields, IpoSubscriptionDay, offerFields, SubscriptionEntry } from './offer.ts'

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
  openDate: orNull(dayAsMomentField('Opening day in India', '2026-01-13')),
  closeDate: orNull(dayAsMomentField('Closing day in India', '2026-01-16')),
  lastGmp: orNull(
    numberField(
      'Median GMP over independent owners on the most recent day with a report, rupees. A report counts until the next trading day ends, or its owner reports again. 0 is a quote of zero.',
      45,
    ),
  ),
  lastGmpPct: orNull(
    numberField('lastGmp as a percentage of the issue price, or of the upper band until it is fixed.', 45),
  ),
  lastSubX: orNull(numberField('Most recent overall subscription, in times.', 81.65)),
  gmpSources: wholeField('Number of independent owners that reported GMP today (in India).', 3),
  gmpSpread: orNull(numberField("Highest minus lowest owner's report behind lastGmp, rupees.", 5)),
  gmpDisputed: flagField(
    'True when the owners disagree by more than half the premium: do not show the premium without this flag.',
    false,
  ),
}

export const IpoSummary = namedObject('IpoSummary', 'One IPO in a list.', summaryFields)
export type IpoSummary = Static<typeof IpoSummary>

export const SourceQuote = namedObject(
  'SourceWord',
  'The quote of one source that counts on the day behind lastGmp.',
  {
    source: textField('Name of the reporting source.', 'IPOWatch'),
    owner: textField('Who owns the source. Sources of one owner count once.', 'IPOWatch'),
    gmp: numberField('What it reported, rupees.', 45),
    observedAt: dayField(
      'Day of the report in India: the day behind lastGmp, or one before it.',
      '2026-01-13',
    ),
    reportedAt: orNull(momentField("The source's own time stamp.", '2026-01-13T08:10:00.000Z')),
    counted: flagField('True when this quote counts for its owner in the median.', true),
  },
)
export type SourceQuote = Static<typeof SourceQuote>

export const GmpObservation = namedObject('GmpObservation', 'The last quote of one source on one day.', {
  observedAt: dayField('Day of the observation in India.', '2026-01-13'),
  gmp: numberField('GMP in rupees. May be 0 or negative.', 45),
  gmpPct: orNull(
    numberField('GMP as a percentage of the issue price, or of the upper band until it is fixed.', 45),
  ),
  source: textField('Name of the reporting source.', 'IPOWatch'),
  unofficial: flagField('True for every grey-market figure.', true),
})
export type GmpObservation = Static<typeof GmpObservation>

export const Listing = namedObject('Listing', 'How it listed. Null until a listing price is known.', {
  listedOn: dayField('Listing day in India.', '2026-01-21'),
  listingPrice: numberField('Price of the opening trade of the listing day, rupees.', 131.5),
  exchange: oneOfField(EXCHANGES, 'Exchange of that trade: NSE where it is known, else BSE.', 'NSE'),
  high: orNull(numberField('Highest price of that day there, rupees.', 140)),
  low: orNull(numberField('Lowest price, rupees.', 128.5)),
  close: orNull(numberField('Closing price, rupees.', 137.2)),
  volume: orNull(wholeField('Shares traded.', 1_250_000)),
  deliveredPct: orNull(numberField('Shares delivered, percent of those traded.', 58.31)),
  atLimit: nullable(
    Type.Enum([...LISTING_LIMITS], { type: 'string' }),
    'upper or lower where the opening price of an SME share was cut off at a limit of the exchange. Null otherwise.',
    null,
  ),
})
export type Listing = Static<typeof Listing>

const termFields = {
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
  minLots: orNull(wholeField('Smallest application in lots as printed; application has the rule.', 1)),
  allotmentDate: orNull(dayField('Day of allotment in India.', '2026-01-19')),
  listingDate: orNull(dayField('Planned or actual listing day in India.', '2026-01-21')),
  listing: nullable(Listing, 'How it listed. Null until a listing price is known.', exampleOf(Listing)),
  withdrawn: flagField('True when the issue was withdrawn, or postponed with no new dates since.', false),
}

export const IpoDetail = namedObject('IpoDetail', 'One IPO with its history.', {
  ...summaryFields,
  ...termFields,
  sources: listOf(SourceQuote, 'The quote of each source that counts on the day behind lastGmp, by name.'),
  dispute: nullable(Dispute, 'Whether these sources disagree, and why. Null when there is no quote.', null),
  ...offerFields,
  ...derivedFields,
  subsByDay: listOf(IpoSubscriptionDay, 'The newest reading of each day and category, oldest day first.'),
  gmp: listOf(GmpObservation, 'One entry per day and source, oldest first, then by source.'),
  subs: listOf(SubscriptionEntry, 'One entry per category, TOTAL last.'),
})
export type IpoDetail = Static<typeof IpoDetail>

export const FullIpo = namedObject(
  'FullIpo',
  'One IPO in a list with detail=full: all of its answer but histories and single quotes.',
  {
    ...summaryFields,
    ...termFields,
    dispute: nullable(
      DisputeSummary,
      'Whether the sources behind lastGmp disagree, and why. Null when there is no quote.',
      null,
    ),
    ...offerFields,
    ...derivedFields,
  },
)
export type FullIpo = Static<typeof FullIpo>

export const IposBody = answerBody('IposBody', {
  count: wholeField('Number of items in this answer. X-Total-Count has the number before the limit.', 60),
  ipos: listOf(
    Type.Union([IpoSummary, FullIpo]),
    'Opening day newest first, undated last, then by slug. With detail=full every item is a FullIpo.',
  ),
})
export const IpoBody = answerBody('IpoBody', { ipo: IpoDetail })
