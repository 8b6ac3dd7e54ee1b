import type { VNode } from 'preact'
import type { Day, Instant } from '../../market/calendar.ts'
import { shortName } from '../../market/issues/names.ts'
import { confirmedStatus, type Status } from '../../market/issues/status.ts'
import type { IpoTable, IpoTableRow } from '../../reports/ipos/ipo-table.ts'
import { band, counted } from '../../texts/format.ts'
import { DueText, dueSteps, isOverdue } from '../due-days.tsx'
import {
  BiddingDayText,
  BoardTag,
  Count,
  Crore,
  DisputedTag,
  IpoLink,
  Missing,
  PlainDay,
  Rupees,
  statusName,
  Times,
} from '../figures.tsx'
import { GmpAge, GmpFigure, ImpliedGain } from '../gmp/quoted-gmp.tsx'
import { SortedTable } from '../sorted-table.tsx'
import { IPO_TABLE_COLUMNS } from './ipo-columns.ts'
import { type IposState, iposAddress } from './ipos-address.ts'

interface IposTableProps {
  readonly table: IpoTable
  /** The page number in the address. */
  readonly requestedPage: number
  readonly state: IposState
  readonly today: Day
}

/** A dense table; on a phone each IPO is a name, a line of terms and three figures. */
export const IposTable = ({ table, requestedPage, state, today }: IposTableProps) => (
  <SortedTable
    id="ipos-table"
    label="Table of IPOs"
    columns={IPO_TABLE_COLUMNS}
    sorting={state.sorting}
    of={table}
    requestedPage={requestedPage}
    href={(next) => iposAddress({ ...state, ...next })}
    note="Unknown values come last. The GMP of a listed IPO is the last one before it listed. Sources: how many quoted a GMP today."
    row={(ipo) => <Row key={ipo.slug} ipo={ipo} today={today} />}
  />
)

function Row({ ipo, today }: { ipo: IpoTableRow; today: Day }) {
  const price = band(ipo.priceMin, ipo.priceMax)
  // An upcoming issue without quotes and bids shows only its dates, and states that once.
  const hasNoFigures = ipo.status === 'UPCOMING' && ipo.lastGmp === null && ipo.lastSubX === null
  return (
    <tr>
      <th scope="row">
        <IpoLink slug={ipo.slug} name={shortName(ipo.name)} /> {ipo.gmpDisputed && <DisputedTag />}
      </th>
      <td class="term">
        <BoardTag board={ipo.board} />
      </td>
      <td class="term">
        {isUnconfirmed(ipo, today) ? 'Listing not confirmed' : statusName(shownStatus(ipo))}
        {hasClosed(ipo) && <Waiting ipo={ipo} today={today} />}
      </td>
      <Term label={hasOpened(ipo) ? 'opened' : 'opens'}>{dayOf(ipo.openDate, today)}</Term>
      <Term label={hasClosed(ipo) ? 'closed' : 'closes'}>{dayOf(ipo.closeDate, today)}</Term>
      <Term label="price">
        {price !== null && (
          <>
            <data class="num" value={String(ipo.priceMax ?? ipo.priceMin)}>
              {price}
            </data>
            {canApply(ipo) && ipo.minAmount !== null && (
              <small class="within">
                {' '}
                minimum <Rupees value={ipo.minAmount} />
              </small>
            )}
          </>
        )}
      </Term>
      <Term label="size">{ipo.issueSizeCr !== null && <Crore value={ipo.issueSizeCr} />}</Term>
      {hasNoFigures ? (
        <td class="term figure" colSpan={4}>
          <Missing>no quote yet, not open</Missing>
        </td>
      ) : (
        <MarketFigures ipo={ipo} today={today} />
      )}
    </tr>
  )
}

