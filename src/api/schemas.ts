import Type from 'typebox'
import { BOARDS, CATEGORIES, DEAL_KINDS, DEAL_TYPES, EXCHANGES } from '../market/facts/fact.ts'
import { STATUSES } from '../market/issues/status.ts'
import { ACCURACY_COMPONENTS } from './accuracy-schema.ts'
import { CHANGES_COMPONENTS } from './changes-schema.ts'
import { Dispute, DisputeWord, disputeOrNull } from './dispute-schema.ts'
import { EVIDENCE_COMPONENTS } from './evidence-schema.ts'
import { ProblemBody } from './problem-schema.ts'
import {
  closed,
  day,
  disclaimer,
  flag,
  moment,
  number,
  oneOf,
  orNull,
  said,
  text,
  whole,
} from './schema-fields.ts'
import { SourceStatus, SourcesBody } from './source-schema.ts'

const ok = Type.Literal(true, said('True in every successful answer.', true))

const summaryFields = {
  slug: text('Identifier of the IPO, safe in an address. It never changes.', 'acme-foods'),
  name: text('Company name.', 'Acme Foods Limited'),
  board: oneOf(
    BOARDS,
    'Where it lists: the main board or the board for small and medium enterprises.',
    'MAINBOARD',
  ),
  status: oneOf(STATUSES, 'From the dates and the clock in India.', 'OPEN'),
  priceMin: orNull(number('Lower bound of the price band, rupees.', 95)),
  priceMax: orNull(number('Upper bound of the price band, rupees.', 100)),
  lotSize: orNull(whole('Shares per lot.', 150)),
  issueSizeCr: orNull(number('Issue size in crore rupees.', 420.5)),
  openDate: orNull(moment('Opening day in India, as that day at 00:00 UTC.', '2026-01-13T00:00:00.000Z')),
  closeDate: orNull(moment('Closing day in India, as that day at 00:00 UTC.', '2026-01-16T00:00:00.000Z')),
  lastGmp: orNull(
    number(
      'Median GMP over independent owners on the most recent day with a report, rupees. 0 is a quote of zero.',
      45,
    ),
  ),
  lastGmpPct: orNull(
    number('lastGmp as a percentage of the issue price, or of the upper band until it is fixed.', 45),
  ),
  lastSubX: orNull(number('Most recent overall subscription, in times.', 81.65)),
  gmpSources: whole('Number of independent owners that reported GMP today (in India).', 3),
  gmpSpread: orNull(number("Highest minus lowest owner's report of the day behind lastGmp, rupees.", 5)),
  gmpDisputed: flag('True when the owners disagree by more than half the premium. Honour it.', false),
}

export const IpoSummary = closed(summaryFields, { description: 'One IPO in a list.' })

export const SourceWord = closed(
  {
    source: text('Name of the reporting source.', 'IPOWatch'),
    owner: text('Who owns the source. Sources of one owner count once.', 'IPOWatch'),
    gmp: number('What it reported, rupees.', 45),
    observedAt: day('Day of the report in India.', '2026-01-13'),
    reportedAt: orNull(moment("The source's own time stamp.", '2026-01-13T08:10:00.000Z')),
    counted: flag('True when this is the word that counts for its owner in the median.', true),
  },
  { description: 'What one source said on the day behind lastGmp.' },
)

export const GmpObservation = closed(
  {
    observedAt: day('Day of the observation in India.', '2026-01-13'),
    gmp: number('GMP in rupees. May be 0 or negative.', 45),
    gmpPct: orNull(
      number('GMP as a percentage of the issue price, or of the upper band until it is fixed.', 45),
    ),
    source: text('Name of the reporting source.', 'IPOWatch'),
    unofficial: flag('True for every grey-market figure.', true),
  },
  { description: 'What one source last said on one day.' },
)

export const SubscriptionEntry = closed(
  {
    category: oneOf(CATEGORIES, 'Investor category; TOTAL carries the overall multiple.', 'QIB'),
    timesSub: number('Subscription in times.', 3.2),
  },
  { description: 'The newest reading of one category.' },
)

export const Listing = closed(
  {
    listedOn: day('Listing day in India.', '2026-01-21'),
    listingPrice: number('Price of the opening trade of the listing day, rupees.', 131.5),
    exchange: oneOf(EXCHANGES, 'Exchange of that trade: NSE where it is known, else BSE.', 'NSE'),
  },
  { description: 'How it listed. Null until a listing price is known.' },
)

