import type { ComponentChildren } from 'preact'
import type { Day } from '../../market/calendar.ts'
import { shortName } from '../../market/issues/names.ts'
import type { IpoCard } from '../../reports/ipos/ipo-card.ts'
import { Spark } from '../charts/spark.tsx'
import {
  BoardTag,
  DisputedTag,
  Gain,
  IpoLink,
  Labelled,
  Missing,
  PlainDay,
  Premium,
  Rupees,
  Times,
} from '../figures.tsx'
import { band, counted } from '../format.ts'
import { GmpChange } from '../gmp/gmp-change.tsx'

interface IpoRowProps {
  readonly card: IpoCard
  readonly today: Day
  /** When it opens, closes or lists. */
  readonly when: ComponentChildren
}

/** One IPO in a list: its name, date and quotes. */
export const IpoRow = ({ card, today, when }: IpoRowProps) => (
  <li class={hasNoQuote(card) ? 'ipo-row unheard' : 'ipo-row'}>
    <div class="who">
      <div class="head">
        <h3>
          <IpoLink slug={card.ipo.slug} name={shortName(card.ipo.name)} />
        </h3>{' '}
        <BoardTag board={card.ipo.board} /> {card.ipo.gmpDisputed && <DisputedTag />}
      </div>
      <p class="facts">
        {band(card.ipo.priceMin, card.ipo.priceMax) ?? 'band not announced'}
        {canApply(card) && card.minAmount !== null && (
          <>
            , minimum <Rupees value={card.minAmount} />
          </>
        )}{' '}
        · {when}
      </p>
    </div>
    <div class="trend">
      <Spark days={card.gmpHistory.days} />
    </div>
    <Figures card={card} today={today} />
  </li>
)

/** True when there is nothing to show but its dates; such rows are short. */
const hasNoQuote = ({ ipo }: IpoCard): boolean => ipo.status === 'UPCOMING' && ipo.lastGmp === null

/** What one needs matters until bidding ends. */
const canApply = ({ ipo }: IpoCard): boolean => ipo.status === 'UPCOMING' || ipo.status === 'OPEN'

function Figures({ card, today }: { card: IpoCard; today: Day }) {
  const { ipo, listing } = card
  if (hasNoQuote(card)) return <NoQuote />
  if (ipo.status === 'LISTED') {
    return (
      <>
        <Labelled label="opened at">
          <Rupees value={listing?.listingPrice ?? null} or="not known yet" />
        </Labelled>
        <Labelled label="GMP implied">
          <Gain value={card.impliedAtClosePct} or="no quote" />
        </Labelled>
        <Labelled label="came" isLast>
          <Gain value={listing?.gainPct ?? null} or="not known yet" />
        </Labelled>
      </>
    )
  }
  return (
    <>
      <Quote card={card} today={today} />
      <Labelled label="implies">
        <Gain value={ipo.lastGmpPct} or={ipo.lastGmp === null ? 'no quote yet' : 'no price yet'} />
      </Labelled>
      <Labelled label="subscribed" isLast>
        <Times value={ipo.lastSubX} or={ipo.status === 'UPCOMING' ? 'not open yet' : 'not known'} />
      </Labelled>
    </>
  )
}

const NoQuote = () => (
  <Labelled label="GMP">
    <Missing>no quote yet</Missing>
  </Labelled>
)

/** The last quote with its change and the number of its sources, and with its day unless that is today. */
function Quote({ card: { ipo, gmpHistory }, today }: { card: IpoCard; today: Day }) {
  const last = gmpHistory.days.at(-1)
  if (!last) return <NoQuote />
  return (
    <Labelled
      label={
        <>
          GMP ·{' '}
          {last.day !== today && (
            <>
              <PlainDay day={last.day} today={today} />,{' '}
            </>
          )}
          {counted(last.owners, 'source')}
        </>
      }
    >
      <Premium value={ipo.lastGmp} />
      <GmpChange of={gmpHistory} today={today} />
    </Labelled>
  )
}
