import { areEnoughListings } from '../../market/scores/scoreboard.ts'
import type { TrackRecord } from '../../reports/ipos/ipo-among-others.ts'
import type { IpoView } from '../../reports/ipos/ipo-view.ts'
import { en } from '../../texts/en.ts'
import { expectedGainText, gain, longDay, rupees } from '../../texts/format.ts'
import { Sourced } from '../evidence/sourced.tsx'
import { Gain, PointsInWords, Premium, Rupees, RupeesAbout, Share, SourceName } from '../figures.tsx'
import { GmpChangeText, GmpFigure, GmpNote, ImpliedGain } from '../gmp/quoted-gmp.tsx'
import { rangeBarOf } from '../ipos/ipo-columns.tsx'
import { Figure, Fold, Section } from '../kit/parts.tsx'
import { RangeBar, type RangeBarValues, RangeKey } from '../kit/range-bar.tsx'
import { Term } from '../kit/term.tsx'
import { accuracyAddress } from '../scores/score-addresses.ts'
import { ageText } from './sources.tsx'

const words = en.ipoPage

/** An IPO, and what past listings say about its GMP. */
export interface IpoPageProps {
  readonly view: IpoView
  readonly track: TrackRecord
}

/** The same of an IPO with a GMP. */
interface QuotedProps extends IpoPageProps {
  readonly quoted: NonNullable<IpoView['quoted']>
}

/** The GMP, what it would mean for the smallest application, and how wrong such figures were. */
export function GmpSection(props: IpoPageProps) {
  const { view } = props
  const { quoted, calledOff, today } = view
  // Without large or green figures once the issue was withdrawn or postponed.
  if (calledOff !== null)
    return (
      <Section id="gmp" title={words.gmpTitle}>
        <p class="sheet quiet">
          {quoted
            ? words.formerGmp(
                en.ipo.gmpText(quoted),
                quoted.disputed,
                en.ipo.gmpOrigin(quoted, today),
                calledOff,
              )
            : words.noSourceQuoted}
        </p>
      </Section>
    )
  return (
    <Section id="gmp" title={words.gmpTitle}>
      <div class="sheet">
        <dl class="figures">
          <Figure
            label={<Term of="gmp">{en.ipo.gmp}</Term>}
            note={
              quoted && (
                <a class="to-sources" href="#sources">
                  <GmpNote view={view} />
                </a>
              )
            }
          >
            <Sourced of="lastGmp">
              <GmpFigure view={view} />
            </Sourced>
            {quoted && ' '}
            <GmpChangeText view={view} isFull />
          </Figure>
          <Figure
            label={<Term of="implied-gain">{en.ipo.atPriceAndGmp}</Term>}
            note={quoted && quoted.gmpPct !== null && <Sum {...props} quoted={quoted} />}
          >
            <Sourced of="lastGmpPct">
              <ImpliedGain view={view} />
            </Sourced>
          </Figure>
        </dl>
        {quoted ? (
          <>
            <Bar {...props} quoted={quoted} />
            <Meaning {...props} quoted={quoted} />
          </>
        ) : (
          <p class="quiet">
            {view.state === 'unconfirmed' || view.hasTraded ? words.noSourceQuoted : words.noSourceQuotedYet}{' '}
            <Overall {...props} />
          </p>
        )}
      </div>
      {quoted?.disputed && <DisputeNotice {...props} quoted={quoted} />}
    </Section>
  )
}

/** The arithmetic behind the gain. No price is computed from an old GMP, and none where sources disagree. */
function Sum({ view: { price, impliedPrice, isOldGmp, hasTraded }, quoted }: QuotedProps) {
  if (isOldGmp || hasTraded) return <>{words.fromOldQuote}</>
  return (
    <>
      {quoted.disputed
        ? words.lowestToHighest
        : words.sumText(
            <Rupees value={price} />,
            <Premium value={quoted.gmp} />,
            <Rupees value={impliedPrice} />,
          )}
      <br />
      {words.couldBeLoss}
    </>
  )
}

/** In rupees of the smallest application: what one pays, what sources quote, where similar IPOs opened. */
function Bar({ view, quoted, track: { similarIpos } }: QuotedProps) {
  const { smallest } = view
  const values = rangeBarOf(view)
  if (!values || !smallest) return null
  const half = quoted.disputed ? null : (similarIpos?.middleHalf ?? null)
  const at = (pct: number) => Math.round(smallest.cost * (1 + pct / 100))
  const of: RangeBarValues = { ...values, similar: half && { low: at(half.low), high: at(half.high) } }
  return (
    <>
      <RangeBar of={of} label={en.ipo.rangeBar(of.issuePrice, of.lowest, of.highest)} />
      <RangeKey
        of={of}
        issue={words.barIssue(
          smallest.lots,
          smallest.shares,
          <Sourced of="minAmount">
            <Rupees value={smallest.cost} />
          </Sourced>,
        )}
        quotes={words.barQuotes(
          quoted.disputed ? `${rupees(of.lowest)} to ${rupees(of.highest)}` : rupees(of.median),
        )}
        similar={of.similar && words.barSimilar(rupees(of.similar.low), rupees(of.similar.high))}
      />
    </>
  )
}

