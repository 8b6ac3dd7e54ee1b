import type { ComponentChildren } from 'preact'
import type { Day, Instant } from '../../market/calendar.ts'
import { RANK } from '../../market/publisher.ts'
import { type PublisherReport, QUOTES_COUNTED_DAYS } from '../../reports/publishers.ts'
import type { SourceReport } from '../../reports/sources.ts'
import { Count, DayAndTime, Missing, Name, SourceName } from '../figures.tsx'
import { count } from '../format.ts'
import { faultWords, isInDoubt, stateWords, takenFrom } from './source-words.ts'

interface SourceRowProps {
  readonly publisher: PublisherReport
  /** What is read of them; left out for who is only heard by other means. */
  readonly source?: SourceReport
  readonly today: Day
}

/** One source among others: whose it is, what is read when, and how that goes. */
export const SourceRow = ({ publisher, source, today }: SourceRowProps) => {
  const { name, owner, rank, quotes, lastQuote } = publisher
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
          )}
        </h3>{' '}
        {source && isInDoubt(source.state) && (
          <span class="doubt-tag">
            <span aria-hidden="true">⚠</span> {stateWords(source.state)}
          </span>
        )}
        <p class="facts">
          {source ? `${takenFrom(source.id)}, ${source.cadence}` : heardOtherwise(rank)}
          {name.toLowerCase() !== owner.toLowerCase() && (
            <>
              {' '}
              · owned by <Name>{owner}</Name>
            </>
          )}
        </p>
      </div>
      {source && <Reading source={source} today={today} />}
      {source && rank === RANK.exchange && <Rows source={source} />}
      {rank === RANK.tracker && (
        <Labelled label={`quotes in ${QUOTES_COUNTED_DAYS} days`} isLast>
          {quotes === 0 ? <Missing>none</Missing> : <Count value={quotes} />}
          {lastQuote !== null && (
            <small>
              last <DayAndTime at={lastQuote} today={today} />
            </small>
          )}
        </Labelled>
      )}
      {source && <Fault source={source} today={today} />}
    </li>
  )
}

const heardOtherwise = (rank: number): string =>
  rank === RANK.tracker ? 'GMP quotes, brought in by a file' : 'Corrections, and data brought in by hand'

/** How the reading goes; of what is not read here, that. */
function Reading({ source, today }: { source: SourceReport; today: Day }) {
  const { state, lastSuccess, lastChange } = source
  if (state === 'off' && lastSuccess === null) {
    return (
      <div class="unread">
        <Missing>{stateWords(state)}</Missing>
      </div>
    )
  }
  return (
    <>
      <Labelled label={state === 'off' ? 'last heard, not read now' : 'last heard'}>
        <When at={lastSuccess} today={today} />
      </Labelled>
      <Labelled label="last news">
        <When at={lastChange} today={today} />
      </Labelled>
    </>
  )
}

const Rows = ({ source: { rowsLast, rowsUsual } }: { source: SourceReport }) =>
  rowsLast !== null && (
    <Labelled label="rows" isLast>
      <Count value={rowsLast} />
      {rowsUsual !== null && <small>usually {count(rowsUsual)}</small>}
    </Labelled>
  )

const Labelled = ({
  label,
  isLast = false,
  children,
}: {
  label: string
  isLast?: boolean
  children: ComponentChildren
}) => (
  <div class={isLast ? 'last' : undefined}>
    <span class="label">{label}</span>
    <span class="value">{children}</span>
  </div>
)

const When = ({ at, today }: { at: Instant | null; today: Day }) =>
  at === null ? <Missing>not yet</Missing> : <DayAndTime at={at} today={today} />

/** What is wrong, since when, and what was seen, for those who can mend it. */
function Fault({ source, today }: { source: SourceReport; today: Day }) {
  const { fault, faultSince, faultDetail, roundsMissed, state } = source
  if (!isInDoubt(state)) return null
  if (fault === null) {
    return state === 'failing' && roundsMissed !== null ? (
      <p class="fault">It was due {count(roundsMissed)} times since it was last heard.</p>
    ) : null
  }
  return (
    <p class="fault">
      It {faultWords(fault)}
      {faultSince !== null && (
        <>
          , since <DayAndTime at={faultSince} today={today} />
        </>
      )}
      .{' '}
      {faultDetail !== null && (
        <>
          What was seen: <Name>{faultDetail}</Name>.
        </>
      )}
    </p>
  )
}
