import type { ComponentChildren } from 'preact'
import { addDays, type Day } from '../../market/calendar.ts'
import type { CourseChange, CourseDay } from '../../reports/course.ts'
import type { IpoWithRecord } from '../../reports/ipo-with-record.ts'
import { Count, Gain, Name, PlainDay, Points, Premium, Rupees, sourceName } from '../figures.tsx'
import { count, counted, longDay } from '../format.ts'

interface PremiumProps {
  readonly report: IpoWithRecord
  readonly today: Day
}

const Figure = ({
  label,
  note,
  children,
}: {
  label: string
  note?: ComponentChildren
  children: ComponentChildren
}) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {children}
      {note !== undefined && <small>{note}</small>}
    </dd>
  </div>
)

/** What is said of it, what that would mean for the smallest application, and how far to believe it. */
export function PremiumSheet({ report, today }: PremiumProps) {
  const { ipo, course, application } = report
  const quoted = course.days.at(-1)
  return (
    <section class="sheet" aria-label="Grey-market premium">
      <dl class="figures">
        <Figure label="Grey-market premium (GMP)" note={quoted && <WhoSaid quoted={quoted} today={today} />}>
          <Premium value={ipo.lastGmp} or="no quote yet" />
          {course.change && <ChangeInWords change={course.change} today={today} />}
        </Figure>
        <Figure label="Implies" note={ipo.lastGmpPct === null ? undefined : <ImpliedPrice report={report} />}>
          <Gain value={ipo.lastGmpPct} or={ipo.lastGmp === null ? 'nothing yet' : 'no price yet'} />
        </Figure>
        <Figure
          label="Smallest application"
          note={application && `${counted(application.lots, 'lot')}, ${counted(application.shares, 'share')}`}
        >
          <Rupees value={application?.cost ?? null} or="not announced" />
        </Figure>
      </dl>
      <p class="caution">
        <Meaning report={report} /> <TrackRecord report={report} />
      </p>
    </section>
  )
}

const WhoSaid = ({ quoted: { day, owners }, today }: { quoted: CourseDay; today: Day }) => {
  const who = owners === 1 ? '1 source' : `median of ${owners} sources`
  if (day === today) return <>{who} today</>
  return (
    <>
      {who} on <PlainDay day={day} today={today} />
    </>
  )
}

/** There is room to say since when. */
function ChangeInWords({ change: { by, since }, today }: { change: CourseChange; today: Day }) {
  const [tone, sign] = by > 0 ? ['up', '▲ up'] : by < 0 ? ['down', '▼ down'] : ['flat', '● the same']
  return (
    <small>
      <span class={tone}>
        {sign} {by !== 0 && <Rupees value={Math.abs(by)} />}
      </span>{' '}
      {by === 0 ? 'as' : 'since'}{' '}
      {since === addDays(today, -1) ? 'yesterday' : <PlainDay day={since} today={today} />}
    </small>
  )
}

const ImpliedPrice = ({ report: { impliedPrice } }: { report: IpoWithRecord }) => (
  <>
    a listing at <Rupees value={impliedPrice} />
  </>
)

/** The premium in money, with the warning in the same breath. */
function Meaning({ report: { ipo, application, calledOff } }: { report: IpoWithRecord }) {
  if (ipo.lastGmp === null) return <>No source that we read has quoted a premium for it yet.</>
  if (calledOff !== null)
    return <>What was quoted before the issue was {calledOff} means nothing for it now.</>
  const warning = 'GMP is hearsay: nobody stands behind it and nobody can verify it.'
  if (application === null || application.gain === null) return <>{warning}</>
  const { gain, lots } = application
  return (
    <>
      If it listed at the implied price, {lots === 1 ? 'this lot' : `these ${count(lots)} lots`} would{' '}
      {gain === 0 ? (
        <strong>gain nothing</strong>
      ) : (
        <>
          {gain > 0 ? 'gain' : 'lose'}{' '}
          <strong>
            <Rupees value={Math.abs(gain)} />
          </strong>
        </>
      )}
      . {warning}
    </>
  )
}

function TrackRecord({ report: { ipo, record, usualMiss, calledOff } }: { report: IpoWithRecord }) {
  if (calledOff !== null) return null
  if (record.n === 0) return <>Its word has not been tested here yet.</>
  return (
    <>
      In <Count value={record.n} /> past {record.n === 1 ? 'listing' : 'listings'} it was off by{' '}
      <Points value={record.avgAbsErrorPp} /> points{record.n > 1 && ' on average'}
      {usualMiss !== null && ipo.lastGmp !== null && (
        <>
          , which on this application is about{' '}
          <strong>
            <Rupees value={usualMiss} />
          </strong>{' '}
          either way
        </>
      )}
      . <a href="/scoreboard">See every call.</a>
    </>
  )
}

/** Who contradicts whom, and by how much. */
export function DisputeNotice({ report: { ipo, course }, today }: PremiumProps) {
  const quoted = course.days.at(-1)
  if (!quoted?.disputed) return null
  const votes = quoted.words.filter((word) => word.counted).toSorted((a, b) => b.gmp - a.gmp)
  const [highest, lowest] = [votes.at(0), votes.at(-1)]
  if (!highest || !lowest) return null
  const isNow = quoted.day === today
  return (
    <p class="notice" role="note">
      <strong>
        <span aria-hidden="true">⚠ </span>
        {isNow ? 'Sources disagree.' : `Sources disagreed on ${longDay(quoted.day)}.`}
      </strong>{' '}
      <Name>{sourceName(highest.source)}</Name> {isNow ? 'says' : 'said'} <Premium value={highest.gmp} />,{' '}
      <Name>{sourceName(lowest.source)}</Name> {isNow ? 'says' : 'said'} <Premium value={lowest.gmp} />: they
      lie apart by <Rupees value={ipo.gmpSpread} />
      {quoted.gmp === 0 ? ', around a premium of nothing.' : ', more than half of the premium.'}
    </p>
  )
}
