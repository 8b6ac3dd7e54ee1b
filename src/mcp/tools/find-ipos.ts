import Type from 'typebox'
import { BOARDS } from '../../market/facts/fact.ts'
import { STATUSES } from '../../market/issues/status.ts'
import { nullable } from '../../reports/schemas/fields.ts'
import { FullIpo } from '../../reports/schemas/ipos.ts'
import { queryFrom } from '../arguments.ts'
import type { MarketReader } from '../market-reader.ts'
import { fittingPage, pageFields } from './list-page.ts'
import {
  asOfInput,
  cursorInput,
  inputOf,
  ipoFields,
  ipoValues,
  limitInput,
  outputOf,
  type Tool,
  textInput,
  valuesInput,
} from './tool.ts'

const LIMITS = { standard: 15, maximum: 100 }

const { properties } = FullIpo

/** Every GMP comes with its day, its number of owners and its dispute. */
const GMP_FIELDS = {
  lastGmp: properties.lastGmp,
  lastGmpPct: properties.lastGmpPct,
  lastGmpDay: properties.lastGmpDay,
  lastGmpOwners: properties.lastGmpOwners,
  gmpSources: properties.gmpSources,
  gmpDisputed: properties.gmpDisputed,
  gmpSpread: properties.gmpSpread,
}

const FoundIpo = Type.Object({
  slug: properties.slug,
  name: properties.name,
  symbol: properties.symbol,
  board: properties.board,
  status: properties.status,
  priceMin: properties.priceMin,
  priceMax: properties.priceMax,
  lotSize: properties.lotSize,
  minAmount: properties.minAmount,
  issueSizeCr: properties.issueSizeCr,
  openDate: ipoFields.openDate,
  closeDate: ipoFields.closeDate,
  listingDate: properties.listingDate,
  ...GMP_FIELDS,
  lastSubX: properties.lastSubX,
  listingPrice: nullable(
    Type.Number(),
    'Price of the opening trade, rupees. Null until it has listed.',
    null,
  ),
  page: ipoFields.page,
})

type Full = Type.Static<typeof FullIpo>

export const findIpos: Tool = {
  name: 'find_ipos',
  title: 'Find IPOs',
  description:
    'Lists Indian IPOs: opening day newest first, so give status=OPEN for those that accept bids now, UPCOMING for announced ones, CLOSED for those before their listing, LISTED for past ones. Amounts are in rupees (issueSizeCr in crore), days are days in India. Null means unknown, never zero. lastGmp is an unofficial grey-market quote: state its day (lastGmpDay), how many independent owners reported it (lastGmpOwners) and whether they disagree (gmpDisputed) whenever you state it; an old day means an old figure, and gmpSources 0 that no source quoted it today. Details of one IPO: get_ipo with its slug.',
  input: inputOf({
    status: valuesInput(STATUSES, 'Only IPOs of these statuses.'),
    board: valuesInput(BOARDS, 'Only IPOs of these boards.'),
    q: textInput('Only IPOs whose name or symbol contains this text, in any letter case.'),
    limit: limitInput(LIMITS.standard, LIMITS.maximum, 'IPOs'),
    cursor: cursorInput,
    asOf: asOfInput,
  }),
  output: outputOf({ ...pageFields, ipos: Type.Array(FoundIpo) }),
  run: (given, reader) =>
    fittingPage(reader, {
      operation: 'listIpos',
      given,
      limits: LIMITS,
      query: {
        ...queryFrom(given, { status: 'status', board: 'board', q: 'q', cursor: 'cursor', asOf: 'asOf' }),
        ...(given.cursor ? {} : { detail: 'full' }),
      },
      length: ({ ipos }) => ipos.length,
      build: ({ body, total, next }, count) => ({
        count,
        total,
        next,
        ipos: body.ipos.slice(0, count).map((ipo) => foundIpo(reader, ipo as Full)),
        disclaimer: body.disclaimer,
      }),
    }),
}

function foundIpo(reader: MarketReader, ipo: Full): Type.Static<typeof FoundIpo> {
  const { openDate, closeDate, page } = ipoValues(reader, ipo)
  return {
    slug: ipo.slug,
    name: ipo.name,
    symbol: ipo.symbol,
    board: ipo.board,
    status: ipo.status,
    priceMin: ipo.priceMin,
    priceMax: ipo.priceMax,
    lotSize: ipo.lotSize,
    minAmount: ipo.minAmount,
    issueSizeCr: ipo.issueSizeCr,
    openDate,
    closeDate,
    listingDate: ipo.listingDate,
    lastGmp: ipo.lastGmp,
    lastGmpPct: ipo.lastGmpPct,
    lastGmpDay: ipo.lastGmpDay,
    lastGmpOwners: ipo.lastGmpOwners,
    gmpSources: ipo.gmpSources,
    gmpDisputed: ipo.gmpDisputed,
    gmpSpread: ipo.gmpSpread,
    lastSubX: ipo.lastSubX,
    listingPrice: ipo.listing?.listingPrice ?? null,
    page,
  }
}
