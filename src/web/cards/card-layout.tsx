import { en } from '../../texts/en.ts'
import { QuotesBar } from '../kit/range-bar.tsx'
import { Mark } from '../mark/mark.tsx'
import { CARD_HEIGHT, CARD_WIDTH, type Card, type CardFigure } from './card.ts'
import { drawSvg } from './draw-svg.ts'

/** The light colours of the pages. */
export const CARD_COLOURS = {
  paper: '#fbfaf6',
  ink: '#16181d',
  quiet: '#5b616c',
  line: '#c4c0b4',
  track: '#e2dfd6',
  ours: '#1c4e9c',
  doubt: '#7a4b00',
  doubtPaper: '#fdf1d8',
} as const

const MARGIN = 60
const LINE = CARD_WIDTH - 2 * MARGIN
/** A quarter of it is 9 px, the smallest text that can be read in a preview 300 px wide. */
const SMALL = 36
const LARGE = 84
const COLUMN = { display: 'flex', flexDirection: 'column' } as const
const RULE = `2px solid ${CARD_COLOURS.line}`
const ROW = { display: 'flex', justifyContent: 'space-between' } as const
const QUIET = { color: CARD_COLOURS.quiet, fontSize: SMALL, fontWeight: 500 } as const

/** The largest size up to `most` at which a text of figures surely fits: no letter of the font is wider on average. */
const fitting = (text: string, width: number, most: number): number =>
  Math.min(most, Math.floor(width / (0.64 * Math.max(1, text.length))))

/** Of a line in small text, whose letters are narrower than figures. */
const lineSize = (text: string, width: number): number => fitting(text, width * 1.25, SMALL)

/** One line if it is large then, else two smaller ones, of which none has more than about two thirds of the text. */
function figureSize(value: string, width: number, most: number): number {
  const size = fitting(value, width, most)
  return size >= LARGE / 2 || !value.includes(' ')
    ? size
    : fitting(value.slice(value.length / 3), width, LARGE / 2)
}

/** A name in at most so many lines, the last one with an ellipsis. */
const clamped = (lines: number) => ({ display: 'block', lineClamp: lines, width: LINE }) as const

/** Draws a card. */
export const cardSvg = (card: Card, isDemo: boolean): Promise<string> =>
  drawSvg(<CardLayout card={card} isDemo={isDemo} />, CARD_WIDTH, CARD_HEIGHT)

/** The one layout of all cards. */
const CardLayout = ({ card, isDemo }: { card: Card; isDemo: boolean }) => (
  <div
    style={{
      ...COLUMN,
      width: CARD_WIDTH,
      height: CARD_HEIGHT,
      boxSizing: 'border-box',
      padding: `36px ${MARGIN}px`,
      background: CARD_COLOURS.paper,
      color: CARD_COLOURS.ink,
      lineHeight: 1.2,
    }}
  >
    <div style={{ display: 'flex', alignItems: 'center', fontSize: 40, fontWeight: 700 }}>
      <Mark size={48} colours={CARD_COLOURS} />
      <div style={{ display: 'flex', flexGrow: 1, marginLeft: 14 }}>Greymark</div>
      <div style={{ ...QUIET, ...(isDemo && { color: CARD_COLOURS.doubt }) }}>
        {isDemo ? en.cards.demo(card.corner) : card.corner}
      </div>
    </div>
    {card.notice !== undefined && <Notice>{card.notice}</Notice>}
    <div style={{ ...clamped(2), marginTop: 14, fontWeight: 700, fontSize: titleSize(card.title) }}>
      {card.title}
    </div>
    {card.subtitle !== undefined && (
      <div style={{ ...clamped(1), ...QUIET, fontSize: 44 }}>{card.subtitle}</div>
    )}
    {card.figures && card.figures.length > 0 && <Figures figures={card.figures} />}
    {card.quotes && <Quotes quotes={card.quotes} />}
    {card.rows && <Rows rows={card.rows} />}
    <div style={{ ...COLUMN, flexGrow: 1, justifyContent: 'flex-end' }}>
      {card.columns && card.columns.length > 0 && <Columns columns={card.columns} />}
      {card.foot?.map((line) => (
        <div key={line} style={{ ...QUIET, display: 'block', fontSize: lineSize(line, LINE) }}>
          {line}
        </div>
      ))}
    </div>
  </div>
)

