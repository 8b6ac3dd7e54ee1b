import type { ComponentChildren } from 'preact'
import type { Day } from '../../market/calendar.ts'
import { shortName } from '../../market/names.ts'
import type { Glance } from '../../reports/glance.ts'
import { Spark } from '../charts/spark.tsx'
import {
  BoardTag,
  Change,
  DisputedTag,
  Gain,
  Missing,
  Name,
  NearDay,
  Premium,
  Rupees,
  Times,
} from '../figures.tsx'
import { band, counted } from '../format.ts'

interface IpoRowProps {
  readonly glance: Glance
  readonly today: Day
  /** When it opens, closes or lists. */
  readonly when: ComponentChildren
}

/** One IPO among others: who, when, and what is said of it. */
export const IpoRow = ({ glance, today, when }: IpoRowProps) => (
  <li class={isUnheardOf(glance) ? 'ipo-row unheard' : 'ipo-row'}>
    <div class="who">
      <div class="head">
        <h3>
          <a href={`/ipos/${glance.ipo.slug}`}>
            <Name>{shortName(glance.ipo.name)}</Name>
          </a>
        </h3>{' '}
        <BoardTag board={glance.ipo.board} /> {glance.ipo.gmpDisputed && <DisputedTag />}
      </div>
      <p class="facts">
        {band(glance.ipo.priceMin, glance.ipo.priceMax) ?? 'band not announced'} · {when}
      </p>
    </div>
    <div class="trend">
      <Spark days={glance.course.days} />
    </div>
    <Figures glance={glance} today={today} />
  </li>
)

/** Nothing to show but its dates: such rows are kept short. */
const isUnheardOf = ({ ipo }: Glance): boolean => ipo.status === 'UPCOMING' && ipo.lastGmp === null

function Figures({ glance, today }: { glance: Glance; today: Day }) {
  const { ipo, listing } = glance
  if (isUnheardOf(glance)) return <Figure label="GMP" value={<Missing>no quote yet</Missing>} />
  if (ipo.status === 'LISTED') {
    return (
      <>
        <Figure
          label="opened at"
          value={<Rupees value={listing?.listingPrice ?? null} or="not known yet" />}
        />
        <Figure label="GMP implied" value={<Gain value={glance.impliedAtClosePct} or="no quote" />} />
        <Figure label="came" value={<Gain value={listing?.gainPct ?? null} or="not known yet" />} isLast />
      </>
    )
  }
  return (
    <>
      <Quote glance={glance} today={today} />
      <Figure
        label="implies"
        value={<Gain value={ipo.lastGmpPct} or={ipo.lastGmp === null ? 'no quote yet' : 'no price yet'} />}
      />
      <Figure
        label="subscribed"
        value={<Times value={ipo.lastSubX} or={ipo.status === 'UPCOMING' ? 'not open yet' : 'not known'} />}
        isLast
      />
    </>
  )
}

interface FigureProps {
  readonly label: ComponentChildren
  readonly value: ComponentChildren
  readonly isLast?: boolean
}

const Figure = ({ label, value, isLast = false }: FigureProps) => (
  <div class={isLast ? 'last' : undefined}>
    <span class="label">{label}</span> <span class="value">{value}</span>
  </div>
)

/** The last quote: of today with the number of its sources and its change, of an earlier day with that day. */
function Quote({ glance: { ipo, course }, today }: { glance: Glance; today: Day }) {
  const last = course.days.at(-1)
  if (!last) return <Figure label="GMP" value={<Missing>no quote yet</Missing>} />
  const isOfToday = last.day === today
  return (
    <Figure
      label={
        <>GMP · {isOfToday ? counted(last.owners, 'source') : <NearDay day={last.day} today={today} />}</>
      }
      value={
        <>
          <Premium value={ipo.lastGmp} />
          {course.change && <Change change={course.change} today={today} />}
        </>
      }
    />
  )
}
