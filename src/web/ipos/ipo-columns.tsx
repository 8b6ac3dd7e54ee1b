import type { ComponentChildren } from 'preact'
import { stageOfBids } from '../../market/issues/chances.ts'
import { shortName } from '../../market/issues/names.ts'
import type { IpoColumn } from '../../reports/ipos/ipo-table.ts'
import type { IpoView } from '../../reports/ipos/ipo-view.ts'
import { en } from '../../texts/en.ts'
import { band, counted } from '../../texts/format.ts'
import { useCopy } from '../copy/static-copy.tsx'
import {
  BiddingDayText,
  BoardTag,
  ClockTime,
  Crore,
  Gain,
  IpoLink,
  Missing,
  NearDay,
  PlainDay,
  Rupees,
  Times,
} from '../figures.tsx'
import { GainAtClose, GmpChangeText, GmpFigure, GmpNote, ImpliedGain } from '../gmp/quoted-gmp.tsx'
import { Listed } from '../kit/parts.tsx'
import { type RangeBarValues, SmallRangeBar } from '../kit/range-bar.tsx'
import { BiddingDots, StateTag } from '../kit/state.tsx'
import type { Column } from '../kit/table.tsx'
import { timeLeft } from '../time-left.ts'

/** Shown only where there is room: a narrow row says it elsewhere. */
const SPARE = { narrow: 'none', isFigure: true, isSpare: true } as const

/** The columns that a table of IPOs is composed of, each defined once for Today, the list and the calendar. */
export const IPO_COLUMNS_SHOWN = {
  name: {
    key: 'name',
    label: 'IPO',
    cell: (view) => (
      <>
        <IpoLink slug={view.slug} name={shortName(view.name)} />{' '}
        {view.board === 'SME' && <BoardTag board="SME" />}
      </>
    ),
    order: { by: 'name', ways: ['A to Z', 'Z to A'] },
  },
  state: {
    key: 'status',
    label: 'State',
    cell: (view) => (
      <>
        <StateTag state={view.state} />{' '}
        <span class="narrow-only">
          <When view={view} />
        </span>
      </>
    ),
    narrow: 'fact',
    narrowLabel: '',
    order: { by: 'state', ways: ['open first', 'listed first'] },
  },
  when: {
    key: 'when',
    label: 'When',
    cell: (view) => (
      <>
        <When view={view} />
        {view.state === 'open' && <Groups view={view} />} <Chance view={view} />
      </>
    ),
    narrow: 'fact',
  },
  opens: {
    key: 'opens',
    label: 'Opens',
    cell: (view) => dayOf(view, 'opens'),
    ...SPARE,
    order: { by: 'opening day', ways: ['earliest first', 'latest first'], downFirst: true },
  },
  closes: {
    key: 'closes',
    label: 'Closes',
    cell: (view) => dayOf(view, 'closes'),
    ...SPARE,
    order: { by: 'closing day', ways: ['earliest first', 'latest first'], downFirst: true },
  },
  price: {
    key: 'price',
    label: en.ipo.priceBand,
    cell: ({ terms }) => {
      const text = band(terms.priceMin, terms.priceMax)
      return text && <data value={String(terms.priceMax ?? terms.priceMin)}>{text}</data>
    },
    narrow: 'fact',
    isFigure: true,
    isSpare: true,
    order: { by: 'price', ways: ['lowest first', 'highest first'], downFirst: true },
  },
  minimum: {
    key: 'minimum',
    label: en.ipo.minimum,
    cell: ({ smallest }) =>
      smallest && (
        <>
          <Rupees value={smallest.cost} />{' '}
          {smallest.lots > 1 && <small class="narrow-only">{counted(smallest.lots, 'lot')}</small>}
        </>
      ),
    narrow: 'fact',
    narrowLabel: 'minimum',
    isFigure: true,
  },
  size: {
    key: 'size',
    label: en.ipo.issueSize,
    cell: ({ terms }) => terms.issueSizeCr !== null && <Crore value={terms.issueSizeCr} />,
    ...SPARE,
    order: { by: 'size', ways: ['smallest first', 'largest first'], downFirst: true },
  },
  gmp: {
    key: 'gmp',
    label: en.ipo.gmp,
    cell: (view) => <Gmp view={view} />,
    narrowLabel: ({ hasTraded }) => (hasTraded ? en.ipo.lastGmp : en.ipo.gmp),
    isFigure: true,
    order: { by: 'GMP', ways: ['lowest first', 'highest first'], downFirst: true },
  },
  bar: {
    key: 'bar',
    label: <span class="unseen">Issue price and quotes</span>,
    cell: (view) => <QuoteBar view={view} />,
    narrow: 'line',
    isSpare: true,
  },
  gain: {
    key: 'implied',
    label: en.ipo.atPriceAndGmp,
    cell: (view) => view.quoted && <ImpliedGain view={view} />,
    isFigure: true,
    order: { by: 'gain at price + GMP', ways: ['lowest first', 'highest first'], downFirst: true },
  },
  subscribed: {
    key: 'subscribed',
    label: en.ipo.subscribed,
    cell: (view) => <Subscribed view={view} />,
    isFigure: true,
    order: { by: 'subscription', ways: ['lowest first', 'highest first'], downFirst: true },
  },
  listedAt: {
    key: 'listedAt',
    label: en.ipo.openingPrice,
    cell: ({ listing }) => <Rupees value={listing?.listingPrice ?? null} />,
    isFigure: true,
  },
  listingGain: {
    key: 'listingGain',
    label: en.ipo.listingGain,
    cell: ({ gainPct }) => <Gain value={gainPct} />,
    isFigure: true,
  },
  gmpHadSaid: {
    key: 'gmpHadSaid',
    label: en.ipo.gmpHadSaid,
    cell: ({ atClose }) =>
      atClose ? (
        <GainAtClose impliedPct={atClose.gmpPct} atClose={atClose} />
      ) : (
        <Missing>{en.ipo.noQuote}</Missing>
      ),
    isFigure: true,
  },
} as const satisfies Readonly<Record<string, Column<IpoView>>>

