import { BOARDS } from '../../market/facts/fact.ts'
import { areEnoughListings } from '../../market/scores/scoreboard.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import { type AccuracyReport, accuracyReport } from '../../reports/scores/accuracy.ts'
import { type ScoreCard, type ScoreGroup, scoreCard } from '../../reports/scores/score-card.ts'
import { scoreTotals } from '../../reports/scores/scoreboard.ts'
import { BASE } from '../../request/paths.ts'
import { en } from '../../texts/en.ts'
import { boardName } from '../../texts/format.ts'
import { addressOf } from '../address.ts'
import { SCOREBOARD_CARD } from '../cards/page-card.tsx'
import { Histogram } from '../charts/histogram.tsx'
import { Reliability } from '../charts/reliability.tsx'
import { Scatter } from '../charts/scatter.tsx'
import { Count, Points } from '../figures.tsx'
import { Figure, Section } from '../kit/parts.tsx'
import { type Column, Table } from '../kit/table.tsx'
import type { Page, PageRequest } from '../page.ts'
import { Listings } from './listings-table.tsx'
import {
  boardField,
  onlyBoard,
  type ScoreboardState,
  type ScoreboardValues,
  scoreboardAddress,
  scoreboardState,
} from './score-addresses.ts'
import {
  CountOfListings,
  figureColumn,
  listingsColumn,
  type Named,
  nameColumn,
  ShareOfListings,
  Tabs,
  WhyOtherNumber,
} from './score-figures.tsx'
import { rankedSources, SourceTable } from './source-table.tsx'

/** How accurate the grey market has been. */
export async function scoreboardPage({ query, values }: PageRequest<ScoreboardValues>): Promise<Page> {
  const requested = scoreboardState(values)
  const { boards, sorting, page } = requested
  const card = await scoreCard(query.market, query.moment, boards, sorting, page)
  const state = { ...requested, page: card.calls.page }
  const accuracy = await accuracyReport(query.market, query.moment)
  const { score } = await scoreTotals(query.market, query.moment)
  const { n, avgAbsErrorPp } = card.score.summary
  const board = onlyBoard(state)
  const scope = board === undefined ? '' : `${boardName(board)} `
  return {
    title: en.scores.scoreboardTitle(scope),
    description: en.scores.scoreboardDescription(scope),
    path: scoreboardAddress(state),
    json: addressOf(`${BASE}/scoreboard`, boardField(state)),
    card: SCOREBOARD_CARD,
    span: UNCHANGED_BY_CLOCK,
    content: (
      <div class="scores">
        <h1>{en.scores.headline(n, avgAbsErrorPp, scope)}</h1>
        <p class="lead">{en.scores.scoreboardLead}</p>
        <Tabs
          label={en.ipo.boardLabel}
          all={[undefined, ...BOARDS]}
          current={board}
          name={(one) => (one === undefined ? en.scores.allBoards : boardName(one))}
          href={(one) => scoreboardAddress({ ...state, boards: one === undefined ? BOARDS : [one], page: 1 })}
        />
        {n === 0 ? (
          <p>
            {en.scores.nothingScored} <a href="/">{en.scores.seeOpen}</a>
          </p>
        ) : (
          <Score card={card} accuracy={accuracy} requestedPage={page} state={state} />
        )}
        <Section title={en.scores.calculation}>
          <p>
            {en.scores.calculationText} <a href="/method#scoreboard">{en.scores.method}</a>
          </p>
        </Section>
        <WhyOtherNumber report={accuracy} score={score} />
      </div>
    ),
  }
}

interface ScoreProps {
  readonly card: ScoreCard
  readonly accuracy: AccuracyReport
  /** The page number in the address. */
  readonly requestedPage: number
  readonly state: ScoreboardState
}

const Score = ({ card, accuracy, requestedPage, state }: ScoreProps) => {
  const note = onlyBoard(state) === undefined ? undefined : en.scores.noteAllBoards
  const atClose = accuracy.median.find(({ horizon }) => horizon === 'close')
  return (
    <>
      <Figures card={card} />
      <div class="beside">
        <section class="sheet">
          <h2>{en.scores.scatterTitle}</h2>
          <Scatter listings={card.drawn} total={card.score.summary.n} quadrants={card.quadrants} />
          <QuadrantTable of={card.quadrants} />
          <p class="small">
            <a href="#calls">{en.scores.sameAsTable}</a>
          </p>
        </section>
        <section class="sheet">
          <h2>{en.scores.histogramTitle}</h2>
          <Spread card={card} />
          <Histogram bins={card.bins} median={card.medianErrorPp ?? 0} />
        </section>
      </div>
      {rankedSources(accuracy, 'close').length > 0 && (
        <Section title={en.scores.sourcesTitle} note={note}>
          <SourceTable report={accuracy} horizon="close" isShort />
          <p class="quiet small">
            {en.scores.sourcesNote} <a href="/accuracy">{en.scores.sourcesInFull}</a>
          </p>
        </Section>
      )}
      {atClose && atClose.overall.n > 0 && (
        <Section id="actual-gains" title={en.scores.reliabilityTitle} note={note}>
          <div class="sheet">
            <Reliability bins={atClose.calibration} />
          </div>
        </Section>
      )}
      <Groups card={card} state={state} />
      <Listings calls={card.calls} requestedPage={requestedPage} state={state} />
    </>
  )
}

