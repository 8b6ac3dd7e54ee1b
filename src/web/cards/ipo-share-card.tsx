import type { Day } from '../../market/calendar.ts'
import { boardName, longDay, weekday } from '../../texts/format.ts'
import {
  calledOffTexts,
  gmpNote,
  noQuoteText,
  type SharedDate,
  type SharedGmp,
  type SharedIpo,
} from '../share/shared-ipo.ts'
import { CARD_COLOURS, CARD_LINE, CARD_MARGIN, CardRule, CardText, cardSvg } from './card-frame.tsx'
import { CARD_WIDTH } from './card-size.ts'
import { cutToWidth, drawable, drawableName, figureLines, fittingSize, wrapped } from './card-text.ts'
import { nameFromSlug } from './name-from-slug.ts'

interface IpoCardContext {
  readonly today: Day
  readonly isDemo: boolean
}

/** The card of one IPO: its name, then what is known about it in its present state. */
export const ipoCardSvg = (ipo: SharedIpo, { today, isDemo }: IpoCardContext): string =>
  cardSvg({
    corner: `${boardName(ipo.board)} IPO`,
    isDemo,
    children:
      ipo.calledOff === null ? (
        <>
          <CardName ipo={ipo} y={190} maxLines={1} />
          <GmpBlock ipo={ipo} today={today} />
          <CardRule y={488} />
          <Dates dates={ipo.dates} today={today} />
        </>
      ) : (
        <CalledOffCard ipo={ipo} how={ipo.calledOff} />
      ),
  })

const NAME_SIZES = [84, 76, 68, 60] as const
const LEADING = 1.15

function CardName({ ipo, y, maxLines }: { ipo: SharedIpo; y: number; maxLines: number }) {
  const name = drawableName(ipo.name, nameFromSlug(ipo.slug))
  const style = { weight: 'bold', maxWidth: CARD_LINE } as const
  const size = fittingSize(name, NAME_SIZES, style)
  return (
    <>
      {wrapped(name, { ...style, size }, maxLines).map((line, i) => (
        <CardText key={String(i)} y={y + i * size * LEADING} size={size} weight="bold">
          {line}
        </CardText>
      ))}
    </>
  )
}

/** The notice comes first, so that nobody takes the issue for one that is open. */
function CalledOffCard({ ipo, how }: { ipo: SharedIpo; how: 'withdrawn' | 'postponed' }) {
  const [notice, meaning] = calledOffTexts(how)
  return (
    <>
      <rect x={0} y={136} width={CARD_WIDTH} height={120} fill={CARD_COLOURS.doubtPaper} />
      <CardText y={216} size={60} weight="bold" fill="doubt">
        {notice}
      </CardText>
      <CardName ipo={ipo} y={370} maxLines={2} />
      <CardText y={570} fill="quiet">
        {meaning}
      </CardText>
    </>
  )
}

const PRICE_X = 840
const VALUE_SIZES = { one: [120, 104, 88, 72, 60], two: [54, 46] } as const

function GmpBlock({ ipo, today }: { ipo: SharedIpo; today: Day }) {
  const { listed, gmp } = ipo
  if (listed) return <ListedBlock ipo={ipo} listed={listed} />
  return (
    <>
      <CardText y={266} fill="quiet">
        {gmp ? 'GMP (unofficial)' : 'GMP'}
      </CardText>
      <Value isQuiet={gmp === null || gmp.age !== null}>{gmp ? gmp.value : noQuoteText(ipo)}</Value>
      <Origin gmp={gmp} today={today} />
      <Price ipo={ipo} />
    </>
  )
}

const VALUE_WIDTH = PRICE_X - CARD_MARGIN - 40

const Value = ({ isQuiet, children }: { isQuiet: boolean; children: string }) => {
  const style = { weight: 'bold', maxWidth: VALUE_WIDTH, fill: isQuiet ? 'quiet' : 'ink' } as const
  const { size, lines } = figureLines(children, VALUE_SIZES, style)
  return <Lines lines={lines} y={lines.length === 1 ? 376 : 326} size={size} style={style} />
}

interface LinesProps {
  readonly lines: readonly string[]
  readonly y: number
  readonly size: number
  readonly style: Omit<Parameters<typeof CardText>[0], 'y' | 'size' | 'children'>
}

const Lines = ({ lines, y, size, style }: LinesProps) => (
  <>
    {lines.map((line, i) => (
      <CardText key={line} {...style} y={y + i * size * LEADING} size={size}>
        {line}
      </CardText>
    ))}
  </>
)

