import { addDays, type Day } from '../../market/calendar.ts'
import { isOldGmp } from '../../market/gmp/gmp.ts'
import type { GmpHistory } from '../../reports/ipos/gmp-history.ts'
import { amount, rupees } from '../../texts/format.ts'
import { PlainDay, toneOf } from '../figures.tsx'

interface GmpChangeTextProps {
  readonly of: GmpHistory
  readonly today: Day
  /** With all words visible, instead of an arrow and an amount. */
  readonly isFull?: boolean
}

/**
 * The change since the previous day with quotes. Only that day with its median if other sources quoted then, or if
 * sources disagree now: the headline is then a range, to which a change of the median does not fit.
 */
export function GmpChangeText({ of: { days, change }, today, isFull = false }: GmpChangeTextProps) {
  const last = days.at(-1)
  if (!last || !change || isOldGmp(last.day, today)) return null
  const { by, since, before } = change
  if (by === null || last.disputed)
    return (
      <span class="change flat">
        <PlainDay day={since} today={today} />: {rupees(before)}
        {by === null && ' (from other sources)'}
      </span>
    )
  const [sign, direction] = by > 0 ? ['▲', 'up '] : by < 0 ? ['▼', 'down '] : ['●', '']
  const words = isFull ? undefined : 'unseen'
  return (
    <span class={`change ${toneOf(by)}`}>
      <span aria-hidden="true">{sign}</span> <span class={words}>{direction}</span>
      {by === 0 ? 'same' : <data value={String(by)}>{isFull ? rupees(Math.abs(by)) : amount(by)}</data>}
      <span class={words}>
        {by === 0 ? ' as ' : ' since '}
        {since === addDays(today, -1) ? 'yesterday' : <PlainDay day={since} today={today} />}
      </span>
    </span>
  )
}

/** The same as an arrow, for a row; nothing where it is no move of one median. */
export function GmpMove(props: GmpChangeTextProps) {
  const { days, change } = props.of
  const isMove = change !== null && change.by !== null && change.by !== 0 && days.at(-1)?.disputed === false
  return isMove ? <GmpChangeText {...props} /> : null
}