const { name, state, opens, closes, price, size, gmp, gain, subscribed } = IPO_COLUMNS_SHOWN

/** The list of all IPOs. */
export const LIST_COLUMNS: readonly Column<IpoView, IpoColumn>[] = [
  name,
  state,
  opens,
  closes,
  price,
  size,
  gmp,
  gain,
  {
    ...subscribed,
    cell: (view) => (
      <>
        <Subscribed view={view} /> <Chance view={view} />
      </>
    ),
  },
  { key: 'board', label: en.ipo.boardLabel, order: { by: 'board', ways: ['mainboard first', 'SME first'] } },
  {
    key: 'sources',
    label: en.ipo.sourceCount,
    order: { by: 'number of sources', ways: ['fewest first', 'most first'], downFirst: true },
  },
]

const dayOf = (view: IpoView, kind: 'opens' | 'closes') => {
  const day = view.dayOf(kind)
  return day !== null && <PlainDay day={day} today={view.today} />
}

/** The GMP of a row, with its day and the number of its sources. */
const Gmp = ({ view }: { view: IpoView }) =>
  view.quoted ? (
    <>
      <GmpFigure view={view} /> {!view.hasTraded && <GmpChangeText view={view} />}{' '}
      <small>
        <GmpNote view={view} />
      </small>
    </>
  ) : (
    <GmpFigure view={view} />
  )

/** The quotes as a bar in rupees of the smallest application; nothing while its cost or the quotes are not known. */
function QuoteBar({ view }: { view: IpoView }) {
  const values = rangeBarOf(view)
  if (!values) return null
  return (
    <SmallRangeBar of={values} label={en.ipo.rangeBar(values.issuePrice, values.lowest, values.highest)} />
  )
}

/** `null` without quotes, while the price or the lot is not known, and for quotes that are too old for rupees. */
export function rangeBarOf(view: IpoView): RangeBarValues | null {
  const { smallest, quoted, isOldGmp, hasTraded } = view
  if (!smallest?.gains || !quoted || isOldGmp || hasTraded) return null
  const { cost, gains } = smallest
  return {
    issuePrice: cost,
    lowest: cost + gains.lowest,
    highest: cost + gains.highest,
    median: cost + gains.median,
    similar: null,
    disputed: quoted.disputed,
  }
}

