import type { ComponentChildren } from 'preact'
import type { Board } from '../../market/facts/fact.ts'
import { UPI_LIMIT } from '../../market/issues/application.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import type { IpoApplication } from '../../reports/schemas/offer.ts'
import { counted } from '../../texts/format.ts'
import { Sourced } from '../evidence/sourced.tsx'
import { Count, DayAndTime, Rupees } from '../figures.tsx'
import { APPLICANT_NAMES } from '../offer-names.ts'
import { SectionHeading } from '../section-heading.tsx'
import { stackedColumn, Table, type TableColumn } from '../table.tsx'
import { type IpoPartProps, shownStatus } from './ipo-part.ts'

/** Individuals have no choice of lots in an SME issue, so their number is part of the name. */
const applicantName = ({ category, minLots }: IpoApplication, board: Board): string =>
  category === 'RII' && board === 'SME'
    ? `Individual (${counted(minLots, 'lot')})`
    : APPLICANT_NAMES[category]

/** What each category of investors may apply for, while that can still matter. */
export function Applications({ report, today, clock }: IpoPartProps) {
  const { application, board, listing, upiCutoffAt } = report.ipo
  if (application.length === 0 || listing !== null || report.calledOff !== null) return null
  const isOver = shownStatus(report.ipo) === 'CLOSED'
  return (
    <section>
      <SectionHeading note="at the upper price">
        {isOver ? 'What one could apply for' : 'How much do I need?'}
      </SectionHeading>
      <div class="sheet flush">
        <Table look="stack applications" columns={columnsFor(board)} rows={application} />
      </div>
      <p class="quiet small">
        The money is blocked, not paid; allotment is not assured.{' '}
        {!isOver && (
          <>
            UPI can be used up to <Rupees value={rupeesFromPaise(UPI_LIMIT)} />.{' '}
          </>
        )}
        {upiCutoffAt !== null && (
          <>
            {upiCutoffAt > clock ? 'Confirm the UPI mandate' : 'UPI mandates had to be confirmed'} by{' '}
            <Sourced of="upiCutoffAt">
              <DayAndTime at={upiCutoffAt} today={today} />
            </Sourced>{' '}
            IST.
          </>
        )}
      </p>
    </section>
  )
}

const columnsFor = (board: Board): TableColumn<IpoApplication>[] => [
  { heading: 'Who applies', cell: (one) => applicantName(one, board) },
  stackedColumn('Lots', ({ minLots, maxLots }) => <Between low={minLots} high={maxLots} />),
  stackedColumn('Shares', ({ minShares, maxShares }) => <Between low={minShares} high={maxShares} />),
  stackedColumn('Amount', (one, i) => <Amount of={one} isFirst={i === 0} />),
]

/** The first amount is `minAmount`, which has evidence of its own. */
function Amount({ of: { minAmount, maxAmount }, isFirst }: { of: IpoApplication; isFirst: boolean }) {
  const low = <Rupees value={minAmount} />
  return (
    <>
      {isFirst ? <Sourced of="minAmount">{low}</Sourced> : low}
      {maxAmount === null ? ' and more' : maxAmount !== minAmount && <To of={<Rupees value={maxAmount} />} />}
    </>
  )
}

/** A range of counts; `null` where there is no limit. */
const Between = ({ low, high }: { low: number; high: number | null }) => (
  <>
    <Count value={low} />
    {high === null ? ' and more' : high !== low && <To of={<Count value={high} />} />}
  </>
)

const To = ({ of }: { of: ComponentChildren }) => <> to {of}</>
