import type { Day } from '../../market/calendar.ts'
import { shortName } from '../../market/issues/names.ts'
import { areEnoughListings, type ScoreSummary } from '../../market/scores/scoreboard.ts'
import type { NewestDeals } from '../../reports/deals/deal-days.ts'
import { symbolDays } from '../../reports/deals/deal-sums.ts'
import type { IpoView } from '../../reports/ipos/ipo-view.ts'
import type { Today } from '../../reports/ipos/today.ts'
import { en } from '../../texts/en.ts'
import { longDay, longWeekday, points, weekday } from '../../texts/format.ts'
import type { SharedIpo } from '../share/shared-ipo.ts'
import type { Card } from './card.ts'
import { drawableIpoName, drawableName } from './names.ts'

const words = en.cards

/** The card of one IPO: its name, then what is known about it in its present state. */
export function ipoCard(ipo: SharedIpo, today: Day): Card {
  const [corner, title] = [ipo.kind, drawableIpoName(ipo)]
  if (ipo.calledOff) return { corner, notice: ipo.calledOff[0], title, foot: [ipo.calledOff[1]] }
  const { figures, quotes, lastGmp, dates } = ipo
  const known = { corner, title, figures, quotes }
  if (lastGmp !== null) return { ...known, foot: [lastGmp] }
  return {
    ...known,
    columns: dates.map(({ label, day, note }) => {
      // A column has no room for both the weekday and the year.
      const date = day.slice(0, 4) === today.slice(0, 4) ? weekday(day, today) : longDay(day)
      return [label, note === undefined ? date : `${date}, ${note}`]
    }),
    foot: dates.length === 0 ? [words.noDates] : [],
  }
}

/** More rows would be too small for a preview. */
const MOST_ROWS = 4

/** The card of the first page: the open IPOs with their closing days, else those that open next. */
export function todayCard({ open, upcoming, moreUpcoming }: Today, day: Day): Card {
  const shown = open.length > 0 ? open : upcoming
  const all = open.length > 0 ? open.length : upcoming.length + moreUpcoming
  const rows = shown.slice(0, all > MOST_ROWS ? MOST_ROWS - 1 : MOST_ROWS)
  return {
    corner: longWeekday(day),
    title: words.today.openNow(open.length),
    rows: [
      ...rows.map(
        (view) =>
          [drawableIpoName({ slug: view.slug, name: shortName(view.name) }), when(view, day)] as const,
      ),
      ...(all > rows.length ? [[words.today.more(all - rows.length), ''] as const] : []),
      ...(all === 0 ? [[words.today.nothingAnnounced, ''] as const] : []),
    ],
    foot: [words.today.about],
  }
}

function when(view: IpoView, today: Day): string {
  const isOpen = view.state === 'open'
  const day = view.dayOf(isOpen ? 'closes' : 'opens')
  return day === null ? words.today.dayUnknown : words.today.next(isOpen, weekday(day, today))
}

/** The card of the scoreboard: the record of the GMP, as a count while an average would mean little. */
export function scoreboardCard({ n, avgAbsErrorPp }: Pick<ScoreSummary, 'n' | 'avgAbsErrorPp'>): Card {
  const { corner, title, about, ...texts } = words.scoreboard
  const [value, note] =
    areEnoughListings(n) && avgAbsErrorPp !== null
      ? [texts.points(points(avgAbsErrorPp)), texts.averageOf(n)]
      : n > 0
        ? [texts.tooFew(n), texts.tooFewMeans]
        : [texts.none, texts.noneMeans]
  return { corner, title, figures: [{ label: '', value, note }], foot: about }
}

/** The card of a share: its latest bulk and block deals. `undefined` for a share without deals. */
export function dealsCard(symbol: string, newest: NewestDeals): Card | undefined {
  const days = symbolDays(newest)
  const latest = days.at(-1)
  if (!latest) return undefined
  const { corner, oneShare, deals, latestDay, about } = words.deals
  // Where the deals of a single day were cut off, there are more.
  const hasMore = newest.isCut && days.length === 1
  return {
    corner,
    title: drawableName(symbol, oneShare),
    subtitle: drawableName(newest.deals[0]?.securityName ?? '', ''),
    figures: [
      {
        label: '',
        value: deals(latest.sum.disclosed, hasMore),
        note: latestDay(longWeekday(latest.day)),
      },
    ],
    foot: [about],
  }
}
