import type { Day, Instant } from '../../market/calendar.ts'
import { RANK } from '../../market/facts/publisher.ts'
import { type PublisherReport, QUOTES_COUNTED_DAYS } from '../../reports/publishers.ts'
import type { SourceStatus } from '../../reports/schemas/sources.ts'
import { count, counted } from '../../texts/format.ts'
import { Count, DayAndTime, Labelled, Missing, Name, SourceName } from '../figures.tsx'
import { faultText, isInDoubt, stateText } from './source-descriptions.ts'

interface SourceRowProps {
  readonly publisher: PublisherReport
  /** Its upstream; missing for a publisher that is not downloaded. */
  readonly source?: SourceStatus
  /** What it publishes. */
  readonly contents: string
  readonly today: Day
}

/** One source: its owner, what is downloaded when, and its state. */
export const SourceRow = ({ publisher, source, contents, today }: SourceRowProps) => {
  const { name, owner, rank, quotes } = publisher
  return (
    <li class="source-row">
      <div class="who">
        <h3>
          {source ? (
            <a href={source.url}>
              <SourceName source={name} />
            </a>
          ) : (
            <SourceName source={name} />
          )}{' '}
          <span class="note">
            {contents}
            {name.toLowerCase() !== owner.toLowerCase() && (
              <>
                ,{' '}
                <span class="owner">
                  owned by <Name>{owner}</Name>
                </span>
              </>
            )}
          </span>
        </h3>{' '}
        {source && isInDoubt(source.state) && (
          <span class="doubt-tag">
            <span aria-hidden="true">⚠</span> {stateText(source.state)}
          </span>
        )}
        <p class="facts">{source ? reading(source) : 'not downloaded; imported from a file'}</p>
      </div>
      <LastUpdate publisher={publisher} {...(source && { source })} today={today} />
      {source && rank === RANK.exchange && <Rows source={source} />}
      {rank === RANK.tracker && (quotes > 0 || (source && source.state !== 'off')) && (
        <Labelled label={`in ${QUOTES_COUNTED_DAYS} days`} isLast>
          {quotes === 0 ? (
            <Missing>no quote</Missing>
          ) : (
            <>
              <Count value={quotes} /> {quotes === 1 ? 'quote' : 'quotes'}
            </>
          )}
        </Labelled>
      )}
      {source && <Fault source={source} today={today} />}
    </li>
  )
}

const reading = ({ state, cadence }: SourceStatus): string =>
  state === 'off' || state === 'waiting' ? stateText(state) : `updated ${cadence}`

/** When it was last downloaded and last had new facts; for others, the time of their last quote. */
function LastUpdate({ publisher: { lastQuote }, source, today }: Omit<SourceRowProps, 'contents'>) {
  if (source?.lastSuccess) {
    return (
      <>
        <Labelled label="last checked">
          <DayAndTime at={source.lastSuccess} today={today} />
        </Labelled>
        <Labelled label="last change">
          <When at={source.lastChange} today={today} />
        </Labelled>
      </>
    )
  }
  return (
    lastQuote !== null && (
      <Labelled label="last quote">
        <DayAndTime at={lastQuote} today={today} />
      </Labelled>
    )
  )
}

const Rows = ({ source: { rowsLast, rowsUsual } }: { source: SourceStatus }) =>
  rowsLast !== null && (
    <Labelled label="rows" isLast>
      <Count value={rowsLast} />
      {rowsUsual !== null && <small>usually {count(rowsUsual)}</small>}
    </Labelled>
  )

const When = ({ at, today }: { at: Instant | null; today: Day }) =>
  at === null ? <Missing>not yet</Missing> : <DayAndTime at={at} today={today} />

/** The fault, its time and details, for those who can fix it. */
function Fault({ source, today }: { source: SourceStatus; today: Day }) {
  const { fault, faultSince, faultDetail, roundsMissed, state } = source
  if (!isInDoubt(state)) return null
  if (fault === null) {
    return state === 'failing' && roundsMissed !== null ? (
      <p class="fault">Missed {counted(roundsMissed, 'update')}.</p>
    ) : null
  }
  return (
    <p class="fault">
      {faultText(fault)}
      {faultSince !== null && (
        <>
          {' '}
          since <DayAndTime at={faultSince} today={today} />
        </>
      )}
      .{' '}
      {faultDetail !== null && (
        <>
          Details: <Name>{faultDetail}</Name>.
        </>
      )}
    </p>
  )
}
