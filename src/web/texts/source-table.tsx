import type { Day, Instant } from '../../market/calendar.ts'
import type { SourceReport } from '../../reports/sources.ts'
import { DayAndTime, Missing, Name } from '../figures.tsx'
import { counted } from '../format.ts'
import { faultWords, isInDoubt, stateWords, takenFrom } from './source-words.ts'

/** What is read of one publisher, when, and how that goes. */
export const SourceTable = ({ sources, today }: { sources: readonly SourceReport[]; today: Day }) => (
  <table class="stack sources">
    <thead>
      <tr>
        <th scope="col">What is read</th>
        <th scope="col">When</th>
        <th scope="col">Last heard</th>
        <th scope="col">Last news</th>
        <th scope="col">State</th>
      </tr>
    </thead>
    <tbody>
      {sources.map((source) => (
        <tr key={source.id}>
          <th scope="row">
            <a href={source.url}>{takenFrom(source.id)}</a> <code>{source.id}</code>
          </th>
          <td data-label="When">{source.cadence}</td>
          <td data-label="Last heard">
            <When at={source.lastSuccess} today={today} />
          </td>
          <td data-label="Last news">
            <When at={source.lastChange} today={today} />
          </td>
          <td data-label="State" class="state">
            <State source={source} today={today} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const When = ({ at, today }: { at: Instant | null; today: Day }) =>
  at === null ? <Missing>not yet</Missing> : <DayAndTime at={at} today={today} />

/** Doubt has its colour, a sign and words; and what was seen, for those who can mend it. */
function State({ source, today }: { source: SourceReport; today: Day }) {
  const { state, fault, faultSince, faultDetail, roundsMissed, rowsLast, rowsUsual } = source
  if (!isInDoubt(state)) {
    return (
      <>
        {state === 'ok' ? stateWords(state) : <Missing>{stateWords(state)}</Missing>}
        {state === 'ok' && rowsLast !== null && (
          <span class="detail">
            {counted(rowsLast, 'row')}
            {rowsUsual !== null && `, usually ${rowsUsual}`}
          </span>
        )}
      </>
    )
  }
  return (
    <>
      <span class="doubt-tag">
        <span aria-hidden="true">⚠</span> {stateWords(state)}
      </span>
      <span class="detail">
        {fault !== null && (
          <>
            {faultWords(fault)}
            {faultSince !== null && (
              <>
                {' '}
                since <DayAndTime at={faultSince} today={today} />
              </>
            )}
            {faultDetail !== null && (
              <>
                : <Name>{faultDetail}</Name>
              </>
            )}
          </>
        )}
        {fault === null &&
          roundsMissed !== null &&
          roundsMissed > 0 &&
          `${counted(roundsMissed, 'round')} missed`}
      </span>
    </>
  )
}
