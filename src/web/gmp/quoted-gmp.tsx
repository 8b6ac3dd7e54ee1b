import type { ComponentChildren } from 'preact'
import type { Day } from '../../market/calendar.ts'
import { isOldGmp } from '../../market/gmp/gmp.ts'
import type { QuotedGmp } from '../../reports/ipos/gmp-history.ts'
import { en } from '../../texts/en.ts'
import { gain, rupees } from '../../texts/format.ts'
import { Gain, Missing, PlainDay, Premium, Rupees } from '../figures.tsx'
import { gmpAgeText } from './gmp-texts.ts'

interface QuotedGmpProps {
  readonly quoted: QuotedGmp
  readonly today: Day
  /** The GMP of a listed issue, which is history. */
  readonly hasListed?: boolean
  /** That of an issue which should have listed: nobody knows what it is worth now. */
  readonly isUnconfirmed?: boolean
}

const isGrey = ({ quoted, today, hasListed = false, isUnconfirmed = false }: QuotedGmpProps): boolean =>
  hasListed || isUnconfirmed || isOldGmp(quoted.day, today)

/** The headline of a GMP: the median, or the range where sources disagree. An old or past one is grey. */
export const GmpFigure = (props: QuotedGmpProps) => {
  const { gmp, lowest, highest, disputed } = props.quoted
  const show = isGrey(props) ? oldFigure(rupees) : (value: number) => <Premium value={value} />
  return disputed ? <FigureRange low={show(lowest)} high={show(highest)} /> : show(gmp)
}

/** The gain that the GMP implies, as a range where sources disagree. That of an old or past GMP has no colour. */
export const ImpliedGain = (props: QuotedGmpProps) => {
  const { gmpPct, lowestPct, highestPct, disputed } = props.quoted
  if (gmpPct === null) return <Missing>no price yet</Missing>
  const show = isGrey(props) ? oldFigure(gain) : (value: number) => <Gain value={value} />
  if (!disputed || lowestPct === null || highestPct === null) return show(gmpPct)
  return <FigureRange low={show(lowestPct)} high={show(highestPct)} />
}

/** One source's quote, which is never red or green. An old one is grey. */
export const OneGmp = ({ gmp, day, today }: { gmp: number; day: Day; today: Day }) =>
  isOldGmp(day, today) ? oldFigure(rupees)(gmp) : <Rupees value={gmp} />

const oldFigure = (write: (value: number) => string) => (value: number) => (
  <data class="num old" value={String(value)}>
    {write(value)}
  </data>
)

const FigureRange = ({ low, high }: { low: ComponentChildren; high: ComponentChildren }) => (
  <span class="figure-range">
    {low} <span class="to">to</span> {high}
  </span>
)

/** `42 days old`, for a GMP that is too old for today. */
export const GmpAge = ({ day, today }: { day: Day; today: Day }) => {
  const text = gmpAgeText(day, today)
  return text === null ? null : <span class="gmp-age">{text}</span>
}

/** Beside a GMP: `3 sources today`, `2 sources, 18 Nov`, `1 source, 42 days old`, `⚠ 3 sources disagree today`. */
export function GmpNote({ quoted, today, hasListed = false }: QuotedGmpProps) {
  const { day, owners, disputed } = quoted
  const age = hasListed ? null : gmpAgeText(day, today)
  return (
    <>
      {disputed && !hasListed ? (
        <span class="doubt">
          <span aria-hidden="true">⚠ </span>
          {en.ipo.disagreeing(owners)}
        </span>
      ) : (
        en.ipo.sources(owners)
      )}
      {day === today ? (
        ' today'
      ) : (
        <>
          , <span class="nowrap">{age ?? <PlainDay day={day} today={today} />}</span>
        </>
      )}
    </>
  )
}
