import type { IpoView } from '../../reports/ipos/ipo-view.ts'
import { en } from '../../texts/en.ts'
import { Sourced } from '../evidence/sourced.tsx'
import { Count, Gain, LongDay, Missing, PointsInWords, Rupees, Share } from '../figures.tsx'
import { GainAtClose } from '../gmp/quoted-gmp.tsx'
import { Figure, Section, TermList } from '../kit/parts.tsx'

/** After listing: what happened, and what the GMP had said. */
export function ResultSection({ view }: { view: IpoView }) {
  const { listing, gainPct, atClose, score, missingForScore, terms } = view
  if (!listing) return null
  return (
    <Section id="result" title={en.ipoPage.resultTitle}>
      <div class="sheet">
        <dl class="figures">
          <Figure
            label={en.ipo.openingPrice}
            note={
              <>
                {en.ipoPage.onExchange(listing.exchange, <LongDay day={listing.listedOn} />)}{' '}
                {/* A price at a limit was cut off: without the limit it would have opened further away. */}
                {listing.atLimit !== null && (
                  <span class="doubt-tag">{en.ipoPage.limits[listing.atLimit]}</span>
                )}
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
          <Figure label={en.ipo.gmpHadSaid} note={atClose && en.ipoPage.gmpAtClose(en.ipo.gmpText(atClose))}>
            {atClose ? (
              <GainAtClose impliedPct={atClose.gmpPct} atClose={atClose} />
            ) : (
              <Missing>{missingForScore === 'quote' ? en.ipo.noQuote : en.fields.notKnown}</Missing>
            )}
          </Figure>
        </dl>
        {score ? (
          <Verdict {...score.row} isDisputed={score.atClose.disputed} />
        ) : (
          <p class="quiet">{en.ipoPage.unscored[missingForScore]}</p>
        )}
        <ListingDay listing={listing} />
      </div>
    </Section>
  )
}

type Score = NonNullable<IpoView['score']>

const Verdict = ({ errorPp, directionHit, isDisputed }: Score['row'] & { isDisputed: boolean }) => (
  <p>
    {en.ipoPage.missed(
      <strong>
        <PointsInWords value={Math.abs(errorPp)} />
      </strong>,
      errorPp,
      isDisputed,
    )}{' '}
    {!directionHit && en.ipoPage.wrongDirection} <a href="/scoreboard">{en.ipoPage.scoreboardLink}</a>
  </p>
)

const LISTING_DAY = [
  ['high', en.ipoPage.high, Rupees],
  ['low', en.ipoPage.low, Rupees],
  ['close', en.ipoPage.close, Rupees],
  ['volume', en.ipoPage.traded, Count],
  ['deliveredPct', en.ipoPage.delivered, Share],
] as const

/** The prices and the trade of the listing day; nothing while only the opening price is known. */
function ListingDay({ listing }: { listing: NonNullable<IpoView['listing']> }) {
  const known = LISTING_DAY.filter(([key]) => listing[key] !== null)
  if (known.length === 0) return null
  return (
    <>
      <h3>{en.ipoPage.listingDay(listing.exchange)}</h3>
      <TermList
        lines={known.map(([key, label, Shown]) => ({
          label,
          value: <Shown value={listing[key]} />,
          path: `listing.${key}`,
        }))}
      />
    </>
  )
}
