import type { ComponentChildren } from 'preact'
import { netShares } from '../../market/deals/deal.ts'
import type { DealDay, DealSum, DisclosedDeal } from '../../reports/deals/deal-days.ts'
import { en } from '../../texts/en.ts'
import { LiveLink } from '../copy/static-copy.tsx'
import { Count, CountChange, Crore, figureColumn, LongWeekday, Missing, Name, Rupees } from '../figures.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { clientAddress, symbolAddress } from './deals-walk.ts'

const words = en.deals

/** A client's name, with a link to its page. Search engines need not visit the pages of all clients. */
export const ClientLink = ({ name }: { name: string }) => (
  <LiveLink href={clientAddress(name)} rel="nofollow">
    <Name>{name}</Name>
  </LiveLink>
)

export const ShareLink = ({ symbol }: { symbol: string }) => (
  <a href={symbolAddress(symbol)}>
    <Name>{symbol}</Name>
  </a>
)

const SHARE: Column<DisclosedDeal> = {
  key: 'share',
  label: words.share,
  cell: ({ symbol, securityName }) => (
    <>
      <ShareLink symbol={symbol} />{' '}
      <small>
        <Name>{securityName}</Name>
      </small>
    </>
  ),
}

const CLIENT: Column<DisclosedDeal> = {
  key: 'client',
  label: words.client,
  cell: ({ clientName }) => <ClientLink name={clientName} />,
  narrow: 'line',
}

/** A figure in the line of facts on a phone. */
const fact = <T,>(key: string, label: string, cell: (row: T) => ComponentChildren): Column<T> =>
  figureColumn(key, label, cell, { narrow: 'fact', narrowLabel: label.toLowerCase() })

const DEAL: readonly Column<DisclosedDeal>[] = [
  {
    key: 'side',
    label: words.sideLabel,
    cell: ({ dealType }) => (
      <span class={dealType === 'BUY' ? 'bought' : 'sold'}>{words.side(dealType)}</span>
    ),
    narrow: 'aside',
  },
  figureColumn('value', words.value, ({ valueCr }) => <Crore value={valueCr} />, { narrow: 'aside' }),
  fact('quantity', words.quantity, ({ quantity }) => <Count value={quantity} />),
  fact('price', words.price, ({ price }) => <Rupees value={price} />),
  {
    key: 'net',
    label: words.net,
    cell: ({ net, countedAs }) => (
      <>
        {net && <Net {...net} />} {countedAs !== null && <small>{words.alsoIn(countedAs)}</small>}
      </>
    ),
    narrow: 'line',
  },
  {
    key: 'list',
    label: words.list,
    cell: ({ exchange, kind }) => words.onList(exchange, kind),
    narrow: 'fact',
  },
]

/** What remained of several trades of one client, and whether it went both ways. */
const Net = ({ shares, isInAndOut }: NonNullable<DisclosedDeal['net']>) => (
  <>
    {isInAndOut && <span class="doubt-tag">{words.inAndOut}</span>} <small>{words.netOf(shares)}</small>
  </>
)

const COLUMNS = { all: [SHARE, CLIENT, ...DEAL], symbol: [CLIENT, ...DEAL], client: [SHARE, ...DEAL] }

export type Scope = keyof typeof COLUMNS

interface DealTableProps {
  readonly days: readonly DealDay[]
  /** What all deals of a page have in common, which its rows then do not repeat. */
  readonly scope: Scope
}

/** The deals of a page below the day of each, with its totals. */
export const DealTable = ({ days, scope }: DealTableProps) => (
  <Table
    label={words.deals}
    columns={COLUMNS[scope]}
    groups={days.map((day) => ({ key: day.day, heading: <DayHeading {...day} />, rows: day.deals }))}
    isDoors
  />
)

/** `Thu 12 Nov 2026` with the note `34 deals: bought ₹420.50 Cr, sold ₹398.10 Cr` */
const DayHeading = ({ day, deals, sum, isCut }: DealDay) => (
  <>
    <LongWeekday day={day} />{' '}
    <small>
      {words.dayNote(
        sum.disclosed,
        <Crore value={sum.boughtCr} or={words.none} />,
        <Crore value={sum.soldCr} or={words.none} />,
        isCut,
      )}
      {deals.length < sum.disclosed && words.onThisPage(deals.length)}
      {sum.inBothLists > 0 && `; ${words.inBothLists(sum.inBothLists)}`}
    </small>
  </>
)

/** The columns of totals, after the one that names them. `inAndOut` are the words for going both ways. */
export const traded = (inAndOut: string): readonly Column<{ readonly sum: DealSum }>[] => [
  fact('bought', words.bought, ({ sum }) => <Amount value={sum.boughtCr} shares={sum.boughtShares} />),
  fact('sold', words.sold, ({ sum }) => <Amount value={sum.soldCr} shares={sum.soldShares} />),
  fact('net', words.net, ({ sum }) => (
    <>
      <CountChange value={netShares(sum)} />{' '}
      {sum.boughtShares > 0 && sum.soldShares > 0 && <span class="doubt-tag">{inAndOut}</span>}
    </>
  )),
]

const Amount = ({ value, shares }: { value: number | null; shares: number }): ComponentChildren =>
  value === null ? (
    <Missing>{words.none}</Missing>
  ) : (
    <>
      <Crore value={value} /> <small>{words.netShares(shares)}</small>
    </>
  )
