import type { Day, Instant } from '../../market/calendar.ts'
import type { DocumentKind, IpoFact, Terms } from '../../market/facts/fact.ts'
import { businessDay, businessDayNumber, demoMoment } from '../business-days.ts'
import type { Company } from '../company.ts'
import type { DemoFact } from '../demo-fact.ts'
import { type BiddingDays, daysKnownOn } from '../issue-days.ts'
import { chance, type Random, seeded, wholeBetween } from '../seeded.ts'

/** The hour of the evening at which each kind of notice appears, half an hour apart, so that they keep their order. */
const NOTICE_HOUR = {
  announced: 17,
  allotted: 17.5,
  changed: 18,
  resumed: 18.5,
  priced: 19,
  traded: 19.5,
  band: 20,
  anchors: 21,
} as const

/** UPI mandates can be confirmed until this hour of the closing day. */
const UPI_HOUR = 17
/** The share of issues whose days of allotment and listing the exchange prints ahead; of others they are expected. */
const TIMETABLE_SHARE = 0.4

export const announcedAt = ({ index, issueDays }: Company): Instant =>
  noticeMoment(issueDays.announcedOn, NOTICE_HOUR.announced, seeded(`announced ${index}`))

function noticeMoment(day: Day, hour: number, random: Random): Instant {
  return demoMoment(day, hour * 60 + wholeBetween(random, 0, 29), wholeBetween(random, 0, 59))
}

/** The exchange's notices about the terms of an issue. */
export function termsStory(company: Company): DemoFact[] {
  const { issueDays } = company
  const { change, bandOn } = issueDays
  const random = seeded(`terms ${company.index}`)
  const record = (recordedAt: Instant, terms: Partial<Terms>) => ({
    fact: noticeOf(company, terms),
    recordedAt,
  })
  const notice = (day: Day, kind: keyof typeof NOTICE_HOUR, terms: Partial<Terms>) =>
    record(noticeMoment(day, NOTICE_HOUR[kind], random), terms)

  const isUndated = change.kind === 'none' && chance(random, 0.06)
  const hasEarlySymbol = chance(random, 0.7)
  const hasTimetable = chance(random, TIMETABLE_SHARE)
  const facts = [record(announcedAt(company), announcement(company, { isUndated, hasEarlySymbol }))]
  const held = printedDays(issueDays.held, hasTimetable)

  if (change.kind === 'moved' || change.kind === 'extended') facts.push(notice(change.on, 'changed', held))
  if (change.kind === 'withdrawn') facts.push(notice(change.on, 'changed', { withdrawn: true }))
  if (change.kind === 'postponed') {
    facts.push(notice(change.on, 'changed', { postponed: true }))
    facts.push(notice(change.resumedOn, 'resumed', { postponed: false, ...held }))
  }
  const days = printedDays(daysKnownOn(bandOn, issueDays), hasTimetable)
  if (change.kind !== 'withdrawn' || bandOn < change.on)
    facts.push(notice(bandOn, 'band', { ...band(company), ...days }))

  if (change.kind === 'withdrawn') return facts
  const { openDate, closeDate, allotmentDate, listingDate } = issueDays.held
  const { anchorShares, industry } = company.particulars
  const dayBefore = businessDay(businessDayNumber(openDate) - 1)
  if (anchorShares > 0)
    facts.push(notice(dayBefore, 'anchors', { anchorShares, ...documentsUpTo('anchor', company) }))
  facts.push(notice(closeDate, 'priced', priced(company)))
  facts.push(notice(allotmentDate, 'allotted', allotment(company, hasEarlySymbol)))
  facts.push(notice(listingDate, 'traded', { industry }))
  return facts
}

/** BSE prints names in capitals. */
function noticeOf({ slug, name, board, source }: Company, terms: Partial<Terms>): IpoFact {
  const printed = source === 'bse' ? name.toUpperCase() : name
  return { fact: 'ipo', slug, said: { name: printed, board, ...terms }, source }
}

function printedDays(
  { openDate, closeDate, ...timetable }: BiddingDays,
  hasTimetable: boolean,
): Partial<Terms> {
  const upiCutoffAt = demoMoment(closeDate, UPI_HOUR * 60)
  return { openDate, closeDate, upiCutoffAt, ...(hasTimetable ? timetable : {}) }
}

function announcement(
  { exchanges, offer, issueDays, symbol, particulars }: Company,
  { isUndated, hasEarlySymbol }: { isUndated: boolean; hasEarlySymbol: boolean },
): Partial<Terms> {
  const { issueType, faceValue, issueSizeCr } = offer
  const { openDate, closeDate } = issueDays.planned
  return {
    exchanges,
    issueType,
    faceValue,
    ...(issueSizeCr === null ? {} : { issueSizeCr }),
    ...(hasEarlySymbol ? { symbol } : {}),
    ...(isUndated ? {} : { openDate, closeDate }),
    ...particulars.announced,
  }
}

function band(company: Company): Partial<Terms> {
  const { priceMin, priceMax, lotSize, minLots } = company.offer
  const { printedWithBand } = company.particulars
  return { priceMin, priceMax, lotSize, minLots, ...printedWithBand, ...documentsUpTo('ratios', company) }
}

/** With the prospectus, where the exchange offers it. */
function priced(company: Company): Partial<Terms> {
  const { offer, particulars } = company
  const hasProspectus = particulars.documents.some(({ kind }) => kind === 'prospectus')
  return { issuePrice: offer.issuePrice, ...(hasProspectus ? documentsUpTo('prospectus', company) : {}) }
}

/** The documents in the order in which they appear, up to a kind. */
function documentsUpTo(
  kind: DocumentKind,
  { particulars: { documents } }: Company,
): Pick<Terms, 'documents'> {
  return { documents: documents.slice(0, documents.findIndex((one) => one.kind === kind) + 1) }
}

/** The trading codes, which are published with the allotment. */
function allotment({ symbol, isin, bseCode }: Company, hasEarlySymbol: boolean): Partial<Terms> {
  return {
    ...(hasEarlySymbol ? {} : { symbol }),
    ...(isin === null ? {} : { isin }),
    ...(bseCode === null ? {} : { bseCode }),
  }
}
