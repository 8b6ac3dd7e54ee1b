import { BOARDS } from '../../market/facts/fact.ts'
import { areEnoughListings } from '../../market/scores/scoreboard.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import { accuracyReport } from '../../reports/scores/accuracy.ts'
import { type ScoreCard, scoreCard } from '../../reports/scores/score-card.ts'
import { scoreTotals } from '../../reports/scores/scoreboard.ts'
import { BASE } from '../../request/paths.ts'
import { en } from '../../texts/en.ts'
import { boardName } from '../../texts/format.ts'
import { addressOf } from '../address.ts'
import { SCOREBOARD_CARD } from '../cards/page-card.tsx'
import { Histogram } from '../charts/histogram.tsx'
import { Reliability } from '../charts/reliability.tsx'
import { Scatter } from '../charts/scatter.tsx'
import { Count, figureColumn, Points } from '../figures.tsx'
import { Figure, Section } from '../kit/parts.tsx'
import { type Column, Table } from '../kit/table.tsx'
import type { Page, PageRequest } from '../page.ts'
import { Listings } from './listings-table.tsx'
import {
  boardField,
  type ScoreboardState,
  type ScoreboardValues,
  STANDARD_ORDER,
  scoreboardAddress,
} from './score-addresses.ts'
import {
  CountOfListings,
  LISTINGS_COLUMN,
  nameColumn,
  ShareOfListings,
  Tabs,
  WhyOtherNumber,
} from './score-figures.tsx'
import { rankedSources, SourceTable } from './source-table.tsx'

const words = en.scores

/** How accurate the grey market has been. */
export async function scoreboardPage({ query, values }: PageRequest<ScoreboardValues>): Promise<Page> {
  const { board: boards, sort: sorting = STANDARD_ORDER, page = 1 } = values
  const card = await scoreCard(query.market, query.moment, boards, sorting, page)
  const board = boards?.length === 1 ? boards[0] : undefined
  const state = { board, sorting, page: card.calls.page }
  const accuracy = await accuracyReport(query.market, query.moment)
  const { score } = await scoreTotals(query.market, query.moment)
  const { n, avgAbsErrorPp } = card.score
  const note = board === undefined ? undefined : words.noteAllBoards
  const atClose = accuracy.median.find(({ horizon }) => horizon === 'close')
  const scope = board === undefined ? '' : `${boardName(board)} `
  return {
    title: words.scoreboardTitle(scope),
    description: words.scoreboardDescription(scope),
    path: scoreboardAddress(state),
    json: addressOf(`${BASE}/scoreboard`, boardField(state)),
    card: SCOREBOARD_CARD,
    span: UNCHANGED_BY_CLOCK,
    content: (
      <div class="scores">
        <h1>{words.headline(n, avgAbsErrorPp, scope)}</h1>
        <p class="lead">{words.scoreboardLead}</p>
        <Tabs
          label={en.ipo.boardLabel}
          all={[undefined, ...BOARDS]}
          current={board}
          name={(one) => (one === undefined ? words.allBoards : boardName(one))}
          href={(one) => scoreboardAddress({ ...state, board: one, page: 1 })}
        />
        {n === 0 ? (
          <p>
            {words.nothingScored} <a href="/">{words.seeOpen}</a>
          </p>
        ) : (
          <>
            <Figures card={card} />
            <Drawings card={card} />
            {rankedSources(accuracy, 'close').length > 0 && (
              <Section title={words.sourcesTitle} note={note}>
                <SourceTable report={accuracy} horizon="close" isShort />
                <p class="quiet small">
                  {words.sourcesNote} <a href="/accuracy">{words.sourcesInFull}</a>
                </p>
              </Section>
            )}
            {atClose && atClose.overall.n > 0 && <Reliability bins={atClose.calibration} note={note} />}
            <Groups card={card} state={state} />
            <Listings calls={card.calls} requestedPage={page} state={state} />
          </>
        )}
        <Section title={words.calculation}>
          <p>
            {words.calculationText} <a href="/method#scoreboard">{words.method}</a>
          </p>
        </Section>
        <WhyOtherNumber report={accuracy} score={score} />
      </div>
    ),
  }
}

