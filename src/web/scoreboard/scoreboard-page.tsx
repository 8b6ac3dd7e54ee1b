import { BOARDS } from '../../market/facts/fact.ts'
import { areEnoughListings, FEW_LISTINGS, QUOTE_DAYS_BEFORE_CLOSE } from '../../market/scores/scoreboard.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import { type AccuracyReport, accuracyReport } from '../../reports/scores/accuracy.ts'
import { type ScoreCard, type ScoreGroup, scoreCard } from '../../reports/scores/score-card.ts'
import { scoreTotals } from '../../reports/scores/scoreboard.ts'
import { BASE } from '../../request/paths.ts'
import { boardName, count, points } from '../../texts/format.ts'
import { WhyOtherNumber } from '../accuracy/why-other-number.tsx'
import { addressOf } from '../address.ts'
import { SCOREBOARD_CARD } from '../cards/page-card.tsx'
import { errorText } from '../charts/error-text.ts'
import { Histogram } from '../charts/histogram.tsx'
import { Scatter } from '../charts/scatter.tsx'
import { Count, LargeFigure, Points } from '../figures.tsx'
import type { Page, PageRequest } from '../page.ts'
import { stackedColumn, type TableColumn } from '../table.tsx'
import { Calls } from './calls-table.tsx'
import { GroupTable } from './group-table.tsx'
import { CalibrationSection, Nearest } from './nearest.tsx'
import { QuadrantTable } from './quadrant-table.tsx'
import {
  onlyBoard,
  type ScoreboardState,
  type ScoreboardValues,
  scoreboardAddress,
  scoreboardState,
} from './scoreboard-address.ts'
import { CountOfListings, FewListingsNote, ShareOfListings } from './share-of-listings.tsx'

/** How accurate the grey market has been. */
export async function scoreboardPage({ query, values }: PageRequest<ScoreboardValues>): Promise<Page> {
  const requested = scoreboardState(values)
  const { boards, sorting, page } = requested
  const card = await scoreCard(query.market, query.moment, boards, sorting, page)
  const state = { ...requested, page: card.calls.page }
  const accuracy = await accuracyReport(query.market, query.moment)
  const { score } = await scoreTotals(query.market, query.moment)
  const board = onlyBoard(state)
  const scope = board === undefined ? '' : `${boardName(board)} `
  return {
    title: `How accurate the ${scope}GMP is: scoreboard`,
    description: `The gain that the grey-market premium (GMP) of Indian ${scope}IPOs implied against the gain at listing, IPO by IPO: average error, how often the GMP was too high, and how many opened below the issue price.`,
    path: scoreboardAddress(state),
    json: addressOf(`${BASE}/scoreboard`, { board: board?.toLowerCase() }),
    card: SCOREBOARD_CARD,
    span: UNCHANGED_BY_CLOCK,
    content: (
      <>
        <h1>{headlineOf(card, scope)}</h1>
        <p class="lead">
          The gain that the grey-market premium (GMP) implied when bidding closed, against the price at which
          the share began to trade.
        </p>
        <Boards state={state} />
        {card.score.summary.n === 0 ? (
          <p>
            An IPO is scored once it has listed, if it had a GMP near its close. <a href="/">See</a> which
            IPOs are open or await listing.
          </p>
        ) : (
          <Score card={card} accuracy={accuracy} requestedPage={page} state={state} />
        )}
        <Method />
        <WhyOtherNumber report={accuracy} score={score} />
      </>
    ),
  }
}

const headlineOf = ({ score: { summary } }: ScoreCard, scope: string): string => {
  if (summary.avgAbsErrorPp === null) return `No ${scope}IPO has been scored yet`
  return areEnoughListings(summary.n)
    ? `The ${scope}GMP is off by ${points(summary.avgAbsErrorPp)} percentage points on average`
    : `Too few ${scope}listings to say how accurate the GMP is`
}

const Boards = ({ state }: { state: ScoreboardState }) => (
  <nav class="tabs" aria-label="Board">
    {[undefined, ...BOARDS].map((board) => (
      <a
        key={board ?? 'all'}
        href={scoreboardAddress({ ...state, boards: board === undefined ? BOARDS : [board], page: 1 })}
        aria-current={onlyBoard(state) === board ? 'true' : undefined}
      >
        {board === undefined ? 'All IPOs' : boardName(board)}
      </a>
    ))}
  </nav>
)

interface ScoreProps {
  readonly card: ScoreCard
  readonly accuracy: AccuracyReport
  /** The page number in the address. */
  readonly requestedPage: number
  readonly state: ScoreboardState
}

