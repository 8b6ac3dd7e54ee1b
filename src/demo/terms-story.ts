import type { Day, Instant } from '../market/calendar.ts'
import type { IpoFact, Terms } from '../market/facts/fact.ts'
import { demoMoment } from './business-days.ts'
import type { Company } from './company.ts'
import type { DemoFact } from './demo-fact.ts'
import { daysKnownOn } from './issue-days.ts'
import { chance, type Random, seeded, wholeBetween } from './seeded.ts'

/** The hour of the evening at which each kind of notice appears, half an hour apart, so that they keep their order. */
const NOTICE_HOUR = {
  announced: 17,
  allotted: 17.5,
  changed: 18,
  resumed: 18.5,
  priced: 19,
  band: 20,
} as const

export const announcedAt = ({ index, issueDays }: Company): Instant =>
  noticeMoment(issueDays.announcedOn, NOTICE_HOUR.announced, seeded(`announced ${index}`))

function noticeMoment(day: Day, hour: number, random: Random): Instant {
  return demoMoment(day, hour * 60 + wholeBetween(random, 0, 29), wholeBetween(random, 0, 59))
}

/** The exchange's notices about the terms of an issue. */
export function termsStory(company: Company): DemoFact[] {
  const { issueDays, offer } = company
  const { change } = issueDays
  const random = seeded(`terms ${company.index}`)
  const record = (recordedAt: Instant, terms: Partial<Terms>) => ({
    fact: noticeOf(company, terms),
    recordedAt,
  })
  const notice = (day: Day, kind: keyof typeof NOTICE_HOUR, terms: Partial<Terms>) =>
    record(noticeMoment(day, NOTICE_HOUR[kind], random), terms)

  const isUndated = change.kind === 'none' && chance(random, 0.06)
  const hasEarlySymbol = chance(random, 0.7)
  const facts = [record(announcedAt(company), announcement(company, { isUndated, hasEarlySymbol }))]

  if (change.kind === 'moved') facts.push(notice(change.on, 'changed', issueDays.held))
  if (change.kind === 'withdrawn') facts.push(notice(change.on, 'changed', { withdrawn: true }))
  if (change.kind === 'postponed') {
    facts.push(notice(change.on, 'changed', { postponed: true }))
    facts.push(notice(change.resumedOn, 'resumed', { postponed: false, ...issueDays.held }))
  }
  const { priceMin, priceMax, lotSize, minLots } = offer
  const band = { priceMin, priceMax, lotSize, minLots, ...daysKnownOn(issueDays.bandOn, issueDays) }
  if (change.kind !== 'withdrawn' || issueDays.bandOn < change.on)
    facts.push(notice(issueDays.bandOn, 'band', band))

  if (change.kind === 'withdrawn') return facts
  const { closeDate, allotmentDate } = issueDays.held
  facts.push(notice(closeDate, 'priced', { issuePrice: offer.issuePrice }))
  facts.push(notice(allotmentDate, 'allotted', allotment(company, hasEarlySymbol)))
  return facts
}

function noticeOf({ slug, name, board, source }: Company, terms: Partial<Terms>): IpoFact {
  return { fact: 'ipo', slug, said: { name, board, ...terms }, source }
}

function announcement(
  { exchanges, offer, issueDays, symbol }: Company,
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
  }
}

/** The trading codes, which are published with the allotment. */
function allotment({ symbol, isin, bseCode }: Company, hasEarlySymbol: boolean): Partial<Terms> {
  return {
    ...(hasEarlySymbol ? {} : { symbol }),
    ...(isin === null ? {} : { isin }),
    ...(bseCode === null ? {} : { bseCode }),
  }
}
