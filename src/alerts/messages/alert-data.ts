import { type Instant, istDay } from '../../market/calendar.ts'
import { publishedChange } from '../../reports/changes/change.ts'
import type { AlertEvent, AlertIpo } from '../alert.ts'
import type { AlertBody, AlertedIpo } from './alert-body.ts'
import { comparableIpos, listDay } from './ipo-lines.ts'

interface WrittenAlert {
  readonly at: Instant
  readonly title: string
  readonly text: string
  readonly link: string | null
  readonly isDemo: boolean
}

/** An alert for programs. */
export function alertData(event: AlertEvent, { at, title, text, link, isDemo }: WrittenAlert): AlertBody {
  const change =
    'cause' in event && event.cause !== null ? publishedChange({ demo: isDemo }, event.cause) : null
  return {
    type: event.on,
    at,
    title,
    text,
    url: link,
    demo: isDemo,
    ipo: 'ipo' in event ? alertedIpo(event.ipo, at) : null,
    deal: event.on === 'deal' ? event.deal : null,
    change,
    ...ownFields(event, at),
  }
}

function ownFields(event: AlertEvent, at: Instant): Partial<AlertBody> {
  switch (event.on) {
    case 'opens':
    case 'closes':
    case 'allotment':
    case 'listsTomorrow':
      return { day: event.day, announced: event.isAnnounced }
    case 'gmp':
      return { unit: event.unit, level: event.level, direction: event.direction, was: event.was }
    case 'dispute':
      return { direction: event.direction }
    case 'subscription': {
      const { category, times, was, is, readAt } = event
      return { category, times, was, is, readAt }
    }
    case 'correction':
      return { figures: event.figures.map(({ field, stated, now }) => ({ field, stated, now })) }
    case 'digest': {
      const written = (ipos: readonly AlertIpo[]) => ipos.map((ipo) => alertedIpo(ipo, at))
      const { day, opens, closes, allotment, lists, results } = event
      return {
        day,
        opens: written(opens),
        closes: written(closes),
        allotment: written(allotment),
        lists: written(lists),
        results: written(results),
      }
    }
    default:
      return {}
  }
}

function alertedIpo(ipo: AlertIpo, at: Instant): AlertedIpo {
  const { gmpAtClose } = ipo
  return {
    slug: ipo.slug,
    name: ipo.name,
    board: ipo.board,
    status: ipo.status,
    priceMin: ipo.priceMin,
    priceMax: ipo.priceMax,
    issuePrice: ipo.issuePrice,
    lotSize: ipo.lotSize,
    minAmount: ipo.minAmount,
    openDate: ipo.openDate && listDay(ipo.openDate),
    closeDate: ipo.closeDate && listDay(ipo.closeDate),
    biddingEnds: ipo.biddingEnds,
    allotmentDate: ipo.allotmentDate,
    listingDate: ipo.listingDate,
    expected: ipo.expected,
    registrar: ipo.registrar,
    lastGmp: ipo.lastGmp,
    lastGmpPct: ipo.lastGmpPct,
    lastGmpDay: ipo.lastGmpDay,
    lastGmpOwners: ipo.lastGmpOwners,
    gmpSpread: ipo.gmpSpread,
    gmpDisputed: ipo.gmpDisputed,
    lastSubX: ipo.lastSubX,
    lastSubAt: ipo.lastSubAt,
    similar: similarData(ipo, at),
    gmpAtClose: gmpAtClose && {
      gmp: gmpAtClose.gmp,
      gmpPct: gmpAtClose.percent,
      day: gmpAtClose.day,
      owners: gmpAtClose.owners,
      disputed: gmpAtClose.disputed,
    },
    listing: ipo.listing,
    listingGainPct: ipo.gainPercent,
  }
}

function similarData(ipo: AlertIpo, at: Instant): AlertedIpo['similar'] {
  const similar = comparableIpos(ipo, istDay(at))
  if (similar === null) return null
  const { horizon, from, to, n, medianActualPct, middleHalf, aboveIssuePrice } = similar
  return { horizon, from, to, n, medianActualPct, middleHalf, aboveIssuePrice }
}