const Figures = ({ card: { score, openings } }: Pick<ScoreProps, 'card'>) => {
  const { n, avgAbsErrorPp } = score.summary
  const unit = <span class="unit">{en.scores.ofIpos(n)}</span>
  return (
    <>
      <dl class="figures sheet score">
        <Figure label={en.scores.missLabel} note={en.scores.missNote}>
          <Points value={avgAbsErrorPp} /> <span class="unit">{en.scores.pointsUnit}</span>
        </Figure>
        <Figure label={en.scores.tooHighLabel} note={en.scores.tooHighNote}>
          <ShareOfListings hits={score.tooHigh} n={n} /> {unit}
        </Figure>
        <Figure
          label={en.scores.directionLabel}
          note={en.scores.directionNote(<ShareOfListings hits={openings.above} n={n} />)}
        >
          <ShareOfListings hits={score.directionHits} n={n} /> {unit}
        </Figure>
        <Figure label={en.scores.belowLabel} note={en.scores.belowNote(openings.at)}>
          <CountOfListings hits={openings.below} n={n} />
        </Figure>
      </dl>
      {!areEnoughListings(n) && <p class="doubt few-note">{en.scores.fewListings(n)}</p>}
    </>
  )
}

/** Listings whose GMP had said a gain, or a loss. */
interface QuadrantRow {
  readonly said: string
  readonly above: number
  readonly below: number
}

const QUADRANT_COLUMNS: readonly Column<QuadrantRow>[] = [
  { key: 'said', label: en.scores.gmpHadSaid, cell: ({ said }) => said },
  figureColumn('above', en.scores.openedAbove, ({ above }) => <Count value={above} />),
  figureColumn('below', en.scores.openedBelow, ({ below }) => <Count value={below} />),
]

/** How many listings gained or lost, by what the GMP had said. */
const QuadrantTable = ({ of }: { of: ScoreCard['quadrants'] }) => (
  <>
    <Table
      id="quadrants"
      label={en.scores.quadrants}
      columns={QUADRANT_COLUMNS}
      rows={[
        { said: en.scores.saidGain, above: of.gainListedGain, below: of.gainListedLoss },
        { said: en.scores.saidLoss, above: of.lossListedGain, below: of.lossListedLoss },
      ]}
      isScrolling
    />
    {of.neither > 0 && <p class="quiet small">{en.scores.inNoField(of.neither)}</p>}
  </>
)

const Spread = ({ card: { medianErrorPp, middleHalf } }: Pick<ScoreProps, 'card'>) =>
  medianErrorPp === null ? null : (
    <p>{en.scores.spread(<strong>{en.scores.missText(medianErrorPp)}</strong>, middleHalf)}</p>
  )

type GroupRow = Named<ScoreGroup>

const GROUP_COLUMNS: readonly Column<GroupRow>[] = [
  listingsColumn(({ figures }) => figures.summary.n),
  figureColumn('averageMiss', en.scores.averageMiss, ({ figures }) => (
    <Points value={figures.summary.avgAbsErrorPp} or={en.scores.none} />
  )),
  figureColumn('direction', en.scores.directionRight, ({ figures }) => (
    <ShareOfListings hits={figures.directionHits} n={figures.summary.n} />
  )),
  figureColumn('tooHigh', en.scores.tooHigh, ({ figures }) => (
    <ShareOfListings hits={figures.tooHigh} n={figures.summary.n} />
  )),
]

const Groups = ({ card, state }: Pick<ScoreProps, 'card' | 'state'>) => {
  const boards: GroupRow[] = card.byBoard.map((figures) => ({
    figures,
    name: (
      <a href={scoreboardAddress({ ...state, boards: [figures.board], page: 1 })}>
        {boardName(figures.board)}
      </a>
    ),
  }))
  const years: GroupRow[] = card.byYear.map((figures) => ({ figures, name: figures.name }))
  return (
    <Section id="groups" title={en.scores.groupsTitle}>
      <Table
        label={en.scores.byBoard}
        columns={[nameColumn(en.scores.board), ...GROUP_COLUMNS]}
        rows={boards}
      />
      <Table label={en.scores.byYear} columns={[nameColumn(en.scores.year), ...GROUP_COLUMNS]} rows={years} />
      {[...boards, ...years].some(({ figures }) => figures.isFew) && (
        <p class="quiet small">{en.scores.fewMeans}</p>
      )}
    </Section>
  )
}
