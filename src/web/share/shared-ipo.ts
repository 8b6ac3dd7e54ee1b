import type { Day } from '../../market/calendar.ts'
import { shortName } from '../../market/issues/names.ts'
import type { Milestone } from '../../market/issues/stages.ts'
import type { IpoView } from '../../reports/ipos/ipo-view.ts'
import { en } from '../../texts/en.ts'
import { band, gain, rupees } from '../../texts/format.ts'
import type { CardFigure, Tone } from '../cards/card.ts'
import type { Quotes } from '../kit/range-bar.tsx'

const words = en.cards

/**
 * What a card, a badge and an embedded page say of an IPO. They travel to other sites without the pages around them, so
 * they contain nothing that is computed from the GMP: no implied gain, no profit.
 */
export interface SharedIpo {
  readonly slug: string
  /** Without legal words, as sources print it. */
  readonly name: string
  /** `SME IPO, open` */
  readonly kind: string
  /** What happened to an issue that does not take place as announced, and what that means; it then has no figures. */
  readonly calledOff: readonly [what: string, meaning: string] | null
  /** The first is what it is about now: its GMP, or the price at which it listed. */
  readonly figures: readonly CardFigure[]
  /** The GMP before the listing. */
  readonly quotes: Quotes | null
  /** What the GMP was, of an issue that has listed. */
  readonly lastGmp: string | null
  readonly dates: readonly { readonly label: string; readonly day: Day; readonly note?: string }[]
  /** A few words after the name, and the small print. */
  readonly badge: readonly [state: string, note: string]
  readonly tone: Tone
}

export function sharedIpo(view: IpoView): SharedIpo {
  const { calledOff, today } = view
  return {
    slug: view.slug,
    name: shortName(view.name),
    kind: words.ipoKind(view.board, en.states.state(view.state)),
    calledOff: calledOff && en.states.calledOff(calledOff),
    quotes: null,
    lastGmp: null,
    ...(calledOff
      ? {
          ...{ figures: [], dates: [], tone: 'doubt' },
          badge: [words.badge.calledOff(calledOff), words.badge.onGreymark(today)],
        }
      : { ...(listedFigures(view) ?? quotedFigures(view)), dates: datesOf(view.milestones) }),
  }
}

type Figures = Pick<SharedIpo, 'figures' | 'badge' | 'tone'> & Partial<SharedIpo>

/** Once an opening price confirms the listing. */
function listedFigures({ listing, gainPct, listingDay, terms, quoted }: IpoView): Figures | null {
  if (!listing) return null
  const price = rupees(listing.listingPrice)
  const written = gainPct === null ? null : gain(gainPct)
  const lastGmp = quoted ? words.lastGmp(en.ipo.gmpText(quoted), quoted) : words.neverQuoted
  const note = words.listedOn(listingDay ?? listing.listedOn, listing.exchange)
  return {
    figures: [
      { label: en.ipo.openingPrice, value: price, note },
      ...(written === null || terms.issuePrice === null
        ? []
        : [{ label: en.ipo.listingGain, value: written, note: words.overIssuePrice(terms.issuePrice) }]),
    ],
    lastGmp,
    badge: [words.badge.listed(price, written), lastGmp],
    tone: 'ink',
  }
}

function quotedFigures({ terms, quoted, state, hasTraded, today }: IpoView): Figures {
  const [low, high] = [terms.priceMin ?? terms.issuePrice, terms.priceMax ?? terms.issuePrice]
  const isBand = low !== null && high !== null && low !== high
  const price = {
    label: isBand ? en.ipoPage.priceBandLabel : en.ipo.priceBand,
    value: band(low, high) ?? en.ipo.notAnnounced,
  }
  if (!quoted) {
    // It trades, or the day on which it should have listed has passed, so no quote is awaited.
    const isOverdue = state === 'unconfirmed' || hasTraded
    const value = isOverdue ? en.ipo.noQuote : en.ipo.noQuoteYet
    return {
      figures: [{ label: en.ipo.gmp, value, tone: 'quiet' }, price],
      badge: [isOverdue ? words.badge.noQuote : words.badge.noQuoteYet, words.asOfDay(today)],
      tone: 'quiet',
    }
  }
  const { lowest, highest, gmp: median, disputed } = quoted
  const age = en.ipo.gmpAge(quoted.day, today)
  const [value, note] = [en.ipo.gmpText(quoted), words.gmpNote(quoted, age)]
  const tone = age === null ? (disputed ? 'doubt' : 'ink') : 'quiet'
  return {
    figures: [{ label: words.gmp, value, note, tone }, price],
    quotes: { lowest, median, highest, disputed },
    badge: [words.badge.gmp(value), words.badge.unofficial(note)],
    tone,
  }
}

const NOTES: Partial<Record<Milestone['state'], string>> = {
  unconfirmed: words.notConfirmed,
  traded: en.states.dealDisclosed,
}

/** The close, and what is still to come or not confirmed. */
function datesOf(milestones: readonly Milestone[]): SharedIpo['dates'] {
  const isBidding = milestones.some(({ kind, state }) => kind === 'closes' && state !== 'done')
  return milestones.flatMap((one) => {
    const { kind, day, state } = one
    const isShown =
      kind === 'closes' ||
      (kind === 'opens' && isBidding) ||
      (kind === 'allotment' && state !== 'done' && state !== 'unconfirmed') ||
      (kind === 'lists' && state !== 'done')
    if (day === null || !isShown) return []
    const note = NOTES[state]
    return [{ label: en.states.milestone(one), day, ...(note && { note }) }]
  })
}