/** As large as fits in one line, or for a long name in two of a size that leaves room for everything below. */
const titleSize = (title: string): number => {
  const capitals = title.match(/\p{Lu}/gu)?.length ?? 0
  const inOneLine = Math.floor(LINE / (0.62 * title.length + 0.14 * capitals))
  return inOneLine >= 56 ? Math.min(84, inOneLine) : 50
}

const Notice = ({ children }: { children: string }) => (
  <div
    style={{
      display: 'flex',
      margin: `24px -${MARGIN}px 10px`,
      padding: `20px ${MARGIN}px`,
      background: CARD_COLOURS.doubtPaper,
      color: CARD_COLOURS.doubt,
      fontSize: 60,
      fontWeight: 700,
    }}
  >
    {children}
  </div>
)

const BESIDE = 390

/** The first one large, and the second beside it. A figure is never cut, because a part of a number is another number. */
function Figures({ figures }: { figures: readonly CardFigure[] }) {
  const [, second] = figures
  const widthOf = (i: number, hasSecond: boolean) =>
    i === 1 ? BESIDE : hasSecond ? LINE - BESIDE - 30 : LINE
  return (
    <div style={{ ...COLUMN, marginTop: 14 }}>
      <div style={ROW}>
        {figures.map(({ label, value, tone }, i) => {
          const width = widthOf(i, second !== undefined)
          return (
            <div key={label} style={{ ...COLUMN, width }}>
              {label !== '' && <div style={QUIET}>{label}</div>}
              <div
                style={{
                  display: 'flex',
                  alignItems: 'flex-end',
                  height: LARGE * 1.15,
                  lineHeight: 1.1,
                  fontSize: figureSize(value, width, i === 0 ? LARGE : 72),
                  fontWeight: 700,
                  color: tone === 'quiet' ? CARD_COLOURS.quiet : CARD_COLOURS.ink,
                }}
              >
                {value}
              </div>
            </div>
          )
        })}
      </div>
      <div style={ROW}>
        {figures.map(({ label, note, tone }, i) => {
          if (note === undefined) return null
          const width = widthOf(i, second?.note !== undefined)
          const color = tone === 'doubt' ? CARD_COLOURS.doubt : CARD_COLOURS.quiet
          return (
            <div key={label} style={{ ...QUIET, width, color, fontSize: lineSize(note, width) }}>
              {note}
            </div>
          )
        })}
      </div>
    </div>
  )
}

const Quotes = ({ quotes }: { quotes: NonNullable<Card['quotes']> }) => (
  <div style={{ ...COLUMN, marginTop: 16 }}>
    <QuotesBar quotes={quotes} width={LINE} height={22} colours={CARD_COLOURS} />
    <div style={{ ...QUIET, ...ROW, fontSize: 28 }}>
      <div>{en.cards.issuePrice}</div>
      <div>
        {quotes.disputed || quotes.lowest === quotes.highest
          ? en.cards.aShare
          : en.cards.quotes(quotes.lowest, quotes.highest)}
      </div>
    </div>
  </div>
)

const Rows = ({ rows }: { rows: NonNullable<Card['rows']> }) => (
  <div style={{ ...COLUMN, marginTop: 20, borderTop: RULE }}>
    {rows.map(([text, end]) => (
      <div key={text} style={{ ...ROW, alignItems: 'center', marginTop: 12 }}>
        <div
          style={{
            display: 'block',
            lineClamp: 1,
            width: end === '' ? LINE : 680,
            fontSize: 46,
            fontWeight: end === '' ? 500 : 700,
            color: end === '' ? CARD_COLOURS.quiet : CARD_COLOURS.ink,
          }}
        >
          {text}
        </div>
        <div style={{ ...QUIET, fontSize: 42 }}>{end}</div>
      </div>
    ))}
  </div>
)

function Columns({ columns }: { columns: NonNullable<Card['columns']> }) {
  const line = columns.map(([label, text]) => (label.length > text.length ? label : text)).join('   ')
  const size = lineSize(line, LINE)
  return (
    <div style={{ ...ROW, paddingTop: 12, borderTop: RULE, whiteSpace: 'nowrap' }}>
      {columns.map(([label, text]) => (
        <div key={label} style={COLUMN}>
          <div style={{ ...QUIET, fontSize: Math.min(size, 30) }}>{label}</div>
          <div style={{ fontSize: size, fontWeight: 700 }}>{text}</div>
        </div>
      ))}
    </div>
  )
}