/** The day and the sources must not be cut off, so a long note becomes smaller, or one line for each of its parts. */
function Note({ fill, parts }: { fill: 'doubt' | 'quiet'; parts: readonly string[] }) {
  const style = { weight: 'medium', maxWidth: CARD_LINE } as const
  const whole = drawable(parts.join(', '))
  const size = fittingSize(whole, NOTE_SIZES, style)
  if (cutToWidth(whole, { ...style, size }) === whole)
    return (
      <CardText y={444} size={size} fill={fill}>
        {whole}
      </CardText>
    )
  return (
    <>
      {parts.map((part, i) => (
        <CardText key={part} y={428 + i * 42} size={36} fill={fill}>
          {part}
        </CardText>
      ))}
    </>
  )
}

const NOTE_SIZES = [40, 36, 32] as const

const Origin = ({ gmp, today }: { gmp: SharedGmp | null; today: Day }) => (
  <Note fill={gmp?.disputed ? 'doubt' : 'quiet'} parts={[gmp ? gmpNote(gmp) : `on ${longDay(today)}`]} />
)

function ListedBlock({ ipo, listed }: { ipo: SharedIpo; listed: NonNullable<SharedIpo['listed']> }) {
  const { gmp } = ipo
  return (
    <>
      <CardText y={266} fill="quiet">
        Listed on
      </CardText>
      <Value isQuiet={false}>{longDay(listed.on)}</Value>
      <Note
        fill="quiet"
        parts={
          gmp ? [`Last GMP (unofficial) ${gmp.value}`, gmpNote({ ...gmp, age: null })] : ['No GMP was quoted']
        }
      />
      <Labelled label={`Opened on ${listed.exchange}`} text={listed.price} />
    </>
  )
}

const Price = ({ ipo: { price } }: { ipo: SharedIpo }) =>
  price ? <Labelled label={price.label} text={price.text} /> : <Labelled label="Price" text="not announced" />

const LABELLED_WIDTH = CARD_WIDTH - CARD_MARGIN - PRICE_X
const LABELLED_SIZES = { one: [68, 56, 48, 40], two: [44, 40, 32, 26] } as const

const Labelled = ({ label, text }: { label: string; text: string }) => {
  const style = { x: PRICE_X, weight: 'bold', maxWidth: LABELLED_WIDTH } as const
  const { size, lines } = figureLines(text, LABELLED_SIZES, style)
  return (
    <>
      <CardText
        x={PRICE_X}
        y={266}
        size={fittingSize(label, NOTE_SIZES, { weight: 'medium', maxWidth: LABELLED_WIDTH })}
        maxWidth={LABELLED_WIDTH}
        fill="quiet"
      >
        {label}
      </CardText>
      <Lines lines={lines} y={lines.length === 1 ? 346 : 328} size={size} style={style} />
    </>
  )
}

function Dates({ dates, today }: { dates: readonly SharedDate[]; today: Day }) {
  if (dates.length === 0)
    return (
      <CardText y={560} fill="quiet">
        No dates are announced
      </CardText>
    )
  // A day with a note has twice the width of another.
  const shares = dates.map(({ note }) => (note === undefined ? 1 : 2))
  const unit = CARD_LINE / shares.reduce((sum, share) => sum + share, 0)
  const leftOf = (index: number) => unit * shares.slice(0, index).reduce((sum, share) => sum + share, 0)
  return (
    <>
      {dates.map((date, i) => (
        <DateColumn
          key={date.label}
          date={date}
          x={CARD_MARGIN + leftOf(i)}
          width={unit * (shares[i] ?? 1) - 16}
          today={today}
        />
      ))}
    </>
  )
}

const DATE_SIZES = [40, 36] as const

interface DateColumnProps {
  readonly date: SharedDate
  readonly x: number
  readonly width: number
  readonly today: Day
}

function DateColumn({ date: { label, day, note }, x, width, today }: DateColumnProps) {
  // A column has no room for both the weekday and the year.
  const date = day.slice(0, 4) === today.slice(0, 4) ? weekday(day, today) : longDay(day)
  const text = note === undefined ? date : `${date}, ${note}`
  const style = { weight: 'bold', maxWidth: width } as const
  return (
    <>
      <CardText x={x} y={536} size={36} maxWidth={width} fill="quiet">
        {label}
      </CardText>
      <CardText x={x} y={590} size={fittingSize(text, DATE_SIZES, style)} {...style}>
        {text}
      </CardText>
    </>
  )
}
