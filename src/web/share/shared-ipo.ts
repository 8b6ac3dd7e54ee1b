import type { Day } from '../../market/calendar.ts'
import { shortName } from '../../market/issues/names.ts'
import type { Milestone } from '../../market/issues/stages.ts'
import type { IpoView } from '../../reports/ipos/ipo-view.ts'
import { en } from '../../texts/en.ts'
import { band, rupees } from '../../texts/format.ts'
import type { Figure, Tone } from '../cards/card.ts'
import type { Quotes } from './range-bar.tsx'

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
  readonly figures: readonly Figure[]
  /** The GMP before the listing. */
  readonly quotes: Quotes | null
  /** What the GMP was, of an issue that has listed. */
  readonly lastGmp: string | null
  readonly dates: readonly SharedDate[]
  /** A few words after the name, and the small print. */
  readonly badge: readonly [state: string, note: string]
  readonly tone: Tone
}

export interface SharedDate {
  readonly label: string
  readonly day: Day
  readonly note?: string
}

export function sharedIpo(view: IpoView): SharedIpo {
  const { calledOff, today } = view
  return {
    slug: view.slug,
    name: shortName(view.name),
    kind: words.ipoKind(view.board, en.states.state(view.state)),
    calledOff: calledOff && en.states.calledOff(calledOff),
    ...(calledOff
      ? { ...NOTHING, badge: [words.badge.calledOff(calledOff), words.badge.onGreymark(today)] }
      : { ...(listedFigures(view) ?? quotedFigures(view)), dates: datesOf(view.milestones) }),
  }
}

type Figures = Pick<SharedIpo, 'figures' | 'quotes' | 'lastGmp' | 'badge' | 'tone'>

const NOTHING = { figures: [], quotes: null, lastGmp: null, dates: [], tone: 'doubt' } as const

/** Once an opening price confirms the listing. */
function listedFigures({ listing, gainPct, listingDay, terms, quoted }: IpoView): Figures | null {
  if (!listing) return null
  const { issuePrice } = terms
  const price = rupees(listing.listingPrice)
  const gain = gainPct === null ? null : words.gain(gainPct)
  const lastGmp = quoted ? words.lastGmp(en.ipo.gmpText(quoted), { ...quoted, age: null }) : words.neverQuoted
  const on = listingDay ?? listing.listedOn
  return {
    figures: [
      { label: words.listedAt, value: price, note: words.listedOn(on, listing.exchange) },
      ...(gain === null || issuePrice === null
        ? []
        : [{ label: words.listingGain, value: gain, note: words.overIssuePrice(issuePrice) }]),
    ],
    quotes: null,
    lastGmp,
    badge: [words.badge.listed(price, gain), lastGmp],
    tone: 'ink',
  }
}

function quotedFigures({ terms, quoted, state, today }: IpoView): Figures {
  const price = priceOf(terms)
  // The day on which it should have listed has passed, so no quote is awaited.
  const isOverdue = state === 'unconfirmed'
  if (!quoted)
    return {
      figures: [
        { label: words.noGmp, value: isOverdue ? words.noQuote : words.noQuoteYet, tone: 'quiet' },
        price,
      ],
      quotes: null,
      lastGmp: null,
      badge: [isOverdue ? words.badge.noQuote : words.badge.noQuoteYet, words.asOfDay(today)],
      tone: 'quiet',
    }
  const { lowest, highest, gmp: median, disputed } = quoted
  const age = en.ipo.gmpAge(quoted.day, today)
  const note = words.gmpNote({ ...quoted, age })
  const tone = age === null ? (disputed ? 'doubt' : 'ink') : 'quiet'
  return {
    figures: [{ label: words.gmp, value: en.ipo.gmpText(quoted), note, tone }, price],
    quotes: { lowest, median, highest, disputed },
    lastGmp: null,
    badge: [words.badge.gmp(en.ipo.gmpText(quoted)), words.badge.unofficial(note)],
    tone,
  }
}

function priceOf({ priceMin, priceMax, issuePrice }: IpoView['terms']): Figure {
  const [low, high] = [priceMin ?? issuePrice, priceMax ?? issuePrice]
  const isBand = low !== null && high !== null && low !== high
  return { label: isBand ? words.priceBand : words.price, value: band(low, high) ?? words.priceUnknown }
}

/** The close, and what is still to come or not confirmed. */
const datesOf = (milestones: readonly Milestone[]): SharedDate[] =>
  milestones.flatMap((one) => {
    const { kind, day, state } = one
    const isShown =
      kind === 'closes' ||
      (kind === 'opens' ? isBidding(milestones) : LATER.includes(kind) && state !== 'done')
    if (day === null || !isShown || (kind === 'allotment' && state === 'unconfirmed')) return []
    return [
      { label: en.states.milestone(one), day, ...(state === 'unconfirmed' && { note: words.notConfirmed }) },
    ]
  })

const LATER: readonly Milestone['kind'][] = ['allotment', 'lists']

const isBidding = (milestones: readonly Milestone[]): boolean =>
  milestones.some(({ kind, state }) => kind === 'closes' && state !== 'done')