/** One plain sentence, and the doubts behind it on tap. */
function Meaning(props: QuotedProps) {
  const { view, quoted } = props
  if (view.hasTraded || view.isOldGmp)
    return (
      <p class="quiet">
        {view.hasTraded ? words.gmpBeforeTrading : words.oldGmp(en.ipo.gmpAge(quoted.day, view.today) ?? '')}{' '}
        {words.unofficial}
      </p>
    )
  return (
    <>
      <p>
        <WouldGain {...props} /> <UsualMiss {...props} /> {words.unofficial}
      </p>
      <Fold title={words.howSure}>
        <Similar {...props} />
        <Range {...props} />
        <p>
          <Overall {...props} />
        </p>
      </Fold>
    </>
  )
}

function WouldGain({ view: { smallest }, quoted }: QuotedProps) {
  if (!smallest?.gains) return null
  const { lots, gains } = smallest
  const strong = (value: number) => (
    <strong>
      <Rupees value={Math.abs(value)} />
    </strong>
  )
  const { median, lowest, highest } = gains
  if (quoted.disputed)
    return <>{words.wouldBeBetween(lots, strong(lowest), lowest < 0, strong(highest), highest < 0)}</>
  return <>{words.wouldGain(lots, median === 0 ? 'nothing' : strong(median), median < 0)}</>
}

/** How far GMP of this size was off before. Sources that disagree quote no such size. */
function UsualMiss({ track: { similarIpos, usualMiss }, quoted }: QuotedProps) {
  if (!similarIpos || quoted.disputed || !areEnoughListings(similarIpos.ofSize.n)) return null
  const { meanAbsErrorPp, biasInterval } = similarIpos.ofSize
  const bias = biasInterval === null ? 0 : biasInterval.low > 0 ? 1 : biasInterval.high < 0 ? -1 : 0
  const amount = usualMiss === null ? null : <RupeesAbout value={usualMiss} />
  return <>{words.usualMiss(<PointsInWords value={meanAbsErrorPp} />, bias, amount)}</>
}

/** How IPOs with a GMP of this size listed, as counts. */
function Similar({ track: { similarIpos }, quoted }: QuotedProps) {
  if (quoted.disputed) return <p>{words.similarHidden}</p>
  if (!similarIpos) return null
  const { n, aboveIssuePrice, middleHalf, horizon } = similarIpos
  const [size, when] = [expectedGainText(similarIpos), en.scores.horizonPhrase(horizon)]
  const half = middleHalf ? [<Gain value={middleHalf.low} />, <Gain value={middleHalf.high} />] : []
  return (
    <p>
      {words.similarListed(n, size, when, aboveIssuePrice, half)}{' '}
      <a href={`${accuracyAddress({ horizon })}#actual-gains`}>{words.similarLink}</a>
    </p>
  )
}

/** How far past listings opened from their GMP, placed around this one. No forecast, so without colours. */
function Range({ track: { range80 }, quoted }: QuotedProps) {
  if (!range80) return null
  const { lowPct, highPct, listings, judged, heldPct } = range80
  const median = quoted.disputed ? <Rupees value={quoted.gmp} /> : null
  const [low, high] = [lowPct, highPct].map((pct) => <data value={String(pct)}>{gain(pct)}</data>)
  return (
    <p>
      {heldPct !== null && areEnoughListings(judged)
        ? words.rangeHeld(judged, <Share value={heldPct} />, low, high, median)
        : words.rangeUnjudged(listings, low, high, median)}{' '}
      <a href="/method#range-around-the-gmp">{words.methodLink}</a>
    </p>
  )
}

/** How far GMP was off over all listings, whatever it said. */
const Overall = ({ track: { record, openedBelow } }: IpoPageProps) => (
  <>
    {words.overallRecord(record.n, <PointsInWords value={record.avgAbsErrorPp} />, openedBelow)}{' '}
    <a href="/scoreboard">{words.scoreboardLink}</a>
  </>
)

/** Names the sources that disagree most, and by how much. */
function DisputeNotice({ view, quoted }: QuotedProps) {
  const votes = quoted.quotes
    .filter(({ countedSource }) => countedSource === null)
    .toSorted((a, b) => b.gmp - a.gmp)
  const [highest, lowest] = [votes.at(0), votes.at(-1)]
  if (!highest || !lowest) return null
  const areOfOneDay = highest.observedAt === lowest.observedAt
  const quote = ({ source, gmp, observedAt: day }: typeof highest) => {
    const when =
      day === quoted.day ? ageText(day, view.today) : `${ageText(day, view.today)}, ${words.notUpdated}`
    return (
      <>
        <SourceName source={source} /> <Premium value={gmp} />
        {!areOfOneDay && ` ${when}`}
      </>
    )
  }
  return (
    <p class="notice" role="note">
      <strong>
        <span aria-hidden="true">⚠ </span>
        {words.disagree(quoted.day === view.today, longDay(quoted.day))}
      </strong>{' '}
      {words.farApart(quote(highest), quote(lowest), <Rupees value={quoted.spread} />, quoted.gmp === 0)}{' '}
      <a href="/method#dispute">{words.disputeMethod}</a>
    </p>
  )
}