export const IpoDetail = closed(
  {
    ...summaryFields,
    symbol: orNull(text('Ticker.', 'ACME')),
    isin: orNull(text('International securities identification number.', 'INE0ACME1017')),
    bseCode: orNull(text('BSE scrip code.', '544999')),
    exchanges: orNull(
      Type.Array(
        oneOf(EXCHANGES, 'An exchange.', 'NSE'),
        said('Exchanges on which it lists.', ['NSE', 'BSE']),
      ),
    ),
    issueType: orNull(text('How the price is found, such as book-built or fixed-price.', 'book-built')),
    faceValue: orNull(number('Face value of a share, rupees.', 10)),
    issuePrice: orNull(number('Issue price, rupees.', 100)),
    minLots: orNull(whole('Lots in the smallest application.', 1)),
    allotmentDate: orNull(day('Day of allotment in India.', '2026-01-19')),
    listingDate: orNull(day('Planned or actual listing day in India.', '2026-01-21')),
    listing: Type.Union([Listing, Type.Null()], {
      ...said('How it listed. Null until a listing price is known.', {
        listedOn: '2026-01-21',
        listingPrice: 131.5,
        exchange: 'NSE',
      }),
    }),
    withdrawn: flag('True when the issue was withdrawn, or postponed with no new dates since.', false),
    sources: Type.Array(SourceWord, {
      description: 'What each source said on the day behind lastGmp, by name.',
    }),
    dispute: disputeOrNull,
    gmp: Type.Array(GmpObservation, {
      description: 'One entry per day and source, oldest first, then by source.',
    }),
    subs: Type.Array(SubscriptionEntry, { description: 'One entry per category, TOTAL last.' }),
  },
  { description: 'One IPO with its history.' },
)

export const Deal = closed(
  {
    symbol: text("NSE's symbol; on BSE the disclosed short name.", 'ACME'),
    clientName: text('Name of the client as disclosed by the exchange.', 'SOME FUND'),
    dealType: oneOf(DEAL_TYPES, 'Direction of the deal.', 'BUY'),
    kind: oneOf(DEAL_KINDS, 'Kind of deal.', 'BULK'),
    quantity: whole('Number of shares.', 81000),
    price: number('Price per share, rupees.', 128.5),
    valueCr: number('Quantity times price in crore rupees, with 4 decimals.', 1.0409),
    exchange: oneOf(EXCHANGES, 'Exchange that disclosed the deal.', 'NSE'),
    tradeDate: moment('Trade day in India, as that day at 00:00 UTC.', '2026-01-21T00:00:00.000Z'),
  },
  { description: 'One bulk or block deal.' },
)

export const ScoreSummary = closed(
  {
    n: whole('Number of scored listings.', 280),
    avgAbsErrorPp: orNull(
      number('Average absolute error in percentage points; null while nothing is scored.', 14.79),
    ),
    directionHitPct: orNull(
      number(
        'Percentage of listings whose implied direction matched the actual one; null while nothing is scored.',
        74.29,
      ),
    ),
  },
  { description: 'How far off the grey market has been.' },
)

export const ScoreboardRow = closed(
  {
    slug: text('IPO identifier.', 'acme-foods'),
    name: text('Company name.', 'Acme Foods Limited'),
    issuePrice: number('Issue price, rupees.', 100),
    gmpAtClose: number(
      'Median GMP of the most recent day from 7 days before the close to the close, rupees.',
      45,
    ),
    impliedPct: number('Implied listing gain, percent.', 45),
    listingPrice: number('Actual listing price, rupees.', 131.5),
    actualPct: number('Actual listing gain, percent.', 31.5),
    errorPp: number(
      'impliedPct minus actualPct, percentage points. Positive: the grey market promised too much.',
      13.5,
    ),
    directionHit: flag('Whether the implied direction matched the actual one.', true),
    listedOn: day('Listing day in India.', '2026-01-21'),
  },
  { description: 'One scored listing.' },
)

export const IposBody = closed({
  ok,
  count: whole('Number of items in this answer. X-Total-Count has the number before the limit.', 60),
  ipos: Type.Array(IpoSummary, { description: 'Opening day newest first, undated last, then by slug.' }),
  disclaimer,
})
export const IpoBody = closed({ ok, ipo: IpoDetail, disclaimer })
export const DealsBody = closed({
  ok,
  deals: Type.Array(Deal, { description: 'Trade day newest first, then highest value first.' }),
  disclaimer,
})
export const ScoreboardBody = closed({
  ok,
  summary: ScoreSummary,
  rows: Type.Array(ScoreboardRow, { description: 'Listing day newest first, then by slug.' }),
  disclaimer,
})
export const IndexBody = closed({
  ok,
  endpoints: Type.Array(
    closed({
      path: text('Path below the base address.', '/api/public/market/ipos'),
      summary: text('What it answers.', 'Tracked IPOs'),
    }),
    { description: 'What can be asked.' },
  ),
  disclaimer,
})

/** The schemas that the OpenAPI document refers to by name. */
export const COMPONENTS = {
  IpoSummary,
  IpoDetail,
  SourceWord,
  Dispute,
  DisputeWord,
  GmpObservation,
  SubscriptionEntry,
  Listing,
  Deal,
  ScoreSummary,
  ScoreboardRow,
  IposBody,
  IpoBody,
  DealsBody,
  ScoreboardBody,
  ...ACCURACY_COMPONENTS,
  SourceStatus,
  SourcesBody,
  ...EVIDENCE_COMPONENTS,
  ...CHANGES_COMPONENTS,
  IndexBody,
  ProblemBody,
}
export type ComponentName = keyof typeof COMPONENTS
