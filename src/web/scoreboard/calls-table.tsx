import { shortName } from '../../market/issues/names.ts'
import type { ScoreCard } from '../../reports/scores/score-card.ts'
import type { ScoredListing } from '../../reports/scores/scoreboard.ts'
import { CsvLink } from '../csv-link.tsx'
import { BoardTag, Gain, IpoLink, LongDay, PointsChange, Premium, Rupees } from '../figures.tsx'
import { SortedTable, SortField } from '../sorted-table.tsx'
import { CALL_TABLE_COLUMNS } from './call-columns.ts'
import { callsAddress, onlyBoard, type ScoreboardState } from './scoreboard-address.ts'

interface CallsProps {
  readonly calls: ScoreCard['calls']
  /** The page number in the address. */
  readonly requestedPage: number
  readonly state: ScoreboardState
}

/** Every scored listing: the gain that the GMP implied, and the actual gain. */
export const Calls = ({ calls, requestedPage, state }: CallsProps) => (
  <section id="calls">
    <h2>Every listing</h2>
    <form class="filters narrow-only" action="/scoreboard#calls">
      <input type="hidden" name="board" value={onlyBoard(state)?.toLowerCase() ?? ''} />
      <SortField columns={CALL_TABLE_COLUMNS} sorting={state.sorting} />
      <button type="submit">Sort</button>
    </form>
    <SortedTable
      id="calls-table"
      label="Table of listings"
      columns={CALL_TABLE_COLUMNS}
      sorting={state.sorting}
      of={calls}
      requestedPage={requestedPage}
      href={(next) => callsAddress({ ...state, ...next })}
      row={(call) => <Call key={call.row.slug} {...call} />}
    />
    <CsvLink table="scoreboard" filter={{ board: onlyBoard(state)?.toLowerCase() }} />
  </section>
)

const Call = ({ board, row }: ScoredListing) => (
  <tr>
    <th scope="row">
      <IpoLink slug={row.slug} name={shortName(row.name)} />
    </th>
    <td class="term">
      <BoardTag board={board} />
    </td>
    <td class="term figure" data-name="listed">
      <LongDay day={row.listedOn} />
    </td>
    <td class="term figure" data-name="issue price">
      <Rupees value={row.issuePrice} />
    </td>
    <td class="term figure" data-name="GMP at close">
      <Premium value={row.gmpAtClose} />
    </td>
    <td class="term figure" data-name="opened at">
      <Rupees value={row.listingPrice} />
    </td>
    <td class="key figure" data-label="implied gain">
      <Gain value={row.impliedPct} />
    </td>
    <td class="key figure" data-label="actual gain">
      <Gain value={row.actualPct} />
    </td>
    <td class="key figure" data-label="error, points">
      <PointsChange value={row.errorPp} />
    </td>
    <td class="term" data-name="gain or loss">
      <span aria-hidden="true">{row.directionHit ? '✓' : '✗'}</span> {row.directionHit ? 'right' : 'wrong'}
    </td>
  </tr>
)
