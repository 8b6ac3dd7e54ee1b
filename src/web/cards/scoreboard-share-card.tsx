import { areEnoughListings, type ScoreSummary } from '../../market/scores/scoreboard.ts'
import { count, counted, points } from '../../texts/format.ts'
import { CardRule, CardText, cardSvg } from './card-frame.tsx'

/** The card of the scoreboard: the record of the GMP, as a count while an average would mean little. */
export function scoreboardCardSvg(
  { n, avgAbsErrorPp }: Pick<ScoreSummary, 'n' | 'avgAbsErrorPp'>,
  isDemo: boolean,
): string {
  const hasAverage = areEnoughListings(n) && avgAbsErrorPp !== null
  return cardSvg({
    corner: 'Scoreboard',
    isDemo,
    children: (
      <>
        <CardText y={200} size={64} weight="bold">
          How far off the GMP has been
        </CardText>
        <CardText y={344} size={112} weight="bold">
          {hasAverage
            ? `${points(avgAbsErrorPp)} points`
            : n === 0
              ? 'Not scored yet'
              : counted(n, 'listing')}
        </CardText>
        <CardText y={420} size={48} fill="quiet">
          {hasAverage
            ? `average miss, ${count(n)} listings scored`
            : n === 0
              ? 'no quoted IPO has listed'
              : 'scored, too few for an average'}
        </CardText>
        <CardRule y={482} />
        <CardText y={544} fill="quiet">
          GMP at the close of bidding against the opening price
        </CardText>
        <CardText y={596} fill="quiet">
          GMP is unofficial. Past misses are no forecast.
        </CardText>
      </>
    ),
  })
}
