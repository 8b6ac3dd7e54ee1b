import { BOARDS } from '../../market/facts/fact.ts'
import { FEW_LISTINGS } from '../../market/scores/score-spread.ts'
import { QUOTE_DAYS_BEFORE_CLOSE } from '../../market/scores/scoreboard.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import { type AccuracyReport, accuracyReport } from '../../reports/scores/accuracy.ts'
import { type ScoreCard, type ScoreGroup, scoreCard } from '../../reports/scores/score-card.ts'
import { scoreTotals } from '../../reports/scores/scoreboard.ts'
import { BASE } from '../../request/paths.ts'
import { WhyOtherNumber } from '../accuracy/why-other-number.tsx'
import { Histogram } from '../charts/histogram.tsx'
import { Scatter } from '../charts/scatter.tsx'
import { boardName, Count, LargeFigure, Points, PointsChange, Share } from '../figures.tsx'
import { count, points } from '../format.ts'
import type { Page, PageRequest } from '../page.ts'
import { stackedColumn, type TableColumn } from '../table.tsx'
import { Calls } from './calls-table.tsx'
import { GroupTable } from './group-table.tsx'
import { CalibrationSection, Nearest } from './nearest.tsx'
import {
  onlyBoard,
  type ScoreboardState,
  type ScoreboardValues,
  scoreboardAddress,
  scoreboardState,
} from './scoreboard-address.ts'

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
    title: `How right the ${scope}grey market is: scoreboard`,
    description: `What the grey-market premium of Indian ${scope}IPOs promised against the listing price that came, call by call: average miss, direction, and how often it promised too much.`,
    path: scoreboardAddress(state),
    json: `${BASE}/scoreboard`,
    span: UNCHANGED_BY_CLOCK,
    content: (
      <>
        <h1>{headlineOf(card, scope)}</h1>
        <p class="lead">
          What the grey-market premium (GMP) promised when bidding closed, against the price at which the
          share began to trade.
        </p>
        <Boards state={state} />
        {card.score.summary.n === 0 ? (
          <p>
            A call is scored once an IPO that was quoted near its close has listed. <a href="/">See</a> what
            is open and awaits listing.
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

const headlineOf = ({ score: { summary } }: ScoreCard, scope: string): string =>
  summary.avgAbsErrorPp === null
    ? `The ${scope}grey market has not been scored yet`
    : `The ${scope}grey market is off by ${points(summary.avgAbsErrorPp)} percentage points on average`

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
        <h2>Promised and actual</h2>
        <Scatter listings={card.drawn} total={card.score.summary.n} quadrants={card.quadrants} />
        <p class="small">
          <a href="#calls">The same listings as a table</a>
        </p>
        <BaseRate card={card} />
      </section>
      <section class="sheet">
        <h2>How far off</h2>
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
    {[card.score, ...card.byBoard, ...card.byYear].some(({ isFew }) => isFew) && (
      <p class="quiet small">Few: below {FEW_LISTINGS} listings, an average says little.</p>
    )}
    <Calls calls={card.calls} requestedPage={requestedPage} state={state} />
  </>
)

const SCORE_COLUMNS: readonly TableColumn<ScoreGroup>[] = [
  stackedColumn('Listings', ({ summary }) => <Count value={summary.n} />),
  stackedColumn('Average miss, points', ({ summary }) => <Points value={summary.avgAbsErrorPp} or="none" />),
  stackedColumn('Direction right', ({ summary }) => <Share value={summary.directionHitPct} or="none" />),
  stackedColumn('Promised too much', ({ tooHighPct }) => <Share value={tooHighPct} or="none" />),
]

const ofAllBoards = (state: ScoreboardState): string | undefined =>
  onlyBoard(state) === undefined ? undefined : 'all boards'

const Figures = ({ card: { score, openedAbovePct } }: { card: ScoreCard }) => (
  <dl class="figures sheet score">
    <LargeFigure label="average miss" note="How far the opening price was from the promise, up or down.">
      <Points value={score.summary.avgAbsErrorPp} /> <span class="unit">points</span>
    </LargeFigure>
    <LargeFigure
      label="direction right"
      note={
        <>
          It said gain or loss, and that is what came. To say gain each time: <Share value={openedAbovePct} />
          .
        </>
      }
    >
      <Share value={score.summary.directionHitPct} />
    </LargeFigure>
    <LargeFigure label="promised too much" note="The share opened lower than the premium had implied.">
      <Share value={score.tooHighPct} />
    </LargeFigure>
    <LargeFigure
      label="listings"
      note={
        score.isFew
          ? 'Few: these figures say little yet.'
          : 'Every listed IPO that was quoted near its close, none left out.'
      }
    >
      <Count value={score.summary.n} />
    </LargeFigure>
  </dl>
)

/** Most issues open above their price, so a correct direction alone proves little. */
const BaseRate = ({ card: { openedAbovePct, quadrants } }: { card: ScoreCard }) => (
  <p class="quiet small">
    For comparison: <Share value={openedAbovePct} /> of these listings opened above the issue price, whatever
    was promised.
    {quadrants.neither > 0 &&
      ` ${count(quadrants.neither)} with a promise or an outcome of exactly 0 ${quadrants.neither === 1 ? 'is' : 'are'} in none of the four fields.`}
  </p>
)

const Spread = ({ card: { medianErrorPp, middleHalf } }: { card: ScoreCard }) => (
  <p>
    The median error is{' '}
    <strong>
      <PointsChange value={medianErrorPp} /> points
    </strong>
    {middleHalf && (
      <>
        ; the middle half lies between <PointsChange value={middleHalf.low} /> and{' '}
        <PointsChange value={middleHalf.high} />
      </>
    )}
    . Plus means that too much was promised.
  </p>
)

const Method = () => (
  <section>
    <h2>How it is worked out</h2>
    <p>
      The promise is the median GMP of the closing day, or of the last quoted day within{' '}
      {QUOTE_DAYS_BEFORE_CLOSE} days before it, in percent of the issue price. What came is the first traded
      price on the listing day against the issue price. The error is the one minus the other, in percentage
      points. Withdrawn issues and issues that nobody quoted near their close are not scored.{' '}
      <a href="/method#scoreboard">The method in full</a>
    </p>
  </section>
)
