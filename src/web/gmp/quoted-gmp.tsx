import type { ComponentType } from 'preact'
import { addDays, type Day } from '../../market/calendar.ts'
import type { IpoView } from '../../reports/ipos/ipo-view.ts'
import type { QuotesAtClose } from '../../reports/scores/scoreboard.ts'
import { en } from '../../texts/en.ts'
import { amount, gain, rupees } from '../../texts/format.ts'
import { useCopy } from '../copy/static-copy.tsx'
import { Gain, Missing, PlainDay, Premium, Rupees, toneOf } from '../figures.tsx'

interface QuotedProps {
  readonly view: Pick<IpoView, 'quoted' | 'today' | 'state' | 'isOldGmp'>
}

/** The headline of a GMP: the median, or the range where sources disagree. */
export function GmpFigure({ view }: QuotedProps) {
  const { quoted, state } = view
  if (!quoted) {
    const mayBeQuoted = state === 'upcoming' || state === 'open' || state === 'closed'
    return <Missing>{mayBeQuoted ? en.ipo.noQuoteYet : en.ipo.noQuote}</Missing>
  }
  const { gmp, lowest, highest } = quoted
  return headline(view, [gmp, lowest, highest], Premium, rupees)
}

/** The gain that the GMP implies, as a range where sources disagree. */
export function ImpliedGain({ view }: QuotedProps) {
  if (!view.quoted) return <GmpFigure view={view} />
  const { gmpPct, lowestPct, highestPct } = view.quoted
  if (gmpPct === null || lowestPct === null || highestPct === null)
    return <Missing>{en.ipo.noPriceYet}</Missing>
  return headline(view, [gmpPct, lowestPct, highestPct], Gain, gain)
}

/** Grey for a GMP that is old or history, or that of an issue which should have listed: nobody knows what it is worth now. */
function headline(
  { quoted, state, isOldGmp }: QuotedProps['view'],
  [median, lowest, highest]: readonly [number, number, number],
  Live: ComponentType<{ value: number }>,
  write: (value: number) => string,
) {
  const isGrey = isOldGmp || state === 'listed' || state === 'trading' || state === 'unconfirmed'
  const show = (value: number) =>
    isGrey ? <Grey value={value}>{write(value)}</Grey> : <Live value={value} />
  if (!quoted?.disputed) return show(median)
  return (
    <span class="figure-range">
      {show(lowest)} <span class="to">to</span> {show(highest)}
    </span>
  )
}

const Grey = ({ value, children }: { value: number; children: string }) => (
  <data class="num old" value={String(value)}>
    {children}
  </data>
)

/** The gain that the GMP at close implied, or its range where the sources disagreed then. */
export function GainAtClose({
  impliedPct,
  atClose: { disputed, lowestPct, highestPct },
}: {
  impliedPct: number | null
  atClose: QuotesAtClose
}) {
  if (!disputed) return <Gain value={impliedPct} />
  return (
    <>
      <span class="figure-range">
        <Gain value={lowestPct} /> <span class="to">to</span> <Gain value={highestPct} />
      </span>{' '}
      <small class="within">
        <span class="doubt">
          <span aria-hidden="true">⚠</span> {en.ipoPage.sourcesDisagreed}
        </span>
      </small>
    </>
  )
}

/** One source's quote, which is never red or green. An old one is grey, with its age. */
export function OneGmp({ gmp, day, today }: { gmp: number; day: Day; today: Day }) {
  const age = en.ipo.gmpAge(day, today)
  return (
    <>
      {age === null ? <Rupees value={gmp} /> : <Grey value={gmp}>{rupees(gmp)}</Grey>}{' '}
      {age !== null && <span class="gmp-age">{age}</span>}
    </>
  )
}

/** Beside a GMP: `3 sources today`, `2 sources, 18 Nov`, `1 source, 42 days old`, `⚠ 3 sources disagree, 2 today`. */
export function GmpNote({ view: { quoted, today, state } }: QuotedProps) {
  const isCopied = useCopy() !== null
  if (!quoted) return null
  const { day, owners, disputed } = quoted
  const hasListed = state === 'listed'
  const isToday = day === today && !isCopied
  const age = hasListed ? null : en.ipo.gmpAge(day, today)
  return (
    <>
      {disputed ? (
        <span class="doubt">
          <span aria-hidden="true">⚠ </span>
          {en.ipo.disagreeing(owners)}
        </span>
      ) : (
        en.ipo.sources(owners)
      )}
      {age === null && en.ipo.ofThem(quoted)}
      {isToday ? (
        ' today'
      ) : (
        <>
          {age === null && quoted.ownersOfDay < owners ? ' ' : ', '}
          <span class="nowrap">{age ?? <PlainDay day={day} today={today} />}</span>
        </>
      )}
    </>
  )
}

interface GmpChangeProps {
  readonly view: Pick<IpoView, 'quoted' | 'today' | 'isOldGmp' | 'gmpHistory'>
  /** With all words visible; otherwise only a move of one median, as an arrow and an amount. */
  readonly isFull?: boolean
}

/**
 * The change since the previous day with quotes. Only that day with its median if other sources quoted then, or if
 * sources disagree now: the headline is then a range, to which a change of the median does not fit.
 */
export function GmpChangeText({
  view: { quoted, today, isOldGmp, gmpHistory },
  isFull = false,
}: GmpChangeProps) {
  const { change } = gmpHistory
  if (!quoted || !change || isOldGmp) return null
  const { by, since, before } = change
  const isMove = by !== null && !quoted.disputed
  if (!isFull && (!isMove || by === 0)) return null
  if (!isMove)
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
