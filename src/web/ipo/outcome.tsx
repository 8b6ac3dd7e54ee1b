import { scaleLinear } from 'd3-scale'
import type { IpoReport, Unscored } from '../../reports/ipos/ipo.ts'
import type { ScoreboardRow } from '../../reports/schemas/scores.ts'
import { percent, place } from '../charts/chart.tsx'
import { Sourced } from '../evidence/sourced.tsx'
import { Gain, LargeFigure, LongDay, Points, Rupees } from '../figures.tsx'
import { Table } from '../table.tsx'
import { LimitMark, ListingDay } from './listing-day.tsx'

const HEIGHT = 16

/** After listing: expected gain against actual gain. */
export function ListingResult({ report }: { report: IpoReport }) {
  const { ipo, gmpHistory, score, unscored, listingGainPct, impliedAtClosePct, gmpAtClose } = report
  const isQuoted = gmpHistory.days.length > 0 && unscored !== 'quote'
  return (
    <section class="sheet" aria-label="Expected gain against actual gain">
      <dl class="figures head">
        <LargeFigure label="Listed at" note={ipo.listing && <ListedOn {...ipo.listing} />}>
          <Sourced of="listing.listingPrice">
            <Rupees value={ipo.listing?.listingPrice ?? null} or="not known" />
          </Sourced>
        </LargeFigure>
        <LargeFigure
          label="Listing gain"
          note={
            listingGainPct !== null && (
              <>
                on the issue price of{' '}
                <Sourced of="issuePrice">
                  <Rupees value={ipo.issuePrice} />
                </Sourced>
              </>
            )
          }
        >
          <Gain value={listingGainPct} or="not known" />
        </LargeFigure>
        <LargeFigure
          label="Implied gain at close (price + GMP)"
          note={
            gmpAtClose !== null && (
              <>
                GMP <Rupees value={gmpAtClose} />
              </>
            )
          }
        >
          <Gain value={impliedAtClosePct} or={isQuoted ? 'not known' : 'no quote'} />
        </LargeFigure>
      </dl>
      {ipo.listing && <ListingDay listing={ipo.listing} />}
      {score && <Scored score={score} />}
      {unscored && <p class="caution">{REASONS[unscored]}.</p>}
    </section>
  )
}

const ListedOn = ({ exchange, listedOn, atLimit }: NonNullable<IpoReport['ipo']['listing']>) => (
  <>
    on {exchange}, <LongDay day={listedOn} /> <LimitMark atLimit={atLimit} />
  </>
)

const REASONS: Readonly<Record<Unscored, string>> = {
  'listing price': 'Not scored yet: its opening price is not known',
  'issue price': 'Not scored: its issue price is not known',
  'closing day': 'Not scored: its closing day is not known',
  quote: 'Not scored: no source quoted a GMP in the week up to its closing day',
}

function Scored({ score }: { score: ScoreboardRow }) {
  const { impliedPct, actualPct, errorPp, directionHit } = score
  return (
    <>
      <Bars impliedPct={impliedPct} actualPct={actualPct} />
      <p class="caution">
        Implied gain <Gain value={impliedPct} />, listed at <Gain value={actualPct} />: GMP was{' '}
        {errorPp === 0 ? (
          <strong>exactly right</strong>
        ) : (
          <strong>
            <Points value={Math.abs(errorPp)} /> percentage points too {errorPp > 0 ? 'high' : 'low'}
          </strong>
        )}
        {directionHit ? '.' : ', and wrong about gain or loss.'}{' '}
        <a href="/scoreboard">All listings compared</a>
      </p>
    </>
  )
}

/** Two bars from the issue price, for comparison. */
function Bars({ impliedPct, actualPct }: Pick<ScoreboardRow, 'impliedPct' | 'actualPct'>) {
  const [low, high] = [Math.min(0, impliedPct, actualPct), Math.max(0, impliedPct, actualPct)]
  const across = scaleLinear(low === high ? [-1, 1] : [low, high], [0, 100])
  return (
    <Table
      look="bars versus"
      columns={[
        { heading: 'Gain', cell: ({ label }) => label },
        { heading: 'Against the issue price', look: 'figure', cell: ({ pct }) => <Gain value={pct} /> },
        {
          heading: 'As a bar',
          cell: ({ pct, look }) => <Bar look={look} zero={across(0)} end={across(pct)} />,
        },
      ]}
      rows={[
        { label: 'Implied', pct: impliedPct, look: 'implied' },
        { label: 'Listed at', pct: actualPct, look: actualPct < 0 ? 'loss' : 'gain' },
      ]}
    />
  )
}

/** A bar between two positions in percent of the width, with a mark at zero. */
const Bar = ({ look, zero, end }: { look: string; zero: number; end: number }) => (
  <svg class="bar" width="100%" height={HEIGHT} aria-hidden="true">
    <rect
      class={look}
      x={percent(Math.min(zero, end))}
      width={percent(Math.abs(place(end) - place(zero)))}
      height={HEIGHT}
      rx="2"
    />
    <line class="once" x1={percent(zero)} x2={percent(zero)} y1="-3" y2={HEIGHT + 3} />
  </svg>
)
