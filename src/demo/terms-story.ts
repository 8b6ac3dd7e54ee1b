import type { Day, Instant } from '../market/calendar.ts'
import type { IpoFact, Terms } from '../market/facts/fact.ts'
import { demoMoment } from './business-days.ts'
import type { Company } from './company.ts'
import type { DemoFact } from './demo-fact.ts'
import { daysKnownOn } from './issue-days.ts'
import { chance, type Random, seeded, wholeBetween } from './seeded.ts'

/** The half hours of the evening in which each kind of notice appears, so that a day's notices keep their order. */
const NOTICE_HOUR = {
  announced: 17,
  allotted: 17.5,
  turned: 18,
  resumed: 18.5,
  priced: 19,
  band: 20,
} as const

/** The first word on a company; before it nobody has heard of it. */
export const announcedAt = ({ index, course }: Company): Instant =>
  noticeMoment(course.announcedOn, NOTICE_HOUR.announced, seeded(`announced ${index}`))

function noticeMoment(day: Day, hour: number, random: Random): Instant {
  return demoMoment(day, hour * 60 + wholeBetween(random, 0, 29), wholeBetween(random, 0, 59))
}

/** What the exchange says of the issue's terms, notice by notice. */
export function termsStory(company: Company): DemoFact[] {
  const { course, offer } = company
  const { turn } = course
  const random = seeded(`terms ${company.index}`)
  const say = (recordedAt: Instant, terms: Partial<Terms>) => ({ fact: noticeOf(company, terms), recordedAt })
  const notice = (day: Day, kind: keyof typeof NOTICE_HOUR, terms: Partial<Terms>) =>
    say(noticeMoment(day, NOTICE_HOUR[kind], random), terms)

  const isUndated = turn.kind === 'none' && chance(random, 0.06)
  const hasEarlySymbol = chance(random, 0.7)
  const story = [say(announcedAt(company), announcement(company, { isUndated, hasEarlySymbol }))]

  if (turn.kind === 'moved') story.push(notice(turn.on, 'turned', course.held))
  if (turn.kind === 'withdrawn') story.push(notice(turn.on, 'turned', { withdrawn: true }))
  if (turn.kind === 'postponed') {
    story.push(notice(turn.on, 'turned', { postponed: true }))
    story.push(notice(turn.resumedOn, 'resumed', { postponed: false, ...course.held }))
  }
  const { priceMin, priceMax, lotSize, minLots } = offer
  const band = { priceMin, priceMax, lotSize, minLots, ...daysKnownOn(course.bandOn, course) }
  if (turn.kind !== 'withdrawn' || course.bandOn < turn.on) story.push(notice(course.bandOn, 'band', band))

  if (turn.kind === 'withdrawn') return story
  const { closeDate, allotmentDate } = course.held
  story.push(notice(closeDate, 'priced', { issuePrice: offer.issuePrice }))
  story.push(notice(allotmentDate, 'allotted', allotment(company, hasEarlySymbol)))
  return story
}

function noticeOf({ slug, name, board, source }: Company, terms: Partial<Terms>): IpoFact {
  return { fact: 'ipo', slug, said: { name, board, ...terms }, source }
}

function announcement(
  { exchanges, offer, course, symbol }: Company,
  { isUndated, hasEarlySymbol }: { isUndated: boolean; hasEarlySymbol: boolean },
): Partial<Terms> {
  const { issueType, faceValue, issueSizeCr } = offer
  const { openDate, closeDate } = course.planned
  return {
    exchanges,
    issueType,
    faceValue,
    ...(issueSizeCr === null ? {} : { issueSizeCr }),
    ...(hasEarlySymbol ? { symbol } : {}),
    ...(isUndated ? {} : { openDate, closeDate }),
  }
}

/** The codes under which the share will trade are given out with the allotment. */
function allotment({ symbol, isin, bseCode }: Company, hasEarlySymbol: boolean): Partial<Terms> {
  return {
    ...(hasEarlySymbol ? {} : { symbol }),
    ...(isin === null ? {} : { isin }),
    ...(bseCode === null ? {} : { bseCode }),
  }
}
