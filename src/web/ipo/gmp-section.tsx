import { areEnoughListings } from '../../market/scores/scoreboard.ts'
import type { GmpHistoryDay } from '../../reports/ipos/gmp-history.ts'
import type { TrackRecord } from '../../reports/ipos/ipo-among-others.ts'
import type { IpoView, SmallestApplication } from '../../reports/ipos/ipo-view.ts'
import type { Range80 } from '../../reports/schemas/range.ts'
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

/** An IPO, and what past listings say about its GMP. */
export interface IpoPageProps {
  readonly view: IpoView
  readonly track: TrackRecord
  readonly range80: Range80 | null
}

/** The GMP, what it would mean for the smallest application, and how wrong such figures were. */
export function GmpSection(props: IpoPageProps) {
  const { view } = props
  const { quoted } = view
  if (view.calledOff !== null) return <FormerGmp {...props} />
  return (
    <Section id="gmp" title={en.ipoPage.gmpTitle}>
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
            note={quoted && quoted.gmpPct !== null && <Sum {...props} />}
          >
            <Sourced of="lastGmpPct">
              <ImpliedGain view={view} />
            </Sourced>
          </Figure>
        </dl>
        <Bar {...props} />
        <Meaning {...props} />
      </div>
      <DisputeNotice {...props} />
    </Section>
  )
}

/** The arithmetic behind the gain. No price is computed from an old GMP, and none where sources disagree. */
function Sum({ view }: IpoPageProps) {
  const { quoted, price, impliedPrice, isOldGmp } = view
  if (!quoted) return null
  if (isOldGmp) return <>{en.ipoPage.fromOldQuote}</>
  return (
    <>
      {quoted.disputed
        ? en.ipoPage.lowestToHighest
        : en.ipoPage.sumText(
            <Rupees value={price} />,
            <Premium value={quoted.gmp} />,
            <Rupees value={impliedPrice} />,
          )}
      <br />
      {en.ipoPage.couldBeLoss}
    </>
  )
}

/** In rupees of the smallest application: what one pays, what sources quote, where similar IPOs opened. */
function Bar({ view, track: { similarIpos } }: IpoPageProps) {
  const { smallest, quoted } = view
  const values = rangeBarOf(view)
  if (!values || !smallest || !quoted) return null
  const half = quoted.disputed ? null : (similarIpos?.middleHalf ?? null)
  const at = (pct: number) => Math.round(smallest.cost * (1 + pct / 100))
  const of: RangeBarValues = { ...values, similar: half && { low: at(half.low), high: at(half.high) } }
  return (
    <>
      <RangeBar of={of} label={en.ipo.rangeBar(of.issuePrice, of.lowest, of.highest)} />
      <RangeKey
        of={of}
        issue={en.ipoPage.barIssue(
          smallest.lots,
          smallest.shares,
          <Sourced of="minAmount">
            <Rupees value={smallest.cost} />
          </Sourced>,
        )}
        quotes={en.ipoPage.barQuotes(
          quoted.disputed ? `${rupees(of.lowest)} to ${rupees(of.highest)}` : rupees(of.median),
        )}
        similar={of.similar && en.ipoPage.barSimilar(rupees(of.similar.low), rupees(of.similar.high))}
      />
    </>
  )
}

/** One plain sentence, and the doubts behind it on tap. */
function Meaning({ view, track, range80 }: IpoPageProps) {
  const { quoted, smallest, isOldGmp, today } = view
  if (!quoted)
    return (
      <p class="quiet">
        {view.state === 'unconfirmed' ? en.ipoPage.noSourceQuoted : en.ipoPage.noSourceQuotedYet}{' '}
        <Overall track={track} />
      </p>
    )
  if (isOldGmp)
    return (
      <p class="quiet">
        {en.ipoPage.oldGmp(en.ipo.gmpAge(quoted.day, today) ?? '')} {en.ipoPage.unofficial}
      </p>
    )
  return (
    <>
      <p>
        {smallest && <WouldGain of={smallest} quoted={quoted} />} <UsualMiss track={track} quoted={quoted} />{' '}
        {en.ipoPage.unofficial}
      </p>
      <Fold title={en.ipoPage.howSure}>
        <Similar track={track} quoted={quoted} />
        {range80 && <Range range80={range80} quoted={quoted} />}
        <p>
          <Overall track={track} />
        </p>
      </Fold>
    </>
  )
}

function WouldGain({ of, quoted }: { of: SmallestApplication; quoted: GmpHistoryDay }) {
  const { lots, gain: amount, lowestGain, highestGain } = of
  if (amount === null || lowestGain === null || highestGain === null) return null
  const strong = (value: number) => (
    <strong>
      <Rupees value={Math.abs(value)} />
    </strong>
  )
  if (quoted.disputed)
    return (
      <>
        {en.ipoPage.wouldBeBetween(
          lots,
          strong(lowestGain),
          lowestGain < 0,
          strong(highestGain),
          highestGain < 0,
        )}
      </>
    )
  if (amount === 0) return <>{en.ipoPage.wouldGainNothing(lots)}</>
  return <>{(amount > 0 ? en.ipoPage.wouldGain : en.ipoPage.wouldLose)(lots, strong(amount))}</>
}