/** How many times, with the day of bidding until it is final. */
function Subscribed({ view }: { view: IpoView }) {
  const { timesSubscribed, biddingDay, state, today } = view
  if (timesSubscribed === null)
    return <Missing>{state === 'upcoming' ? en.ipo.notOpenYet : en.fields.notKnown}</Missing>
  return (
    <>
      <Times value={timesSubscribed} />{' '}
      {biddingDay ? (
        <BiddingDayText of={biddingDay} today={today} />
      ) : (
        state !== 'listed' && <small>{en.ipo.final}</small>
      )}
    </>
  )
}

/** `QIB 0.85× NII 4.10× Retail 12.30×`: who bids, where that is known. */
function Groups({ view: { subscription, board } }: { view: IpoView }) {
  const groups = subscription.newest.filter(
    ({ category }) => category === 'QIB' || category === 'NII' || category === 'RII',
  )
  return groups.length === 0 ? null : (
    <small class="groups">
      {groups.map(({ category, timesSub }) => (
        <span key={category} class="nowrap">
          {en.ipo.categoryShort(category, board)} <Times value={timesSub} />
        </span>
      ))}
    </small>
  )
}

/** The chance of the smallest application while shares are not allotted; nothing where it is not known. */
function Chance({ view: { state, status, chances, board, moments } }: { view: IpoView }) {
  const [first] = state === 'open' || state === 'closed' ? chances : []
  const stage = first && stageOfBids(status, first.asOf, moments.closes)
  const text = stage && en.chances.inList(chances, board, stage)
  return text ? <small class="groups">{text}</small> : null
}

/** The next step of an IPO, in a line: `closes today, 4:00 pm, 6 h left`. */
export function When({ view }: { view: IpoView }) {
  const { state, today, clock, bidding } = view
  const copy = useCopy()
  const day = (of: string): ComponentChildren => <NearDay day={of} today={today} />
  const [opens, closes, closesAt] = [view.dayOf('opens'), view.dayOf('closes'), view.moments.closes]
  switch (state) {
    case 'open':
      if (!closes || !closesAt) return <>{en.ipo.closingDayUnknown}</>
      return (
        <>
          {bidding && <BiddingDots {...bidding} />}{' '}
          {en.ipo.closesAt(
            day(closes),
            <ClockTime at={closesAt} />,
            copy ? null : <strong class="nowrap">{timeLeft(clock, closesAt)?.text}</strong>,
          )}
        </>
      )
    case 'upcoming':
      if (!opens) return <>{en.ipo.openingDayUnknown}</>
      return <>{closes ? en.ipo.opensTo(day(opens), day(closes)) : en.ipo.opensOn(day(opens))}</>
    case 'closed':
      return <Awaited view={view} />
    case 'unconfirmed':
      return <>{en.ipo.priceNotReceived(day(view.dayOf('lists') ?? ''))}</>
    case 'trading':
      return <>{en.states.tradingBy(day(view.dayOf('lists') ?? ''))}</>
    case 'listed':
      return view.listingDay === null ? null : (
        <span>{en.ipo.listedOn(<PlainDay day={view.listingDay} today={today} />)}</span>
      )
    default:
      return null
  }
}

/** What a closed issue waits for: `allotment due today, listing due Mon 23 Nov`. */
function Awaited({ view: { milestones, today } }: { view: IpoView }) {
  const steps = milestones.filter(
    ({ kind, state, day }) =>
      (kind === 'allotment' || kind === 'lists') && (state === 'next' || state === 'ahead') && day !== null,
  )
  if (steps.length === 0) return <>{en.ipo.listingDayUnknown}</>
  return (
    <Listed
      items={steps.map((one) =>
        en.states.milestoneOn(one, <NearDay day={one.day ?? ''} today={today} />, one.day === today),
      )}
    />
  )
}
