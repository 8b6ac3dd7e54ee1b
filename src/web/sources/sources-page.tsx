import type { Day } from '../../market/calendar.ts'
import { RANK } from '../../market/facts/publisher.ts'
import { restOfMinute } from '../../reports/moment.ts'
import { type PublisherReport, publisherReports } from '../../reports/publishers.ts'
import type { SourceChoice } from '../../reports/sources.ts'
import { BASE } from '../../request/paths.ts'
import { SourceNames } from '../figures.tsx'
import { counted } from '../format.ts'
import type { Page, PageRequest } from '../page.ts'
import { isInDoubt, trustText } from './source-descriptions.ts'
import { SourceRow } from './source-row.tsx'

/** All sources, how far each is trusted, and its state. */
export async function sourcesPage(
  { query, today }: PageRequest<unknown>,
  choice: SourceChoice,
): Promise<Page> {
  const { market, moment } = query
  const publishers = await publisherReports(market, choice, moment)
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
        <Group title="The exchanges" rank={RANK.exchange} publishers={publishers} today={today} />
        <Group title="Grey-market trackers" rank={RANK.tracker} publishers={publishers} today={today} />
        <h2>The operator</h2>
        <p class="quiet">{trustText(RANK.operator)}</p>
      </>
    ),
  }
}

/** The number of sources that are downloaded, and how many of them work. */
function Health({ publishers }: { publishers: readonly PublisherReport[] }) {
  const all = publishers.flatMap(({ sources }) => sources)
  const read = all.filter(({ state }) => state !== 'off')
  const inDoubt = read.filter(({ state }) => isInDoubt(state))
  if (read.length === 0)
    return <>None of the {counted(all.length, 'source')} below is read here: the data was imported by hand.</>
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

/** In the demo, real names have invented figures, which must be stated clearly. */
function Attributed({ publishers }: { publishers: readonly PublisherReport[] }) {
  const quoted = publishers.filter(({ quotes }) => quotes > 0)
  if (quoted.length === 0) return null
  return (
    <p>
      The demo attributes its invented quotes to <SourceNames sources={quoted.map(({ name }) => name)} />.
      None of them said these things.
    </p>
  )
}

interface GroupProps {
  readonly title: string
  readonly rank: number
  readonly publishers: readonly PublisherReport[]
  readonly today: Day
}

const Group = ({ title, rank, publishers, today }: GroupProps) => (
  <section>
    <h2>{title}</h2>
    <p class="quiet">{trustText(rank)}</p>
    <ul class="rows">
      {publishers
        .filter((publisher) => publisher.rank === rank)
        .flatMap((publisher) =>
          publisher.sources.length === 0
            ? [<SourceRow key={publisher.name} publisher={publisher} today={today} />]
            : publisher.sources.map((source) => (
                <SourceRow key={source.id} publisher={publisher} source={source} today={today} />
              )),
        )}
    </ul>
  </section>
)
