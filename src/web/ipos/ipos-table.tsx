import type { Day } from '../../market/calendar.ts'
import { shortName } from '../../market/names.ts'
import type { IpoSummary } from '../../reports/ipo-summary.ts'
import type { IpoTable } from '../../reports/ipo-table.ts'
import {
  BoardTag,
  Count,
  Crore,
  DisputedTag,
  Gain,
  Missing,
  Name,
  PlainDay,
  Premium,
  statusName,
  Times,
} from '../figures.tsx'
import { band, counted } from '../format.ts'
import { SortedHeadings } from '../sorted-table.tsx'
import { COLUMNS } from './ipo-columns.ts'
import { type IposState, iposAddress } from './ipos-address.ts'

interface IposTableProps {
  readonly table: IpoTable
  readonly state: IposState
  readonly today: Day
}

/** A dense table; on a phone each IPO is a name, a line of terms and three figures. */
export const IposTable = ({ table, state, today }: IposTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
  <section class="wide" tabIndex={0} aria-label="Table of IPOs">
    <table class="sorted">
      <SortedHeadings
        columns={COLUMNS}
        sorting={state.sorting}
        href={(sorting) => iposAddress({ ...state, sorting, page: 1 })}
      />
      <tbody>
        {table.rows.map((ipo) => (
          <Row key={ipo.slug} ipo={ipo} today={today} />
        ))}
      </tbody>
    </table>
  </section>
)

function Row({ ipo, today }: { ipo: IpoSummary; today: Day }) {
  const price = band(ipo.priceMin, ipo.priceMax)
  // What is far off has nothing to show but its dates, and says so once.
  const isUnheard = ipo.status === 'UPCOMING' && ipo.lastGmp === null && ipo.lastSubX === null
  return (
    <tr>
      <th scope="row">
        <a href={`/ipos/${ipo.slug}`}>
          <Name>{shortName(ipo.name)}</Name>
        </a>{' '}
        {ipo.gmpDisputed && <DisputedTag />}
      </th>
      <td class="term">
        <BoardTag board={ipo.board} />
      </td>
      <td class="term">{statusName(ipo.status)}</td>
      <td class="term figure" data-word={hasPassed(ipo.openDate, today) ? 'opened' : 'opens'}>
        <DayCell at={ipo.openDate} today={today} />
      </td>
      <td class="term figure" data-word={hasPassed(ipo.closeDate, today) ? 'closed' : 'closes'}>
        <DayCell at={ipo.closeDate} today={today} />
      </td>
      <td class="term figure" data-word="price">
        {price === null ? (
          <Missing>not known</Missing>
        ) : (
          <data class="num" value={String(ipo.priceMax ?? ipo.priceMin)}>
            {price}
          </data>
        )}
      </td>
      <td class="term figure" data-word="size">
        <Crore value={ipo.issueSizeCr} />
      </td>
      {isUnheard ? (
        <td class="term figure" colSpan={4}>
          <Missing>no quote yet, not open</Missing>
        </td>
      ) : (
        <Said ipo={ipo} />
      )}
    </tr>
  )
}

/** What the grey market and the bidders say. */
const Said = ({ ipo }: { ipo: IpoSummary }) => (
  <>
    <td class="key figure" data-label={gmpLabel(ipo)}>
      <Premium value={ipo.lastGmp} or={ipo.status === 'LISTED' ? 'no quote' : 'no quote yet'} />
    </td>
    <td class="key figure" data-label="implies">
      <Gain value={ipo.lastGmpPct} or={ipo.lastGmp === null ? 'nothing' : 'no price yet'} />
    </td>
    <td class="key figure" data-label="subscribed">
      <Times value={ipo.lastSubX} or={ipo.status === 'UPCOMING' ? 'not open' : 'not known'} />
    </td>
    <td class="spare figure">
      {ipo.gmpSources === 0 ? <Missing>none</Missing> : <Count value={ipo.gmpSources} />}
    </td>
  </>
)

/** Where there is no column for it, the number of sources stands with the figure. */
const gmpLabel = ({ gmpSources }: IpoSummary): string =>
  gmpSources === 0 ? 'GMP' : `GMP · ${counted(gmpSources, 'source')}`

const hasPassed = (at: string | null, today: Day): boolean => at !== null && at.slice(0, 10) < today

const DayCell = ({ at, today }: { at: string | null; today: Day }) =>
  at === null ? <Missing>not known</Missing> : <PlainDay day={at.slice(0, 10)} today={today} />