const Score = ({ card, accuracy, requestedPage, state }: ScoreProps) => (
  <>
    <Figures card={card} />
    <div class="beside">
      <Nearest report={accuracy} note={ofAllBoards(state)} />
      <CalibrationSection report={accuracy} note={ofAllBoards(state)} />
    </div>
    <div class="beside">
      <section class="sheet">
        <h2>Implied and actual gain of each IPO</h2>
        <Scatter listings={card.drawn} total={card.score.summary.n} quadrants={card.quadrants} />
        <QuadrantTable of={card.quadrants} />
        <WithoutSign n={card.quadrants.neither} />
        <p class="small">
          <a href="#calls">The same listings as a table</a>
        </p>
      </section>
      <section class="sheet">
        <h2>How far off the GMP was</h2>
        <Spread card={card} />
        <Histogram bins={card.bins} median={card.medianErrorPp ?? 0} />
      </section>
    </div>
    <h2>By board and by year</h2>
    <div class="beside">
      <GroupTable
        title="By board"
        of="Board"
        columns={SCORE_COLUMNS}
        groups={card.byBoard.map((figures) => ({
          figures,
          label: boardName(figures.board),
          href: scoreboardAddress({ ...state, boards: [figures.board], page: 1 }),
        }))}
      />
      <GroupTable
        title="By year of listing"
        of="Year"
        columns={SCORE_COLUMNS}
        groups={card.byYear.map((figures) => ({ figures, label: figures.name }))}
      />
    </div>
    {[...card.byBoard, ...card.byYear].some(({ isFew }) => isFew) && (
      <p class="quiet small">Few: with fewer than {FEW_LISTINGS} listings, an average means little.</p>
    )}
    <Calls calls={card.calls} requestedPage={requestedPage} state={state} />
  </>
)

const SCORE_COLUMNS: readonly TableColumn<ScoreGroup>[] = [
  stackedColumn('Listings', ({ summary }) => <Count value={summary.n} />),
  stackedColumn('Average error, points', ({ summary }) => <Points value={summary.avgAbsErrorPp} or="none" />),
  stackedColumn('Gain or loss correct', ({ directionHits, summary }) => (
    <ShareOfListings hits={directionHits} n={summary.n} />
  )),
  stackedColumn(
    'GMP too high',
    ({ tooHigh, summary }) => <ShareOfListings hits={tooHigh} n={summary.n} />,
    'GMP too high',
  ),
]

const ofAllBoards = (state: ScoreboardState): string | undefined =>
  onlyBoard(state) === undefined ? undefined : 'all boards'

const Figures = ({ card: { score, openings } }: { card: ScoreCard }) => {
  const { n, avgAbsErrorPp } = score.summary
  const unit = <span class="unit">{areEnoughListings(n) ? 'of IPOs' : 'IPOs'}</span>
  return (
    <>
      <dl class="figures sheet score">
        <LargeFigure label="Average error" note="Between the implied and the actual gain, up or down.">
          <Points value={avgAbsErrorPp} /> <span class="unit">points</span>
        </LargeFigure>
        <LargeFigure label="GMP was too high in" note="The share opened below issue price + GMP.">
          <ShareOfListings hits={score.tooHigh} n={n} /> {unit}
        </LargeFigure>
        <LargeFigure
          label="Called gain or loss correctly"
          note={
            <>
              Always guessing “gain” scores <ShareOfListings hits={openings.above} n={n} />.
            </>
          }
        >
          <ShareOfListings hits={score.directionHits} n={n} /> {unit}
        </LargeFigure>
        <LargeFigure
          label="Opened below the issue price"
          note={`At the issue price: ${count(openings.at)}. All listed IPOs with a GMP near their close are counted.`}
        >
          <CountOfListings hits={openings.below} n={n} />
        </LargeFigure>
      </dl>
      <FewListingsNote n={n} />
    </>
  )
}

/** The listings that the table of the four fields leaves out. */
const WithoutSign = ({ n }: { n: number }) =>
  n === 0 ? null : (
    <p class="quiet small">
      {count(n)} more with an implied or actual gain of exactly 0 {n === 1 ? 'is' : 'are'} in none of the four
      fields.
    </p>
  )

const Spread = ({ card: { medianErrorPp, middleHalf } }: { card: ScoreCard }) =>
  medianErrorPp === null ? null : (
    <p>
      In the middle of all IPOs, the GMP was <strong>{errorText(medianErrorPp)}</strong> (median).
      {middleHalf &&
        ` For half of them it was between ${errorText(middleHalf.low)} and ${errorText(middleHalf.high)}.`}
    </p>
  )

const Method = () => (
  <section>
    <h2>How it is calculated</h2>
    <p>
      The implied gain is the median GMP of the closing day, or of the last quoted day within{' '}
      {QUOTE_DAYS_BEFORE_CLOSE} days before it, in percent of the issue price. The actual gain is that of the
      first traded price on the listing day. The error is the implied minus the actual gain, in percentage
      points. Withdrawn issues, and issues without a quote near their close, are not scored.{' '}
      <a href="/method#scoreboard">The method in full</a>
    </p>
  </section>
)
