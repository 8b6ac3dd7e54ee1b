import type { ComponentChildren } from 'preact'
import type { Day } from '../../market/calendar.ts'
import { isOldGmp } from '../../market/gmp/gmp.ts'
import { shortName } from '../../market/issues/names.ts'
import type { GmpHistory } from '../../reports/ipos/gmp-history.ts'
import type { IpoCard } from '../../reports/ipos/ipo-card.ts'
import { band, counted } from '../../texts/format.ts'
import { Spark } from '../charts/spark.tsx'
import {
  BiddingDayText,
  BoardTag,
  DisputedTag,
  Gain,
  IpoLink,
  Labelled,
  Missing,
  PlainDay,
  Rupees,
  Times,
} from '../figures.tsx'
import { GmpChangeText } from '../gmp/gmp-change.tsx'
import { GmpAge, GmpFigure, ImpliedGain } from '../gmp/quoted-gmp.tsx'

interface IpoRowProps {
  readonly card: IpoCard
  readonly today: Day
  /** A sentence: when it opens, closes or lists. */
  readonly when: ComponentChildren
}

/** One IPO in a list: its name, smallest amount, date and quotes. */
export const IpoRow = ({ card, today, when }: IpoRowProps) => (
  <li class={hasNoQuote(card) ? 'ipo-row unquoted' : 'ipo-row'}>
    <div class="who">
      <div class="head">
        <h3>
          <IpoLink slug={card.ipo.slug} name={shortName(card.ipo.name)} />
        </h3>{' '}
        <BoardTag board={card.ipo.board} /> {card.ipo.gmpDisputed && <DisputedTag />}
      </div>
      <p class="facts">
        {band(card.ipo.priceMin, card.ipo.priceMax) ?? 'Price band not announced'}
        {card.minAmount !== null && (
          <>
            , minimum <Rupees value={card.minAmount} />
          </>
        )}
        . {when}
      </p>
    </div>
    <div class="trend">
      <Spark days={card.gmpHistory.days} />
    </div>
    <Figures card={card} today={today} />
  </li>
)

/** An IPO whose listing day has passed without a price: only its name and that. */
export const QuietRow = ({ card, when }: Omit<IpoRowProps, 'today'>) => (
  <li>
    <IpoLink slug={card.ipo.slug} name={shortName(card.ipo.name)} /> <BoardTag board={card.ipo.board} />{' '}
    <span class="quiet">{when}</span>
  </li>
)

/** True when there is nothing to show but its dates; such rows are short. */
const hasNoQuote = ({ ipo }: IpoCard): boolean => ipo.status === 'UPCOMING' && ipo.lastGmp === null

function Figures({ card, today }: { card: IpoCard; today: Day }) {
  const { ipo, listing } = card
  if (hasNoQuote(card)) return <NoQuote />
  if (listing !== null) {
    return (
      <>
        <Labelled label="Opening price">
          <Rupees value={listing.listingPrice} />
        </Labelled>
        <Labelled label="GMP implied">
          <Gain value={card.impliedAtClosePct} or="no quote" />
        </Labelled>
        <Labelled label="Listed at" isLast>
          <Gain value={listing.gainPct} or="not known yet" />
        </Labelled>
      </>
    )
  }
  const quoted = card.gmpHistory.days.at(-1)
  return (
    <>
      <Quote of={card.gmpHistory} today={today} />
      <Labelled label="Implied gain">
        {quoted ? <ImpliedGain quoted={quoted} today={today} /> : <Missing>no quote yet</Missing>}
      </Labelled>
      <Labelled label="Subscribed" isLast>
        <Times value={ipo.lastSubX} or={ipo.status === 'UPCOMING' ? 'not open yet' : 'not known'} />
        {ipo.lastSubX !== null && <BiddingDayText of={card.biddingDay} today={today} />}
      </Labelled>
      <QuoteNote of={card.gmpHistory} today={today} />
    </>
  )
}

const NoQuote = () => (
  <Labelled label="GMP">
    <Missing>no quote yet</Missing>
  </Labelled>
)

interface QuoteProps {
  readonly of: GmpHistory
  readonly today: Day
}

/** The last quotes with their day unless that is today, their age, and an arrow if they moved. */
function Quote({ of, today }: QuoteProps) {
  const quoted = of.days.at(-1)
  if (!quoted) return <NoQuote />
  return (
    <Labelled
      label={
        quoted.day === today ? (
          'GMP'
        ) : (
          <>
            GMP of <PlainDay day={quoted.day} today={today} />
          </>
        )
      }
    >
      <GmpFigure quoted={quoted} today={today} /> <GmpAge day={quoted.day} today={today} />
      {hasArrow(of) && <GmpChangeText of={of} today={today} />}
    </Labelled>
  )
}

/** True when the change is a move of one median, which fits beside the figure. */
const hasArrow = ({ days, change }: GmpHistory): boolean =>
  change !== null && change.by !== null && days.at(-1)?.disputed === false

/** The number of sources, the median where the headline is a range, and the previous day where it is no move. */
function QuoteNote({ of, today }: QuoteProps) {
  const quoted = of.days.at(-1)
  if (!quoted) return null
  return (
    <p class="quote-note">
      {counted(quoted.owners, 'source')}
      {quoted.disputed && (
        <>
          , median <Rupees value={quoted.gmp} />
        </>
      )}
      {of.change !== null && !hasArrow(of) && !isOldGmp(quoted.day, today) && (
        <>
          . <GmpChangeText of={of} today={today} />
        </>
      )}
    </p>
  )
}
