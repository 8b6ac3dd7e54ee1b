import type { ComponentChildren } from 'preact'
import type { DealDay, DisclosedDeal } from '../../reports/deals/deal-days.ts'
import { count, counted, longWeekday } from '../../texts/format.ts'
import { Count, Crore, LongWeekday, Name, Rupees } from '../figures.tsx'
import { SectionHeading } from '../section-heading.tsx'
import { ClientLink } from './client-link.tsx'
import { symbolAddress } from './deals-walk.ts'
import { inBothLists, KindTag, kindName, Side } from './kinds.tsx'

interface DealDaysProps {
  readonly days: readonly DealDay[]
  /** What all deals have in common, which then is not named in every row. */
  readonly allOf?: AllOf
}

/** All deals are of one share, or of one client. */
type AllOf = 'symbol' | 'client' | undefined

const COLUMNS = [
  ['symbol', 'Symbol'],
  ['client', 'Client'],
  ['side', 'Side'],
  ['value figure', 'Value'],
  ['quantity figure', 'Quantity'],
  ['price figure', 'Price'],
  ['exchange', 'Exchange'],
  ['kind', 'Kind'],
] as const

/** The days of a page, each with its totals and its rows. */
export function DealDayList({ days, allOf }: DealDaysProps) {
  const columns = COLUMNS.filter(([name]) => name !== allOf)
  return (
    <>
      {days.map((day) => (
        <section key={day.day} class="deal-day">
          <DayHeading {...day} />
          <div class={allOf === undefined ? 'wide deals' : `wide deals one-${allOf}`}>
            <table>
              <caption class="unseen">Deals of {longWeekday(day.day)}</caption>
              <colgroup>
                {columns.map(([name]) => (
                  <col key={name} class={name} />
                ))}
              </colgroup>
              <thead>
                <tr>
                  {columns.map(([name, heading]) => (
                    <th key={name} scope="col" class={name}>
                      {heading}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {day.deals.map((deal, i) => (
                  <DealRow key={i} deal={deal} allOf={allOf} />
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
    </>
  )
}

/** `Thu 12 Nov 2026` with the note `34 deals: bought ₹420.50 Cr, sold ₹398.10 Cr` */
const DayHeading = ({ day, deals, sum, isCut }: DealDay) => (
  <SectionHeading
    note={
      <>
        {isCut && 'more than '}
        {counted(sum.disclosed, 'deal')}: <SideSum verb="bought" value={sum.boughtCr} />,{' '}
        <SideSum verb="sold" value={sum.soldCr} />
        {isCut && ` in the ${count(sum.disclosed)} largest`}
        {deals.length < sum.disclosed && `; ${count(deals.length)} of them on this page`}
        {sum.inBothLists > 0 && `; ${inBothLists(sum.inBothLists)}`}
      </>
    }
  >
    <LongWeekday day={day} />{' '}
  </SectionHeading>
)

const SideSum = ({ verb, value }: { verb: string; value: number | null }) =>
  value === null ? (
    <>nothing {verb}</>
  ) : (
    <>
      {verb} <Crore value={value} />
    </>
  )

const DealRow = ({ deal, allOf }: { deal: DisclosedDeal; allOf: AllOf }) => (
  <tr>
    {allOf !== 'symbol' && (
      <th scope="row" class="symbol">
        <a href={symbolAddress(deal.symbol)}>
          <Name>{deal.symbol}</Name>
        </a>
        <span class="security">
          <Name>{deal.securityName}</Name>
        </span>
        {allOf === 'client' && <Repeated countedAs={deal.countedAs} />}
      </th>
    )}
    {allOf !== 'client' && (
      <ClientCell isHeading={allOf === 'symbol'}>
        <ClientLink name={deal.clientName} />
        <Repeated countedAs={deal.countedAs} />
      </ClientCell>
    )}
    <td class="side">
      <Side side={deal.dealType} />
    </td>
    <td class="figure value">
      <Crore value={deal.valueCr} />
    </td>
    <td class="figure quantity">
      <Count value={deal.quantity} />
    </td>
    <td class="figure price">
      <Rupees value={deal.price} />
    </td>
    <td class="exchange">{deal.exchange}</td>
    <td class="kind">
      <KindTag kind={deal.kind} />
    </td>
  </tr>
)

/** A note on a row whose trade counts in the other list. */
const Repeated = ({ countedAs }: Pick<DisclosedDeal, 'countedAs'>) =>
  countedAs === null ? null : (
    <span class="repeated">also disclosed as {kindName(countedAs).toLowerCase()}; counted once</span>
  )

/** The heading of a row is the share, or the client when all rows are of one share. */
const ClientCell = ({ isHeading, children }: { isHeading: boolean; children: ComponentChildren }) =>
  isHeading ? (
    <th scope="row" class="client">
      {children}
    </th>
  ) : (
    <td class="client">{children}</td>
  )
