import { plainLine, plainName } from '../../../src/alerts/messages/plain-line.ts'
import { nameKeys } from '../../../src/collect/match/issue-finder.ts'
import { isRealDay, parseInstant } from '../../../src/market/calendar.ts'
import { shortName } from '../../../src/market/issues/legal-form.ts'
import { matchesOf, nameMatch, placeTogether } from '../../../src/market/issues/name-search.ts'
import {
  displayName,
  freeSlug,
  isFurtherOffer,
  isTrustName,
  isTrustType,
  outcomeOfName,
  slugOfName,
} from '../../../src/market/issues/names.ts'
import { registrarOf } from '../../../src/market/issues/registrars.ts'
import { parseNamedMoment } from '../../../src/market/named-moment.ts'
import { asciiUpper, compareText } from '../../../src/market/text-order.ts'
import { categoryOfRow, isHeadingRow, isPartOfCategory } from '../../../src/sources/exchanges/bids.ts'
import {
  companiesFrom,
  DOCUMENT_ADDRESS,
  employeeDiscountFrom,
  namedFirstOffer,
  packedCompaniesFrom,
  reportUnknownOutcome,
  upiCutoff,
} from '../../../src/sources/exchanges/offer.ts'
import { cellText } from '../../../src/sources/formats/html-table.ts'
import * as dates from '../../../src/sources/parsing/dates.ts'
import {
  bandFrom,
  countFrom,
  numberFrom,
  paiseFrom,
  priceFrom,
  pricesFrom,
  rupeesFrom,
  sharesFrom,
  withoutNote,
} from '../../../src/sources/parsing/numbers.ts'
import { jsonRow } from '../../../src/sources/parsing/row.ts'
import {
  boardNamedIn,
  gmpFrom,
  nameWithoutBoard,
  quoteIn,
} from '../../../src/sources/parsing/tracker-cells.ts'
import { readersOf } from '../text-reader.ts'

const FETCHED = '2031-03-12T14:30:00.000Z'
const NAME_PIECES = [
  ...[
    'Limited',
    ' Ltd.',
    ' Private',
    ' - ',
    ' (',
    'Issue ',
    'issue withdrawn',
    ' - withdrawn by ',
    'postponed by',
  ],
  ...[' special withdrawal option', 'FPO', ' further public ', ' IPO', ' NSE SME', '(SME)', 'S.', '&'],
]
const DAY_PIECES = [
  '21',
  ' Aug ',
  '2026',
  '21-Aug-2026',
  ' to ',
  ' - ',
  '12:30',
  ' at ',
  ' pm',
  ' hrs',
  ' IST',
  'T',
  ' ago',
]
const AMOUNT_PIECES = [
  ...[
    '₹ ',
    'Rs. ',
    '95',
    '1,23',
    '/-',
    ' to ',
    ' per equity share',
    ' of face value ',
    '(Revised)',
    '(revised ',
  ],
  ...['e5', '(5%)', '( %', 'minimum of ', ' shares'],
]

const REGISTRAR_PIECES = ['kfin', 'x mudra', 'samudra', 'mas services', ' Limited', '(Formerly Link Intime']

