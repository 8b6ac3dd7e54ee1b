import type { ComponentChildren } from 'preact'
import type { Day } from '../../market/calendar.ts'
import type { Glance } from '../../reports/glance.ts'
import { Spark } from '../charts/spark.tsx'
import {
  BoardTag,
  Change,
  DisputedTag,
  Gain,
  Missing,
  Name,
  Premium,
  Rupees,
  Times,
  Weekday,
} from '../figures.tsx'
import { band, counted } from '../format.ts'

interface IpoRowProps {
  readonly glance: Glance
  readonly today: Day
  /** When it opens, closes or lists. */
  readonly when: ComponentChildren
}

/** One IPO among others: who, when, and what is said of it. */
export const IpoRow = ({ glance, today, when }: IpoRowProps) => {
  const { ipo, course, score, listing } = glance
  return (
    <li class="ipo-row">
      <div class="who">
        <h3>
          <a href={`/ipos/${ipo.slug}`}>
            <Name>{ipo.name}</Name>
          </a>
        </h3>{' '}
        <BoardTag board={ipo.board} />
        <p class="facts">
          {band(ipo.priceMin, ipo.priceMax) ?? 'band not announced'} · {when}
        </p>
        {ipo.gmpDisputed && <DisputedTag />}
      </div>
      <div class="trend">
        <Spark days={course.days} />
      </div>
      {listing ? (
        <Outcome glance={glance} />
      ) : (
        <>
          <Quote glance={glance} today={today} />
          <div>
            <span class="label">implies</span>
            <span class="value">
              <Gain value={ipo.lastGmpPct} or={ipo.lastGmp === null ? 'nothing yet' : 'no price yet'} />
            </span>
          </div>
          <div class="last">
            <span class="label">subscribed</span>
            <span class="value">
              <Times value={ipo.lastSubX} or={ipo.status === 'UPCOMING' ? 'not open' : 'not known'} />
            </span>
          </div>
        </>
      )}
      {listing && score === null && <p class="unseen">Not scored: no quote near its close.</p>}
    </li>
  )
}

function Quote({ glance: { ipo, course }, today }: { glance: Glance; today: Day }) {
  const last = course.days.at(-1)
  if (!last) {
    return (
      <div>
        <span class="label">GMP</span>
        <span class="value">
          <Missing>no quote yet</Missing>
        </span>
      </div>
    )
  }
  return (
    <div>
      <span class="label">
        GMP ·{' '}
        {last.day === today ? counted(ipo.gmpSources, 'source') : <Weekday day={last.day} today={today} />}
      </span>
      <span class="value">
        <Premium value={ipo.lastGmp} />{' '}
        {course.change && last.day === today && <Change change={course.change} today={today} />}
      </span>
    </div>
  )
}

/** Once listed: what was implied, and what came. */
const Outcome = ({ glance: { listing, score } }: { glance: Glance }) => (
  <>
    <div>
      <span class="label">opened at</span>
      <span class="value">
        <Rupees value={listing?.listingPrice ?? null} />
      </span>
    </div>
    <div>
      <span class="label">implied</span>
      <span class="value">
        <Gain value={score?.impliedPct ?? null} or="no quote" />
      </span>
    </div>
    <div class="last">
      <span class="label">came</span>
      <span class="value">
        <Gain value={score?.actualPct ?? null} />
      </span>
    </div>
  </>
)
