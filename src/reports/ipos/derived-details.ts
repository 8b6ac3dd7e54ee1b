import type { Instant } from '../../market/calendar.ts'
import type { GmpDay } from '../../market/gmp/gmp.ts'
import { applications } from '../../market/issues/application.ts'
import { expectedDays, milestonesOf } from '../../market/issues/status.ts'
import { referencePrice } from '../../market/issues/terms.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import type { FullIpo } from '../schemas/ipos.ts'
import type { IpoApplication } from '../schemas/offer.ts'
import type { Range80 } from '../schemas/range.ts'
import { rangeFor } from '../scores/range.ts'
import { percentOrNull, rupeesOrNull } from './ipo-summary.ts'
import { type Issue, statusOf } from './issues-in-view.ts'
import type { HolidaysFor } from './market-calendar.ts'

type DerivedDetails = Pick<
  FullIpo,
  'expected' | 'application' | 'lastGmpDay' | 'lastGmpOwners' | 'minAmount' | 'range80'
>

/** What follows from the terms of an issue, its last quotes and the holidays. */
export async function derivedDetails(
  market: MarketData,
  moment: Moment,
  issue: Issue,
  { quoted, holidaysFor }: { readonly quoted: GmpDay | undefined; readonly holidaysFor: HolidaysFor },
): Promise<DerivedDetails> {
  const { application, minAmount } = applicationsOf(issue)
  return {
    expected: expectedOf(issue, moment.clock, holidaysFor),
    application,
    ...quotedDay(quoted),
    minAmount,
    range80: await rangeOf(market, moment, issue, quoted),
  }
}

export const expectedOf = ({ terms, ...issue }: Issue, clock: Instant, holidaysFor: HolidaysFor) =>
  expectedDays(terms, statusOf({ terms, ...issue }, clock), holidaysFor(terms.exchanges))

export function applicationsOf({ terms }: Issue): Pick<FullIpo, 'application' | 'minAmount'> {
  const allowed = applications(terms)
  return {
    application: allowed.map(
      (one): IpoApplication => ({
        category: one.category,
        minLots: one.minLots,
        minShares: one.minShares,
        minAmount: rupeesFromPaise(one.minAmount),
        maxLots: one.maxLots,
        maxShares: one.maxShares,
        maxAmount: rupeesOrNull(one.maxAmount),
      }),
    ),
    minAmount: rupeesOrNull(allowed[0]?.minAmount),
  }
}

export const quotedDay = (quoted: GmpDay | undefined): Pick<FullIpo, 'lastGmpDay' | 'lastGmpOwners'> => ({
  lastGmpDay: quoted?.day ?? null,
  lastGmpOwners: quoted?.owners ?? 0,
})

async function rangeOf(
  market: MarketData,
  moment: Moment,
  issue: Issue,
  quoted: GmpDay | undefined,
): Promise<Range80 | null> {
  const { terms } = issue
  if (terms.offMarket || statusOf(issue, moment.clock) === 'LISTED') return null
  return rangeFor(market, moment, {
    board: terms.board,
    exchanges: terms.exchanges,
    impliedPct: percentOrNull(quoted?.median, referencePrice(terms)),
    gmpDay: quoted?.day ?? null,
    closes: milestonesOf(issue.timetable).closes,
  })
}
