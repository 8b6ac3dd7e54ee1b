import type { Day } from '../../market/calendar.ts'
import { shortName } from '../../market/issues/names.ts'
import type { IpoCard } from '../../reports/ipos/ipo-card.ts'
import type { Today } from '../../reports/ipos/today.ts'
import { count, longWeekday, weekday } from '../../texts/format.ts'
import { CARD_LINE, CARD_MARGIN, CardRule, CardText, cardSvg } from './card-frame.tsx'
import { CARD_WIDTH } from './card-size.ts'
import { drawableName } from './card-text.ts'
import { nameFromSlug } from './name-from-slug.ts'

interface TodayCardContext {
  readonly day: Day
  readonly isDemo: boolean
}

/** More rows would be too small for a preview. */
const MOST_ROWS = 4
const FIRST_ROW_Y = 330
const ROW_HEIGHT = 66
const NAME_WIDTH = 640

/** The card of the first page: the open IPOs with their closing days, else those that open next. */
export function todayCardSvg(
  { open, upcoming, moreUpcoming }: Today,
  { day, isDemo }: TodayCardContext,
): string {
  const shown = open.length > 0 ? open : upcoming
  const hidden = open.length > 0 ? open.length - MOST_ROWS : upcoming.length + moreUpcoming - MOST_ROWS
  const rows = shown.slice(0, hidden > 0 ? MOST_ROWS - 1 : MOST_ROWS)
  return cardSvg({
    corner: longWeekday(day),
    isDemo,
    children: (
      <>
        <CardText y={214} size={88} weight="bold">
          {headline(open.length)}
        </CardText>
        <CardRule y={258} />
        {rows.length === 0 && (
          <CardText y={FIRST_ROW_Y} fill="quiet" size={48}>
            No further IPO is announced
          </CardText>
        )}
        {rows.map((card, i) => (
          <Row key={card.ipo.slug} card={card} y={FIRST_ROW_Y + i * ROW_HEIGHT} day={day} />
        ))}
        {hidden > 0 && (
          <CardText y={FIRST_ROW_Y + rows.length * ROW_HEIGHT} fill="quiet" size={44}>
            {`and ${count(hidden + 1)} more`}
          </CardText>
        )}
        <CardText y={596} fill="quiet">
          Dates, terms and GMP (unofficial) with its sources
        </CardText>
      </>
    ),
  })
}

function headline(open: number): string {
  if (open === 0) return 'No IPO is open now'
  return open === 1 ? '1 IPO is open' : `${count(open)} IPOs are open`
}

const Row = ({ card: { ipo }, y, day }: { card: IpoCard; y: number; day: Day }) => (
  <>
    <CardText y={y} size={48} weight="bold" maxWidth={NAME_WIDTH}>
      {drawableName(shortName(ipo.name), nameFromSlug(ipo.slug))}
    </CardText>
    <CardText
      x={CARD_WIDTH - CARD_MARGIN}
      y={y}
      size={44}
      maxWidth={CARD_LINE - NAME_WIDTH - 24}
      fill="quiet"
      end
    >
      {when(ipo, day)}
    </CardText>
  </>
)

function when({ status, openDate, closeDate }: IpoCard['ipo'], today: Day): string {
  const [verb, date] = status === 'OPEN' ? ['closes', closeDate] : ['opens', openDate]
  return date === null ? 'day not announced' : `${verb} ${weekday(date.slice(0, 10), today)}`
}
