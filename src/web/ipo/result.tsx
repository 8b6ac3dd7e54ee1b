import type { IpoView, Outcome } from '../../reports/ipos/ipo-view.ts'
import { en } from '../../texts/en.ts'
import { Sourced } from '../evidence/sourced.tsx'
import { Count, Gain, LongDay, PointsInWords, Rupees, Share } from '../figures.tsx'
import { Figure, Section, type TermLine, TermList } from '../kit/parts.tsx'

/** After listing: what happened, and what the GMP had said. */
export function ResultSection({ view }: { view: IpoView }) {
  const { outcome, terms } = view
  if (!outcome) return null
  const { listing, gainPct, gmpAtClose, impliedAtClosePct, score, unscored } = outcome
  return (
    <Section id="result" title={en.ipoPage.resultTitle}>
      <div class="sheet">
        <dl class="figures">
          <Figure
            label={en.ipo.openingPrice}
            note={
              <>
                {en.ipoPage.onExchange(listing.exchange, <LongDay day={listing.listedOn} />)}{' '}
                <LimitMark atLimit={listing.atLimit} />
              </>
            }
          >
            <Sourced of="listing.listingPrice">
              <Rupees value={listing.listingPrice} />
            </Sourced>
          </Figure>
          <Figure
            label={en.ipo.listingGain}
            note={
              gainPct !== null &&
              en.ipoPage.onIssuePrice(
                <Sourced of="issuePrice">
                  <Rupees value={terms.issuePrice} />
                </Sourced>,
              )
            }
          >
            <Gain value={gainPct} />
          </Figure>
          <Figure
            label={en.ipo.gmpHadSaid}
            note={gmpAtClose !== null && en.ipoPage.gmpAtClose(<Rupees value={gmpAtClose} />)}
          >
            <Gain value={impliedAtClosePct} or={unscored === 'quote' ? en.ipo.noQuote : en.fields.notKnown} />
          </Figure>
        </dl>
        {score && <Verdict {...score} />}
        {unscored && <p class="quiet">{en.ipoPage.unscored[unscored]}</p>}
        <ListingDay listing={listing} />
      </div>
    </Section>
  )
}

const Verdict = ({ errorPp, directionHit }: NonNullable<Outcome['score']>) => (
  <p>
    {errorPp === 0
      ? en.ipoPage.exactlyRight
      : (errorPp > 0 ? en.ipoPage.tooHigh : en.ipoPage.tooLow)(
          <strong>
            <PointsInWords value={Math.abs(errorPp)} />
          </strong>,
        )}{' '}
    {!directionHit && en.ipoPage.wrongDirection} <a href="/scoreboard">{en.ipoPage.scoreboardLink}</a>
  </p>
)

/** A price at a limit was cut off: without the limit it would have opened further away. */
export const LimitMark = ({ atLimit }: Pick<Outcome['listing'], 'atLimit'>) =>
  atLimit === null ? null : <span class="doubt-tag">{en.ipoPage.limits[atLimit]}</span>

/** The prices and the trade of the listing day; nothing while only the opening price is known. */
function ListingDay({ listing }: Pick<Outcome, 'listing'>) {
  const lines: readonly (readonly [keyof Outcome['listing'], TermLine])[] = [
    ['high', { label: en.ipoPage.high, value: <Rupees value={listing.high} />, path: 'listing.high' }],
    ['low', { label: en.ipoPage.low, value: <Rupees value={listing.low} />, path: 'listing.low' }],
    ['close', { label: en.ipoPage.close, value: <Rupees value={listing.close} />, path: 'listing.close' }],
    ['volume', { label: en.ipoPage.traded, value: <Count value={listing.volume} />, path: 'listing.volume' }],
    [
      'deliveredPct',
      {
        label: en.ipoPage.delivered,
        value: <Share value={listing.deliveredPct} />,
        path: 'listing.deliveredPct',
      },
    ],
  ]
  const known = lines.flatMap(([key, line]) => (listing[key] === null ? [] : [line]))
  if (known.length === 0) return null
  return (
    <>
      <h3>{en.ipoPage.listingDay(listing.exchange)}</h3>
      <TermList lines={known} />
    </>
  )
}
