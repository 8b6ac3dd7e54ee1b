import type { Day } from '../../market/calendar.ts'
import { RANK } from '../../market/facts/publisher.ts'
import { restOfMinute } from '../../reports/moment.ts'
import { type PublisherReport, publisherReports } from '../../reports/publishers.ts'
import type { SourceChoice } from '../../reports/sources.ts'
import { BASE } from '../../request/paths.ts'
import { counted } from '../../texts/format.ts'
import { SourceNames } from '../figures.tsx'
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
  const contents = new Map(choice.known.map((source) => [source.id, source.contents]))
  const shared = { publishers, contents, today }
  return {
    title: 'Sources',
    description:
      'Where the figures come from: the exchanges and the grey-market trackers, who owns them, how far each is trusted, and when each was last updated.',
    path: '/sources',
    json: `${BASE}/sources`,
    span: restOfMinute(moment.clock),
    content: (
      <>
        <h1>Our sources</h1>
        <p class="lead">
          Every figure here comes from a named source.{' '}
          {market.demo ? <InDemo /> : <Health publishers={publishers} />}{' '}
          <a href="/method#what-we-collect-and-from-whom">How we use them</a>
        </p>
        {market.demo && <Attributed publishers={publishers} />}
        <Group title="The exchanges" rank={RANK.exchange} {...shared} />
        <Group title="Grey-market trackers" rank={RANK.tracker} {...shared} />
        <h2>The operator</h2>
        <p class="quiet">{trustText(RANK.operator)}</p>
        <h2>How they are read</h2>
        <p class="quiet">
          Greymark asks each site for one document at a time, with pauses, and obeys its robots.txt. It names
          no browser. Where an exchange does not answer programs that it does not know, the operator may
          choose an introduction that begins with <code>Mozilla/5.0</code>; <code>Referer</code> and{' '}
          <code>Origin</code> name the exchange's own site, because its addresses for data want that.
        </p>
      </>
    ),
  }
}

/** The number of sources that are downloaded, and how many of them work. */
function Health({ publishers }: { publishers: readonly PublisherReport[] }) {
  const all = publishers.flatMap(({ sources }) => sources)
  const read = all.filter(({ state }) => state !== 'off')
  const inDoubt = read.filter(({ state }) => isInDoubt(state)).length
  const waiting = read.filter(({ state }) => state === 'waiting').length
  if (read.length === 0)
    return (
      <>
        None of the {counted(all.length, 'source')} below is downloaded here: the data was imported by hand.
      </>
    )
  return (
    <>
      {counted(read.length, 'source')} of {all.length} {read.length === 1 ? 'is' : 'are'} downloaded here;{' '}
      <strong>
        {inDoubt === 0 ? updating(waiting) : `${inDoubt} ${inDoubt === 1 ? 'is' : 'are'} not updating`}
      </strong>
      .
    </>
  )
}

const updating = (waiting: number): string =>
  waiting === 0
    ? 'all of them are updating'
    : `${waiting} ${waiting === 1 ? 'was' : 'were'} not downloaded yet, all others are updating`

const InDemo = () => (
  <>
    This is a demo: the sources below exist, but{' '}
    <strong>the figures attributed to them here are invented</strong>.
  </>
)

/** In the demo, real names have invented figures, which must be stated clearly. */
function Attributed({ publishers }: { publishers: readonly PublisherReport[] }) {
  const quoted = publishers.filter(({ quotes }) => quotes > 0)
  if (quoted.length === 0) return null
  return (
    <p>
      The demo attributes its invented quotes to <SourceNames sources={quoted.map(({ name }) => name)} />.
      None of them published these figures.
    </p>
  )
}

interface GroupProps {
  readonly title: string
  readonly rank: number
  readonly publishers: readonly PublisherReport[]
  /** What each source publishes, by its id. */
  readonly contents: ReadonlyMap<string, string>
  readonly today: Day
}

/** Publishers that only imported files name have quotes. */
const UNLISTED_CONTENTS = 'GMP quotes'

const Group = ({ title, rank, publishers, contents, today }: GroupProps) => (
  <section>
    <h2>{title}</h2>
    <p class="quiet">{trustText(rank)}</p>
    <ul class="rows">
      {publishers
        .filter((publisher) => publisher.rank === rank)
        .flatMap((publisher) =>
          publisher.sources.length === 0
            ? [
                <SourceRow
                  key={publisher.name}
                  publisher={publisher}
                  contents={UNLISTED_CONTENTS}
                  today={today}
                />,
              ]
            : publisher.sources.map((source) => (
                <SourceRow
                  key={source.id}
                  publisher={publisher}
                  source={source}
                  contents={contents.get(source.id) ?? UNLISTED_CONTENTS}
                  today={today}
                />
              )),
        )}
    </ul>
  </section>
)