/** The figures of the grey market and of the subscription. */
const MarketFigures = ({ ipo, today }: { ipo: IpoTableRow; today: Day }) => (
  <>
    <td class="key figure" data-label={gmpLabel(ipo)}>
      {ipo.quoted ? (
        <Quote ipo={ipo} quoted={ipo.quoted} today={today} />
      ) : (
        <Missing>{noQuote(ipo, today)}</Missing>
      )}
    </td>
    <td class="key figure" data-label="Implied gain">
      {ipo.quoted ? (
        <ImpliedGain quoted={ipo.quoted} today={today} hasListed={isListed(ipo)} />
      ) : (
        <Missing>{noQuote(ipo, today)}</Missing>
      )}
    </td>
    <td class="key figure" data-label="Subscribed">
      <Times value={ipo.lastSubX} or={ipo.status === 'UPCOMING' ? 'not open' : 'not known'} />
      {ipo.lastSubX !== null && <BiddingDayText of={ipo.biddingDay} today={today} />}
    </td>
    <td class="spare figure">
      {ipo.gmpSources === 0 ? <Missing>none</Missing> : <Count value={ipo.gmpSources} />}
    </td>
  </>
)

const noQuote = (ipo: IpoTableRow, today: Day): string =>
  isListed(ipo) || isUnconfirmed(ipo, today) ? 'no quote' : 'no quote yet'

interface QuoteProps {
  readonly ipo: IpoTableRow
  readonly quoted: NonNullable<IpoTableRow['quoted']>
  readonly today: Day
}

/** A GMP with its median where it is a range, and until the issue has listed with its day and age. */
const Quote = ({ ipo, quoted, today }: QuoteProps) => (
  <>
    <GmpFigure quoted={quoted} today={today} hasListed={isListed(ipo)} />
    {quoted.disputed && (
      <small class="within">
        {' '}
        median <Rupees value={quoted.gmp} />
      </small>
    )}
    {quoted.day !== today && !isListed(ipo) && (
      <small class="within">
        {' '}
        <span class="nowrap">
          <PlainDay day={quoted.day} today={today} />, {counted(quoted.owners, 'source')}
        </span>{' '}
        <GmpAge day={quoted.day} today={today} />
      </small>
    )}
  </>
)

/** The next step of a closed issue. */
function Waiting({ ipo, today }: { ipo: IpoTableRow; today: Day }) {
  const [due] = dueSteps(ipo, today)
  return due ? (
    <small class="within">
      {' '}
      <DueText due={due} today={today} isBeside />
    </small>
  ) : null
}

/** The label of the GMP, with the number of sources where there is no column for it. */
const gmpLabel = (ipo: IpoTableRow): string => {
  const label = isListed(ipo) ? 'Last GMP' : 'GMP'
  return ipo.gmpSources === 0 ? label : `${label}, ${counted(ipo.gmpSources, 'source')}`
}

// By status, not by day: on its closing day an issue is open until bidding ends.
const canApply = ({ status }: IpoTableRow): boolean => status === 'UPCOMING' || status === 'OPEN'
const hasOpened = ({ status }: IpoTableRow): boolean => status !== 'UPCOMING'
const shownStatus = ({ status, hasListingPrice }: IpoTableRow): Status =>
  confirmedStatus(status, hasListingPrice)
const isListed = (ipo: IpoTableRow): boolean => shownStatus(ipo) === 'LISTED'
const isUnconfirmed = (ipo: IpoTableRow, today: Day): boolean => hasClosed(ipo) && isOverdue(ipo, today)
const hasClosed = ({ status }: IpoTableRow): boolean => status === 'CLOSED' || status === 'LISTED'

/** In a column an unknown value is named as such; in a line of terms it is left out. */
const Term = ({ label, children }: { label: string; children: VNode | false }) =>
  children === false ? (
    <td class="term figure unknown">
      <Missing>not known</Missing>
    </td>
  ) : (
    <td class="term figure" data-name={label}>
      {children}
    </td>
  )

const dayOf = (at: Instant | null, today: Day): VNode | false =>
  at !== null && <PlainDay day={at.slice(0, 10)} today={today} />
