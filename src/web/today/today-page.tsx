import type { ComponentChildren } from 'preact'
import { BASE } from '../../asking/addresses.ts'
import type { Day, Instant } from '../../market/calendar.ts'
import type { Glance } from '../../reports/glance.ts'
import type { ClockSpan } from '../../reports/moment.ts'
import { type Today, today } from '../../reports/today.ts'
import { ClockTime, Gain, LongDay, Name, Points, Share, Weekday } from '../figures.tsx'
import { SectionHeading } from '../layout.tsx'
import type { Page, Visit } from '../page.ts'
import { timeLeft } from '../time-left.ts'
import { IpoRow } from './ipo-row.tsx'

/** What is open, what comes, what came, and how far to believe it. */
export async function todayPage({ asked, today: day }: Visit<unknown>): Promise<Page> {
  const { clock } = asked.moment
  const report = await today(asked.market.db, asked.moment)
  const headline = headlineOf(report)
  return {
    title: `Greymark: ${headline}`,
    description:
      'Indian IPOs that are open, upcoming and just listed, with grey-market premium from several sources, its disagreements, and how far it has been off.',
    path: '/',
    json: `${BASE}/ipos`,
    span: withCountdowns(report, clock),
    content: (
      <>
        <h1>{headline}</h1>
        <p class="lead">
          <LongDay day={day} />. <ScoreSentence score={report.score} />
        </p>
        <Section
          title="Open now"
          note="closing soonest first"
          glances={report.open}
          day={day}
          empty={<NextToOpen next={report.upcoming[0]} day={day} />}
          when={(glance) => <Closing glance={glance} day={day} clock={clock} />}
        />
        <Score report={report} />
        <Section
          title="Opens next"
          glances={report.upcoming}
          day={day}
          empty="No further IPO is announced."
          when={({ ipo }) =>
            ipo.openDate === null ? (
              'dates not announced'
            ) : (
              <>
                opens <Weekday day={ipo.openDate.slice(0, 10)} today={day} />
              </>
            )
          }
        />
        <Section
          title="Awaiting listing"
          glances={report.closed}
          day={day}
          empty="No IPO is between closing and listing."
          when={({ listingDay }) =>
            listingDay === null ? (
              'listing day not announced'
            ) : (
              <>
                lists <Weekday day={listingDay} today={day} />
              </>
            )
          }
        />
        <Section
          title="Listed lately"
          glances={report.listed}
          day={day}
          empty="No IPO has listed in the last 30 days."
          when={({ listingDay }) =>
            listingDay !== null && (
              <>
                listed <Weekday day={listingDay} today={day} />
              </>
            )
          }
        />
        <p>
          <a href="/ipos">All IPOs</a>
        </p>
      </>
    ),
  }
}

function headlineOf({ open }: Today): string {
  if (open.length === 0) return 'No IPO is open today'
  return open.length === 1 ? '1 IPO is open today' : `${open.length} IPOs are open today`
}

/** The page tells how much time is left, so that it changes when those words do. */
function withCountdowns({ open, span }: Today, clock: Instant): ClockSpan {
  const changes = open.flatMap(({ milestones: { closes } }) =>
    closes === null ? [] : (timeLeft(clock, closes)?.changesAt ?? []),
  )
  return { ...span, changesAt: [...changes, span.changesAt].filter((at) => at !== null).sort()[0] ?? null }
}

interface SectionProps {
  readonly title: string
  readonly note?: string
  readonly glances: readonly Glance[]
  readonly day: Day
  readonly empty: ComponentChildren
  readonly when: (glance: Glance) => ComponentChildren
}

const Section = ({ title, note, glances, day, empty, when }: SectionProps) => (
  <section>
    <SectionHeading {...(note !== undefined && glances.length > 1 && { note })}>{title}</SectionHeading>
    {glances.length === 0 ? (
      <p class="quiet">{empty}</p>
    ) : (
      <ul class="rows">
        {glances.map((glance) => (
          <IpoRow key={glance.ipo.slug} glance={glance} today={day} when={when(glance)} />
        ))}
      </ul>
    )}
  </section>
)

function Closing({ glance, day, clock }: { glance: Glance; day: Day; clock: Instant }) {
  const { closes } = glance.milestones
  const { closeDate } = glance.ipo
  if (closes === null || closeDate === null) return <>closing day not announced</>
  return (
    <>
      closes <Weekday day={closeDate.slice(0, 10)} today={day} />, <ClockTime at={closes} /> ·{' '}
      <strong>{timeLeft(clock, closes)?.words}</strong>
    </>
  )
}

const NextToOpen = ({ next, day }: { next: Glance | undefined; day: Day }) =>
  next?.ipo.openDate ? (
    <>
      The next one, <Name>{next.ipo.name}</Name>, opens{' '}
      <Weekday day={next.ipo.openDate.slice(0, 10)} today={day} />.
    </>
  ) : (
    <>Nothing to apply for just now.</>
  )

const ScoreSentence = ({ score }: { score: Today['score'] }) =>
  score.n === 0 ? (
    <>The grey market has not been scored yet: no quoted IPO has listed.</>
  ) : (
    <>
      The grey market has been off by{' '}
      <strong>
        <Points value={score.avgAbsErrorPp} /> points
      </strong>{' '}
      on average, and had the direction right{' '}
      <strong>
        <Share value={score.directionHitPct} />
      </strong>{' '}
      of the time. <a href="/scoreboard">See every call.</a>
    </>
  )

const Score = ({ report: { latestCalls } }: { report: Today }) =>
  latestCalls.length === 0 ? null : (
    <p class="quiet small">
      Latest calls:{' '}
      {latestCalls.map(({ slug, name, impliedPct, actualPct }) => (
        <span key={slug}>
          <a href={`/ipos/${slug}`}>
            <Name>{name}</Name>
          </a>{' '}
          was implied <Gain value={impliedPct} />, opened <Gain value={actualPct} />.{' '}
        </span>
      ))}
    </p>
  )
