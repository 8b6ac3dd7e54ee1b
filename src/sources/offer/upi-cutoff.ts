import { addDays, type Day, type Instant } from '../../market/calendar.ts'
import { dayFromDMonY, momentFrom } from '../parsing/dates.ts'
import type { CellRule } from '../parsing/row.ts'

/** A day and a time: `29-Apr-2026 (upto 5:00 PM)`, `29 APRIL 2026 (up to 5 pm)`, perhaps with NSE's explanation. */
const DAY_AND_TIME =
  /^(?<day>\d{1,2}[a-z\s-]{4,15}\d{4}) ?\(?up ?to (?<time>[\d:. ]{1,8}[ap]\.?m\.?)\)?(?: The (?:new )?cut-off time\b.*)?$/i
/** Mandates are confirmed until the last day of bidding, or shortly after it. */
const DAYS_AFTER_CLOSE = 7

/**
 * Until when bidders may confirm a UPI mandate. A day before the closing day or long after it is a misprint, or was not
 * corrected when the issue was extended.
 */
export const upiCutoff = (rule: string, closeDate: Day | null): CellRule<Instant> => ({
  rule,
  expected: `a day and time such as 29-Apr-2026 (upto 5:00 PM)${closeDate === null ? '' : `, from ${closeDate} on,`}`,
  from: (text) => cutoffFrom(text, closeDate),
})

function cutoffFrom(text: string, closeDate: Day | null): Instant | null {
  const { day = '', time = '' } = DAY_AND_TIME.exec(text.trim().replace(/\s+/g, ' '))?.groups ?? {}
  return momentFrom(`${day} ${time}`, (printed) => {
    const cutoff = dayFromDMonY(printed)
    const isRight =
      cutoff !== null &&
      (closeDate === null || (cutoff >= closeDate && cutoff <= addDays(closeDate, DAYS_AFTER_CLOSE)))
    return isRight ? cutoff : null
  })
}