/** Functions that parse one cell. */
export const CELLS = [
  ...readersOf(
    'src/market/issues/names.ts',
    {
      outcomeOfName,
      isFurtherOffer,
      slugOfName,
      freeSlug: (text) => freeSlug(text, null, () => false),
      isTrustName,
      isTrustType,
    },
    NAME_PIECES,
  ),
  ...readersOf(
    'src/market/issues/name-search.ts',
    {
      matchesOf: (text) => matchesOf([text], text, (name) => [name, name]),
      placeTogether: (text) => placeTogether(text, text),
      nameMatch: (text) => [nameMatch(text)(text, text), nameMatch(`b${text}`)(text, null)],
    },
    NAME_PIECES,
  ),
  ...readersOf('src/market/issues/registrars.ts', { registrarOf }, REGISTRAR_PIECES),
  ...readersOf(
    'src/alerts/messages/plain-line.ts',
    { plainLine: (text) => plainLine(text), plainName },
    NAME_PIECES,
  ),
  ...readersOf('src/collect/match/issue-finder.ts', { nameKeys }, NAME_PIECES),
  ...readersOf('src/market/issues/legal-form.ts', { shortName }, [...NAME_PIECES, 'OF ', "S.J.'"]),
  ...readersOf('src/market/issues/names.ts', { displayName }, [...NAME_PIECES, 'OF ', "S.J.'"]),
  ...readersOf('src/sources/parsing/tracker-cells.ts', { nameWithoutBoard, boardNamedIn }, NAME_PIECES),
  ...readersOf(
    'src/sources/exchanges/offer.ts',
    {
      namedFirstOffer,
      reportUnknownOutcome: (text) => reportUnknownOutcome(jsonRow({}, 1), [], 'name', text),
    },
    NAME_PIECES,
  ),
  ...readersOf('src/market/calendar.ts', { isRealDay, parseInstant }, DAY_PIECES),
  ...readersOf('src/market/named-moment.ts', { parseNamedMoment }, [...DAY_PIECES, '.5', '+05:30', '0']),
  ...readersOf('src/market/text-order.ts', {
    asciiUpper,
    compareText: (text) => compareText(text, `${text}x`),
  }),
  ...readersOf(
    'src/sources/parsing/dates.ts',
    {
      monthFrom: dates.monthFrom,
      dayFromDMonY: dates.dayFromDMonY,
      dayFromMonDY: dates.dayFromMonDY,
      dayFromDMY: dates.dayFromDMY,
      dayFromMDY: dates.dayFromMDY,
      dayFromIso: dates.dayFromIso,
      dayFromDMon: (text) => dates.dayFromDMon(text, FETCHED),
      spanFrom: (text) => dates.spanFrom(text, FETCHED),
      dayFromDMonYY: dates.dayFromDMonYY,
      periodFrom: dates.periodFrom,
      momentFrom: (text) => dates.momentFrom(text, dates.dayFromDMonY),
      stampFrom: (text) => dates.stampFrom(text, FETCHED),
    },
    DAY_PIECES,
  ),
  ...readersOf(
    'src/sources/parsing/numbers.ts',
    { numberFrom, countFrom, paiseFrom, priceFrom },
    AMOUNT_PIECES,
  ),
  ...readersOf('src/sources/parsing/numbers.ts', { pricesFrom, bandFrom }, AMOUNT_PIECES),
  ...readersOf('src/sources/parsing/tracker-cells.ts', { gmpFrom, quoteIn }, AMOUNT_PIECES),
  ...readersOf('src/sources/parsing/numbers.ts', { withoutNote, rupeesFrom, sharesFrom }, [
    ...AMOUNT_PIECES,
    ...DAY_PIECES,
  ]),
  ...readersOf(
    'src/sources/exchanges/bids.ts',
    { categoryOfRow: (text) => categoryOfRow(text, text), isPartOfCategory, isHeadingRow },
    ['2.1', '(a)', 'Sr.', ' No.', 'total'],
  ),
  ...readersOf('src/sources/formats/html-table.ts', { cellText }),
  ...readersOf('src/sources/exchanges/offer.ts', { companiesFrom, packedCompaniesFrom }, [
    ' and ',
    ', ',
    ' Limited',
    '(formerly ',
    '^',
    '#',
  ]),
  ...readersOf(
    'src/sources/exchanges/offer.ts',
    { employeeDiscountFrom: (text) => employeeDiscountFrom(text, 10_000) },
    [...AMOUNT_PIECES, ' employees', ' discount of ', '-/'],
  ),
  ...readersOf('src/sources/exchanges/offer.ts', { DOCUMENT_ADDRESS: DOCUMENT_ADDRESS.from }, [
    'https://',
    'www.',
    'nseindia.com',
    '/',
  ]),
  ...readersOf(
    'src/sources/exchanges/offer.ts',
    { upiCutoff: (text) => upiCutoff('upi-cutoff', null).from(text) },
    [...DAY_PIECES, ' (upto ', '5:00 PM)', ' The cut-off time'],
  ),
]