const Figures = ({ card: { score, openings, undisputed } }: { card: ScoreCard }) => {
  const { n, avgAbsErrorPp } = score
  const unit = <span class="unit">{words.ofIpos(n)}</span>
  return (
    <>
      <dl class="figures sheet score">
        <Figure label={words.missLabel} note={words.missNote}>
          <Points value={avgAbsErrorPp} /> <span class="unit">{words.pointsUnit}</span>
        </Figure>
        <Figure label={words.tooHighLabel} note={words.tooHighNote}>
          <ShareOfListings hits={score.tooHigh} n={n} /> {unit}
        </Figure>
        <Figure
          label={words.directionLabel}
          note={words.directionNote(<ShareOfListings hits={openings.above} n={n} />)}
        >
          <ShareOfListings hits={score.directionHits} n={n} /> {unit}
        </Figure>
        <Figure label={words.belowLabel} note={words.belowNote(openings.at)}>
          <CountOfListings hits={openings.below} n={n} />
        </Figure>
      </dl>
      {undisputed.n < n && (
        <p>
          {words.missUndisputed(n - undisputed.n, undisputed.n, <Points value={undisputed.avgAbsErrorPp} />)}
        </p>
      )}
      {!areEnoughListings(n) && <p class="doubt few-note">{words.fewListings(n)}</p>}
    </>
  )
}

/** Listings whose GMP had said a gain, or a loss. */
const quadrantRows = (of: ScoreCard['quadrants']) => [
  { said: words.saidGain, above: of.gainListedGain, below: of.gainListedLoss },
  { said: words.saidLoss, above: of.lossListedGain, below: of.lossListedLoss },
]

const QUADRANT_COLUMNS: readonly Column<ReturnType<typeof quadrantRows>[number]>[] = [
  { key: 'said', label: words.gmpHadSaid, cell: ({ said }) => said },
  figureColumn('above', words.openedAbove, ({ above }) => <Count value={above} />),
  figureColumn('below', words.openedBelow, ({ below }) => <Count value={below} />),
]

/** Every listing by what the GMP had said, and how far off it was. */
const Drawings = ({
  card: { drawn, score, quadrants, medianErrorPp, middleHalf, bins },
}: {
  card: ScoreCard
}) => (
  <div class="beside">
    <section class="sheet">
      <h2>{words.scatterTitle}</h2>
      <Scatter listings={drawn} total={score.n} quadrants={quadrants} />
      <Table
        id="quadrants"
        label={words.quadrants}
        columns={QUADRANT_COLUMNS}
        rows={quadrantRows(quadrants)}
        isScrolling
      />
      {quadrants.neither > 0 && <p class="quiet small">{words.inNoField(quadrants.neither)}</p>}
      <p class="small">
        <a href="#calls">{words.sameAsTable}</a>
      </p>
    </section>
    <section class="sheet">
      <h2>{words.histogramTitle}</h2>
      {medianErrorPp !== null && (
        <p>{words.spread(<strong>{words.missText(medianErrorPp)}</strong>, middleHalf)}</p>
      )}
      <Histogram bins={bins} median={medianErrorPp ?? 0} />
    </section>
  </div>
)

const GROUP_COLUMNS: readonly Column<ScoreCard['score']>[] = [
  LISTINGS_COLUMN,
  figureColumn('averageMiss', words.averageMiss, ({ avgAbsErrorPp }) => (
    <Points value={avgAbsErrorPp} or={words.none} />
  )),
  figureColumn('direction', words.directionRight, ({ directionHits, n }) => (
    <ShareOfListings hits={directionHits} n={n} />
  )),
  figureColumn('tooHigh', words.tooHigh, ({ tooHigh, n }) => <ShareOfListings hits={tooHigh} n={n} />),
]

const Groups = ({ card, state }: { card: ScoreCard; state: ScoreboardState }) => {
  const boards = card.byBoard.map((figures) => ({
    ...figures,
    name: (
      <a href={scoreboardAddress({ ...state, board: figures.board, page: 1 })}>{boardName(figures.board)}</a>
    ),
  }))
  const years = card.byYear.map((figures) => ({ ...figures, name: figures.year }))
  return (
    <Section id="groups" title={words.groupsTitle}>
      <Table label={words.byBoard} columns={[nameColumn(words.board), ...GROUP_COLUMNS]} rows={boards} />
      <Table label={words.byYear} columns={[nameColumn(words.year), ...GROUP_COLUMNS]} rows={years} />
      {[...boards, ...years].some(({ isFew }) => isFew) && <p class="quiet small">{words.fewMeans}</p>}
    </Section>
  )
}