/** How far GMP of this size was off before. Sources that disagree quote no such size. */
function UsualMiss({ track: { similarIpos, usualMiss }, quoted }: Pick<IpoPageProps, 'track'> & OfDay) {
  if (!similarIpos || quoted.disputed || !areEnoughListings(similarIpos.ofSize.n)) return null
  const { meanAbsErrorPp, biasInterval } = similarIpos.ofSize
  const bias = biasInterval === null ? 0 : biasInterval.low > 0 ? 1 : biasInterval.high < 0 ? -1 : 0
  return (
    <>
      {en.ipoPage.usualMiss(
        <PointsInWords value={meanAbsErrorPp} />,
        bias,
        usualMiss === null ? null : <RupeesAbout value={usualMiss} />,
      )}
    </>
  )
}

interface OfDay {
  readonly quoted: GmpHistoryDay
}

/** How IPOs with a GMP of this size listed, as counts. */
function Similar({ track: { similarIpos }, quoted }: Pick<IpoPageProps, 'track'> & OfDay) {
  if (quoted.disputed) return <p>{en.ipoPage.similarHidden}</p>
  if (!similarIpos) return null
  const { n, aboveIssuePrice, middleHalf, horizon } = similarIpos
  const [size, when] = [expectedGainText(similarIpos), en.scores.horizonPhrase(horizon)]
  return (
    <p>
      {middleHalf === null
        ? en.ipoPage.fewSimilar(n, size, when)
        : en.ipoPage.similarListed(
            n,
            size,
            when,
            aboveIssuePrice,
            <Gain value={middleHalf.low} />,
            <Gain value={middleHalf.high} />,
          )}{' '}
      <a href={`${accuracyAddress({ horizon })}#actual-gains`}>{en.ipoPage.similarLink}</a>
    </p>
  )
}

/** How far past listings opened from their GMP, placed around this one. No forecast, so without colours. */
function Range({ range80, quoted }: { range80: Range80 } & OfDay) {
  const { lowPct, highPct, listings, judged, heldPct } = range80
  const median = quoted.disputed ? <Rupees value={quoted.gmp} /> : null
  const [low, high] = [lowPct, highPct].map((pct) => <data value={String(pct)}>{gain(pct)}</data>)
  return (
    <p>
      {heldPct !== null && areEnoughListings(judged)
        ? en.ipoPage.rangeHeld(judged, <Share value={heldPct} />, low, high, median)
        : en.ipoPage.rangeUnjudged(listings, low, high, median)}{' '}
      <a href="/method#range-around-the-gmp">{en.ipoPage.methodLink}</a>
    </p>
  )
}

/** How far GMP was off over all listings, whatever it said. */
const Overall = ({ track: { record, openedBelow } }: Pick<IpoPageProps, 'track'>) => (
  <>
    {record.n === 0
      ? en.ipoPage.noRecord
      : areEnoughListings(record.n)
        ? en.ipoPage.overallRecord(record.n, <PointsInWords value={record.avgAbsErrorPp} />, openedBelow)
        : en.ipoPage.fewListings(record.n, openedBelow)}{' '}
    <a href="/scoreboard">{en.ipoPage.scoreboardLink}</a>
  </>
)

/** Names the sources that disagree most, and by how much. */
function DisputeNotice({ view: { quoted, today } }: IpoPageProps) {
  if (!quoted?.disputed) return null
  const votes = quoted.quotes
    .filter(({ countedSource }) => countedSource === null)
    .toSorted((a, b) => b.gmp - a.gmp)
  const [highest, lowest] = [votes.at(0), votes.at(-1)]
  if (!highest || !lowest) return null
  const apart = quoted.gmp === 0 ? en.ipoPage.farApartAtZero : en.ipoPage.farApart
  return (
    <p class="notice" role="note">
      <strong>
        <span aria-hidden="true">⚠ </span>
        {en.ipoPage.disagree(quoted.day === today, longDay(quoted.day))}
      </strong>{' '}
      {apart(
        <SourceName source={highest.source} />,
        <Premium value={highest.gmp} />,
        <SourceName source={lowest.source} />,
        <Premium value={lowest.gmp} />,
        <Rupees value={quoted.spread} />,
      )}{' '}
      <a href="/method#dispute">{en.ipoPage.disputeMethod}</a>
    </p>
  )
}

/** The last quote of an issue that was withdrawn or postponed, without large or green figures. */
const FormerGmp = ({ view: { quoted, calledOff, today } }: IpoPageProps) => (
  <Section id="gmp" title={en.ipoPage.gmpTitle}>
    <p class="sheet quiet">
      {quoted && calledOff !== null
        ? en.ipoPage.formerGmp(
            en.ipo.gmpText(quoted),
            quoted.disputed,
            en.ipo.gmpOrigin(quoted, today),
            calledOff,
          )
        : en.ipoPage.noSourceQuoted}
    </p>
  </Section>
)
