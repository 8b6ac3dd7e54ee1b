import { shortName } from '../../market/issues/names.ts'
import type { CallColumn, ScoreCard } from '../../reports/scores/score-card.ts'
import type { ScoredListing } from '../../reports/scores/scoreboard.ts'
import { en } from '../../texts/en.ts'
import { LiveOnly } from '../copy/static-copy.tsx'
import { CsvLink } from '../csv-link.tsx'
import { BoardTag, figureColumn, Gain, IpoLink, LongDay, PointsChange, Premium } from '../figures.tsx'
import { GainAtClose } from '../gmp/quoted-gmp.tsx'
import { PagedTable } from '../kit/paged-table.tsx'
import { Section } from '../kit/parts.tsx'
import { SortField } from '../kit/sort-field.tsx'
import type { Column, ColumnOrder } from '../kit/table.tsx'
import { boardField, type ScoreboardState, STANDARD_ORDER, scoreboardAddress } from './score-addresses.ts'

const words = en.scores

const column = figureColumn<ScoredListing, CallColumn>
const order = (by: string, ways: ColumnOrder['ways'] = ['lowest first', 'highest first']) => ({
  by,
  ways,
  downFirst: true,
})
/** A price in the line of facts on a phone. */
const price = (key: 'issuePrice' | 'listingPrice', label: string, by: string, narrowLabel = by) =>
  column(key, label, ({ row }) => <Premium value={row[key]} />, {
    narrow: 'fact',
    narrowLabel,
    isSpare: key !== 'listingPrice',
    order: order(by),
  })

const COLUMNS: readonly Column<ScoredListing, CallColumn>[] = [
  {
    key: 'name',
    label: 'IPO',
    cell: ({ board, row }) => (
      <>
        <IpoLink slug={row.slug} name={shortName(row.name)} /> {board === 'SME' && <BoardTag board="SME" />}
      </>
    ),
    order: { by: 'name', ways: ['A to Z', 'Z to A'] },
  },
  column('listedOn', words.listingDay, ({ row }) => <LongDay day={row.listedOn} />, {
    narrow: 'fact',
    narrowLabel: 'listed',
    order: order('listing day', ['earliest first', 'latest first']),
  }),
  price('issuePrice', words.issuePrice, 'issue price'),
  column(
    'gmpAtClose',
    words.gmpAtClose,
    ({ row, atClose }) => (
      <>
        {atClose.disputed && <small>{words.quotes(atClose.lowest, atClose.highest)}</small>}{' '}
        <Premium value={row.gmpAtClose} />
      </>
    ),
    { narrow: 'fact', narrowLabel: 'GMP at close', isSpare: true, order: order('GMP at close') },
  ),
  price('listingPrice', en.ipo.openingPrice, 'listing price', 'at'),
  column(
    'impliedPct',
    en.ipo.gmpHadSaid,
    ({ row, atClose }) => <GainAtClose impliedPct={row.impliedPct} atClose={atClose} />,
    {
      order: order('what the GMP had said'),
    },
  ),
  column('actualPct', en.ipo.listingGain, ({ row }) => <Gain value={row.actualPct} />, {
    order: order('listing gain'),
  }),
  column('errorPp', words.bias, ({ row }) => <PointsChange value={row.errorPp} />, {
    narrowLabel: words.biasShort,
    order: order('miss', ['GMP too low first', 'GMP too high first']),
  }),
  {
    key: 'directionHit',
    label: words.gainOrLoss,
    cell: ({ row, atClose }) => words.rightOrWrong(row.directionHit, atClose.disputed),
    narrow: 'none',
    order: { by: 'gain or loss', ways: ['wrong first', 'right first'] },
  },
  { key: 'board', label: en.ipo.boardLabel, order: { by: 'board', ways: ['mainboard first', 'SME first'] } },
]

interface ListingsProps {
  readonly calls: ScoreCard['calls']
  /** The page number in the address. */
  readonly requestedPage: number
  readonly state: ScoreboardState
}

/** Every scored listing: what the GMP had said, and the listing gain. Links lead to the table, not to the top of the page. */
export const Listings = ({ calls, requestedPage, state }: ListingsProps) => (
  <Section id="calls" title={words.everyListing}>
    <LiveOnly path={scoreboardAddress(state)}>
      <form class="filters narrow-only" action="/scoreboard#calls">
        <input type="hidden" name="board" value={boardField(state).board ?? ''} />
        <SortField columns={COLUMNS} sorting={state.sorting} standard={STANDARD_ORDER} />
        <button type="submit">{words.sort}</button>
      </form>
    </LiveOnly>
    <PagedTable
      id="calls-table"
      label={words.listingsTable}
      columns={COLUMNS}
      of={calls}
      requestedPage={requestedPage}
      sorting={state.sorting}
      href={(next) => `${scoreboardAddress({ ...state, ...next })}#calls`}
      isDoors
    />
    <CsvLink table="scoreboard" filter={boardField(state)} />
  </Section>
)
