import type { ComponentChildren } from 'preact'
import type { Day, Instant } from '../../market/calendar.ts'
import type { IpoCard } from '../../reports/ipos/ipo-card.ts'
import { RECENTLY_LISTED_DAYS, type Today, today } from '../../reports/ipos/today.ts'
import { BASE } from '../../request/paths.ts'
import { count, longWeekday } from '../../texts/format.ts'
import { AlertsLine } from '../alerts/alerts-line.tsx'
import { DueSentence } from '../due-days.tsx'
import { ClockTime, NearDay } from '../figures.tsx'
import { iposAddress, iposState } from '../ipos/ipos-address.ts'
import type { Page, PageRequest } from '../page.ts'
import { SectionHeading } from '../section-heading.tsx'
import { websiteData } from '../share/structured-data.tsx'
import { timeLeft, withCountdowns } from '../time-left.ts'
import { IpoRow, QuietRow } from './ipo-row.tsx'
import { ScoreSentence } from './score-sentence.tsx'

const ALL_UPCOMING = iposAddress(iposState({ status: ['UPCOMING'] }))

/** Open, upcoming, closed and recently listed IPOs, and how accurate the GMP has been. */
export async function todayPage({ query, today: day }: PageRequest<unknown>): Promise<Page> {
  const { clock } = query.moment
  const report = await today(query.market, query.moment)
  const headline = headlineOf(report)
  const closings = report.open.map(({ milestones }) => milestones.closes)
  return {
    title: `Greymark: ${headline}`,
    description:
      'Indian IPOs that are open, upcoming and recently listed, with the grey-market premium (GMP) of several sources, where they disagree, and how accurate it has been.',
    path: '/',
    json: `${BASE}/ipos`,
    structuredData: websiteData,
    span: withCountdowns(report.span, clock, closings),
    content: <TodayContent report={report} headline={headline} day={day} clock={clock} />,
  }
}

interface TodayContentProps {
  readonly report: Today
  readonly headline: string
  readonly day: Day
  readonly clock: Instant
}

const TodayContent = ({ report, headline, day, clock }: TodayContentProps) => (
  <>
    <h1>{headline}</h1>
    <p class="lead">
      <time dateTime={day}>{longWeekday(day)}</time>. <ScoreSentence {...report} />
    </p>
    {report.open.length > 0 && (
      <Section
        title="Open now"
        note="closing soonest first"
        cards={report.open}
        day={day}
        when={(card) => <Closing card={card} day={day} clock={clock} />}
      />
    )}
    <AlertsLine />
    <Section
      title="Upcoming"
      note="opening soonest first"
      cards={report.upcoming}
      day={day}
      empty="No further IPO is announced."
      when={(card) => <Opening card={card} day={day} />}
    />
    {report.moreUpcoming > 0 && (
      <p>
        <a href={ALL_UPCOMING}>{count(report.moreUpcoming)} more are announced</a>
      </p>
    )}
    <Section
      title="Awaiting listing"
      cards={report.awaiting}
      day={day}
      empty="No IPO is between closing and listing."
      when={(card) => <DueSentence of={card} today={day} />}
    />
    <ShouldHaveListed report={report} day={day} />
    <Section
      title="Recently listed"
      note="what the GMP implied at closing, and how it opened"
      cards={report.listed}
      day={day}
      empty={`No IPO has listed in the last ${RECENTLY_LISTED_DAYS} days.`}
      when={(card) => <Listed card={card} day={day} />}
    />
    <p>
      <a href="/ipos">All IPOs</a>, <a href="/calendar">calendar</a>, and{' '}
      <a href="/unannounced">companies that only trackers mention</a>.
    </p>
  </>
)

/** A quiet list; nothing when there are none. */
const ShouldHaveListed = ({ report: { overdue, moreOverdue }, day }: { report: Today; day: Day }) =>
  overdue.length === 0 ? null : (
    <section>
      <SectionHeading>Should have listed</SectionHeading>
      <ul class="quiet-rows">
        {overdue.map((card) => (
          <QuietRow key={card.ipo.slug} card={card} when={<DueSentence of={card} today={day} />} />
        ))}
      </ul>
      {moreOverdue > 0 && (
        <p>
          {count(moreOverdue)} more in the <a href="/ipos">list of all IPOs</a>.
        </p>
      )}
    </section>
  )

function headlineOf({ open }: Today): string {
  if (open.length === 0) return 'No IPO is open now'
  return open.length === 1 ? '1 IPO is open now' : `${count(open.length)} IPOs are open now`
}

interface SectionProps {
  readonly title: string
  readonly note?: string
  readonly cards: readonly IpoCard[]
  readonly day: Day
  /** The text of a section that may have no rows. */
  readonly empty?: string
  readonly when: (card: IpoCard) => ComponentChildren
}

const Section = ({ title, note, cards, day, empty, when }: SectionProps) => (
  <section>
    <SectionHeading {...(note !== undefined && cards.length > 0 && { note })}>{title}</SectionHeading>
    {cards.length === 0 ? (
      <p class="quiet">{empty}</p>
    ) : (
      <ul class="rows">
        {cards.map((card) => (
          <IpoRow key={card.ipo.slug} card={card} today={day} when={when(card)} />
        ))}
      </ul>
    )}
  </section>
)

function Closing({ card, day, clock }: { card: IpoCard; day: Day; clock: Instant }) {
  const { closes } = card.milestones
  const { closeDate } = card.ipo
  if (closes === null || closeDate === null) return <>Closing day not announced.</>
  return (
    <>
      Closes <NearDay day={closeDate.slice(0, 10)} today={day} />, <ClockTime at={closes} /> (
      <strong class="nowrap">{timeLeft(clock, closes)?.text}</strong>).
    </>
  )
}

function Opening({ card: { ipo }, day }: { card: IpoCard; day: Day }) {
  if (ipo.openDate === null) return <>Opening day not announced.</>
  return (
    <>
      Opens <NearDay day={ipo.openDate.slice(0, 10)} today={day} />
      {ipo.closeDate !== null && (
        <>
          , closes <NearDay day={ipo.closeDate.slice(0, 10)} today={day} />
        </>
      )}
      .
    </>
  )
}

const Listed = ({ card, day }: { card: IpoCard; day: Day }) =>
  card.listingDay === null ? (
    <>Listing day not known.</>
  ) : (
    <>
      Listed <NearDay day={card.listingDay} today={day} />.
    </>
  )
