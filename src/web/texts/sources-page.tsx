import type { ComponentChildren } from 'preact'
import { BASE } from '../../asking/addresses.ts'
import type { Day } from '../../market/calendar.ts'
import { RANK } from '../../market/publisher.ts'
import { restOfMinute } from '../../reports/moment.ts'
import { type PublisherReport, publisherReports, QUOTES_COUNTED_DAYS } from '../../reports/publishers.ts'
import type { SourceChoice } from '../../reports/sources.ts'
import { Count, DayAndTime, Name, SourceName } from '../figures.tsx'
import { counted } from '../format.ts'
import { SectionHeading } from '../layout.tsx'
import type { Page, Visit } from '../page.ts'
import { SourceTable } from './source-table.tsx'
import { believed, isInDoubt } from './source-words.ts'

/** Who is heard, how far each is believed, and how each is doing. */
export async function sourcesPage({ asked, today }: Visit<unknown>, choice: SourceChoice): Promise<Page> {
  const { market, moment } = asked
  const publishers = await publisherReports(market, choice, moment)
  const ofRank = (rank: number) => publishers.filter((publisher) => publisher.rank === rank)
  return {
    title: 'Sources',
    description:
      'Who the figures come from: the exchanges and the grey-market trackers, who owns them, how far each is believed, and when each was last heard.',
    path: '/sources',
    json: `${BASE}/sources`,
    span: restOfMinute(moment.clock),
    content: (
      <>
        <h1>Who says so</h1>
        <p class="lead">
          Every figure here was said by somebody.{' '}
          {market.demo ? <InDemo /> : <Health publishers={publishers} />}{' '}
          <a href="/method#what-we-collect-and-from-whom">How their words become figures</a>
        </p>
        {market.demo && <Attributed publishers={publishers} />}
        <Group title="The exchanges" publishers={ofRank(RANK.exchange)} today={today} />
        <Group
          title="Grey-market trackers"
          note="sources of one owner count as one voice"
          publishers={ofRank(RANK.tracker)}
          today={today}
        />
        <Group title="The operator" publishers={ofRank(RANK.operator)} today={today} />
      </>
    ),
  }
}

/** How many are read here, and how many of them are well. */
function Health({ publishers }: { publishers: readonly PublisherReport[] }) {
  const all = publishers.flatMap(({ sources }) => sources)
  const read = all.filter(({ state }) => state !== 'off')
  const inDoubt = read.filter(({ state }) => isInDoubt(state))
  if (read.length === 0)
    return (
      <>None of the {counted(all.length, 'source')} below is read here: the data was brought in by hand.</>
    )
  return (
    <>
      {counted(read.length, 'source')} of {all.length} {read.length === 1 ? 'is' : 'are'} read here;{' '}
      <strong>
        {inDoubt.length === 0
          ? 'none of them is silent'
          : `${inDoubt.length} ${inDoubt.length === 1 ? 'is' : 'are'} silent or cannot be read`}
      </strong>
      .
    </>
  )
}

const InDemo = () => (
  <>
    This is a demo: the sources below exist, but <strong>what is attributed to them here is invented</strong>.
  </>
)

/** Real names under invented figures deserve a plain word. */
function Attributed({ publishers }: { publishers: readonly PublisherReport[] }) {
  const quoted = publishers.filter(({ quotes }) => quotes > 0)
  if (quoted.length === 0) return null
  return (
    <p>
      The demo puts its invented quotes into the mouths of{' '}
      {quoted.map(({ name }, i) => (
        <span key={name}>
          {i > 0 && (i === quoted.length - 1 ? ' and ' : ', ')}
          <SourceName source={name} />
        </span>
      ))}
      . None of them said these things.
    </p>
  )
}

interface GroupProps {
  readonly title: string
  readonly note?: string
  readonly publishers: readonly PublisherReport[]
  readonly today: Day
}

const Group = ({ title, note, publishers, today }: GroupProps) => (
  <section>
    <SectionHeading {...(note !== undefined && { note })}>{title}</SectionHeading>
    {publishers.map((publisher) => (
      <PublisherSheet key={publisher.name} publisher={publisher} today={today} />
    ))}
  </section>
)

const PublisherSheet = ({ publisher, today }: { publisher: PublisherReport; today: Day }) => {
  const { name, rank, sources } = publisher
  return (
    <section class="sheet publisher">
      <h3>
        <SourceName source={name} />
        <Owner {...publisher} />
      </h3>
      <p class="quiet">{believed(rank)}</p>
      <Quotes publisher={publisher} today={today} />
      {sources.length > 0 && <SourceTable sources={sources} today={today} />}
      {sources.length === 0 && rank === RANK.tracker && (
        <p class="missing">Not read by itself. Its quotes count when they are brought in by a file.</p>
      )}
    </section>
  )
}

/** Only where the owner is another name than its own. */
const Owner = ({ name, owner }: PublisherReport): ComponentChildren =>
  name.toLowerCase() !== owner.toLowerCase() && (
    <span class="note">
      owned by <Name>{owner}</Name>
    </span>
  )

const Quotes = ({ publisher: { quotes, lastQuote }, today }: { publisher: PublisherReport; today: Day }) =>
  lastQuote !== null && (
    <p>
      <Count value={quotes} /> {quotes === 1 ? 'quote' : 'quotes'} in the last {QUOTES_COUNTED_DAYS} days, the
      last one recorded <DayAndTime at={lastQuote} today={today} />.
    </p>
  )
