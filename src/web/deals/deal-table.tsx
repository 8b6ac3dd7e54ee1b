import type { ComponentChildren } from 'preact'
import type { DealDay, DealSum, DisclosedDeal } from '../../reports/deals/deal-days.ts'
import { en } from '../../texts/en.ts'
import { Count, CountChange, Crore, LongWeekday, Missing, Name, Rupees } from '../figures.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { clientAddress, symbolAddress } from './deals-walk.ts'

const words = en.deals

/** What all deals of a page have in common, which its rows then do not repeat. */
type Scope = 'all' | 'symbol' | 'client'

/** A client's name, with a link to its page. Search engines need not visit the pages of all clients. */
export const ClientLink = ({ name }: { name: string }) => (
  <a href={clientAddress(name)} rel="nofollow">
    <Name>{name}</Name>
  </a>
)

export const ShareLink = ({ symbol }: { symbol: string }) => (
  <a href={symbolAddress(symbol)}>
    <Name>{symbol}</Name>
  </a>
)

/** A note on a row whose trade counts in the other list. */
const Repeated = ({ countedAs }: Pick<DisclosedDeal, 'countedAs'>) =>
  countedAs === null ? null : <small>{words.alsoIn(countedAs)}</small>

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

const DEAL: readonly Column<DisclosedDeal>[] = [
  {
    key: 'side',
    label: words.sideLabel,
    cell: ({ dealType }) => (
      <span class={dealType === 'BUY' ? 'bought' : 'sold'}>{words.side(dealType)}</span>
    ),
    narrow: 'aside',
  },
  {
    key: 'value',
    label: words.value,
    cell: ({ valueCr }) => <Crore value={valueCr} />,
    isFigure: true,
    narrow: 'aside',
  },
  {
    key: 'quantity',
    label: words.quantity,
    cell: ({ quantity }) => <Count value={quantity} />,
    isFigure: true,
    narrow: 'fact',
    narrowLabel: words.quantity.toLowerCase(),
  },
  {
    key: 'price',
    label: words.price,
    cell: ({ price }) => <Rupees value={price} />,
    isFigure: true,
    narrow: 'fact',
    narrowLabel: words.price.toLowerCase(),
  },
  {
    key: 'net',
    label: words.net,
    cell: ({ net, countedAs }) => (
      <>
        {net && <Net {...net} />} <Repeated countedAs={countedAs} />
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

const COLUMNS: Readonly<Record<Scope, readonly Column<DisclosedDeal>[]>> = {
  all: [SHARE, CLIENT, ...DEAL],
  symbol: [CLIENT, ...DEAL],
  client: [SHARE, ...DEAL],
}

/** The deals of a page below the day of each, with its totals. */
export const DealTable = ({ days, scope = 'all' }: { days: readonly DealDay[]; scope?: Scope }) => (
  <Table
    label={words.deals}
    columns={COLUMNS[scope]}
    groups={days.map((day) => ({
      key: day.day,
      heading: <DayHeading {...day} />,
      rows: day.deals,
    }))}
    isDoors
  />
)

/** `Thu 12 Nov 2026` with the note `34 deals: bought ₹420.50 Cr, sold ₹398.10 Cr` */
const DayHeading = ({ day, deals, sum, isCut }: DealDay) => (
  <>
    <LongWeekday day={day} />{' '}
    <small>
      {words.dayNote(sum.disclosed, <Side value={sum.boughtCr} />, <Side value={sum.soldCr} />, isCut)}
      {deals.length < sum.disclosed && words.onThisPage(deals.length)}
      {sum.inBothLists > 0 && `; ${words.inBothLists(sum.inBothLists)}`}
    </small>
  </>
)

const Side = ({ value }: { value: number | null }) =>
  value === null ? <Missing>{words.none}</Missing> : <Crore value={value} />

/** What was bought and sold, and the difference. */
interface Traded {
  readonly sum: DealSum
  readonly net: number
}

/** The columns of totals, after the one that names them. `inAndOut` are the words for going both ways. */
export const traded = (inAndOut: string): readonly Column<Traded>[] => [
  {
    key: 'bought',
    label: words.bought,
    cell: ({ sum }) => <Amount value={sum.boughtCr} shares={sum.boughtShares} />,
    isFigure: true,
    narrow: 'fact',
    narrowLabel: words.bought.toLowerCase(),
  },
  {
    key: 'sold',
    label: words.sold,
    cell: ({ sum }) => <Amount value={sum.soldCr} shares={sum.soldShares} />,
    isFigure: true,
    narrow: 'fact',
    narrowLabel: words.sold.toLowerCase(),
  },
  {
    key: 'net',
    label: words.net,
    cell: ({ sum, net }) => (
      <>
        <CountChange value={net} />{' '}
        {sum.boughtShares > 0 && sum.soldShares > 0 && <span class="doubt-tag">{inAndOut}</span>}
      </>
    ),
    isFigure: true,
    narrow: 'fact',
    narrowLabel: words.net.toLowerCase(),
  },
]

const Amount = ({ value, shares }: { value: number | null; shares: number }): ComponentChildren =>
  value === null ? (
    <Missing>{words.none}</Missing>
  ) : (
    <>
      <Crore value={value} /> <small>{words.netShares(shares)}</small>
    </>
  )
