import type { ClientDeals, ClientShareDay } from '../../reports/deals/client-deals.ts'
import { Count, CountChange, Crore, LongDay, Name } from '../figures.tsx'
import { SectionHeading } from '../section-heading.tsx'
import { stackedColumn, Table, type TableColumn } from '../table.tsx'
import { symbolAddress } from './deals-walk.ts'

/** What a client bought and sold, by share and day, with the difference. */
export const ClientShareDays = ({ report }: { report: ClientDeals }) => (
  <section class="client-days">
    <SectionHeading note="within disclosed deals, not a holding">By share and day </SectionHeading>
    <div class="wide">
      <Table look="stack share-days" columns={COLUMNS} rows={report.shareDays} />
    </div>
    <p class="quiet small">
      Net is shares bought minus shares sold on that day and exchange, within disclosed deals. It is not a
      holding: smaller trades are not disclosed, and trades under another spelling of the name are not
      counted.
      {report.hasMoreShareDays && ' Older days are left out here; the CSV file below has all deals.'}
    </p>
  </section>
)

const Traded = ({ value, shares }: { value: number | null; shares: number }) =>
  value === null ? (
    <Crore value={null} or="none" />
  ) : (
    <>
      <Crore value={value} />
      <small>
        <Count value={shares} /> {shares === 1 ? 'share' : 'shares'}
      </small>
    </>
  )

const COLUMNS: readonly TableColumn<ClientShareDay>[] = [
  {
    heading: 'Share and day',
    cell: ({ symbol, exchange, day }) => (
      <>
        <a href={symbolAddress(symbol)}>
          <Name>{symbol}</Name>
        </a>{' '}
        <small>
          <LongDay day={day} />, {exchange}
        </small>
      </>
    ),
  },
  stackedColumn('Bought', ({ sum }) => <Traded value={sum.boughtCr} shares={sum.boughtShares} />),
  stackedColumn('Sold', ({ sum }) => <Traded value={sum.soldCr} shares={sum.soldShares} />),
  stackedColumn('Net shares', ({ net }) => <CountChange value={net} />),
]
