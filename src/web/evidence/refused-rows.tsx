import type { Day } from '../../market/calendar.ts'
import type { Evidence, RefusedEvidence } from '../../reports/schemas/evidence.ts'
import { count } from '../../texts/format.ts'
import { DayAndTime, Name } from '../figures.tsx'

const SETTLED = {
  matched: 'accepted later, once it could be parsed or matched',
  accepted: 'accepted by the operator',
  discarded: 'discarded by the operator',
  'same-as': 'assigned to another issue by the operator',
} as const

/** The rows about the issue, or possibly about it, that were not accepted. */
export const RefusedRows = ({
  evidence: { refused, refusedTotal },
  today,
}: {
  evidence: Evidence
  today: Day
}) =>
  refusedTotal === 0 ? null : (
    <>
      <h2>
        Refused rows
        {refusedTotal > refused.length && (
          <span class="note">
            the last {count(refused.length)} of {count(refusedTotal)}
          </span>
        )}
      </h2>
      <p class="quiet small">
        Rows about this IPO, or possibly about it, that are not used.{' '}
        <a href="/method#what-is-refused">When a row is refused</a>
      </p>
      <div class="sheet">
        <ul>
          {refused.map((row) => (
            <li key={`${row.sourceId} ${row.rule} ${row.firstSeen} ${row.printed}`}>
              <Refused row={row} today={today} />
            </li>
          ))}
        </ul>
      </div>
    </>
  )

const Refused = ({ row, today }: { row: RefusedEvidence; today: Day }) => (
  <>
    <strong>
      <Name>{row.sourceId}</Name>
    </strong>
    {row.printed !== null && (
      <>
        {' '}
        printed “<Name>{row.printed}</Name>”
      </>
    )}
    : <Name>{row.reason}</Name>
    <small class="origin">
      <code>{row.rule}</code>, seen <DayAndTime at={row.firstSeen} today={today} />
      {row.lastSeen !== null && row.lastSeen !== row.firstSeen && (
        <>
          {' '}
          to <DayAndTime at={row.lastSeen} today={today} />
        </>
      )}
      {row.settled && (
        <>
          ; {SETTLED[row.settled.how]} <DayAndTime at={row.settled.at} today={today} />
        </>
      )}
    </small>
  </>
)
