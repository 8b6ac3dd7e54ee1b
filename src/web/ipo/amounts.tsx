import { UPI_LIMIT } from '../../market/issues/application.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import type { IpoView } from '../../reports/ipos/ipo-view.ts'
import { en } from '../../texts/en.ts'
import { rupeesInWords } from '../../texts/format.ts'
import { Sourced } from '../evidence/sourced.tsx'
import { Count, DayAndTime } from '../figures.tsx'
import { Section } from '../kit/parts.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { MaybeTerm } from '../kit/term.tsx'

type Application = IpoView['applications'][number]

/** What each group of investors may apply for, while that can still matter. */
export function AmountSection({ view }: { view: IpoView }) {
  const { applications, state, calledOff, today, clock } = view
  const { upiCutoffAt } = view.terms
  if (applications.length === 0 || state === 'listed' || calledOff !== null) return null
  const isOver = state !== 'open' && state !== 'upcoming'
  const cutoff = upiCutoffAt !== null && (
    <Sourced of="upiCutoffAt">
      <DayAndTime at={upiCutoffAt} today={today} />
    </Sourced>
  )
  return (
    <Section
      id="amount"
      title={isOver ? en.ipoPage.amountOverTitle : en.ipoPage.amountTitle}
      note={en.ipoPage.atUpperPrice}
    >
      <Table label={en.ipoPage.amountTitle} columns={columnsFor(view)} rows={applications} />
      <p class="quiet small">
        {en.ipoPage.moneyBlocked} {!isOver && en.ipoPage.upiLimit(rupeesFromPaise(UPI_LIMIT))}{' '}
        {upiCutoffAt !== null &&
          (upiCutoffAt > clock ? en.ipoPage.confirmUpi(cutoff) : en.ipoPage.upiWasUntil(cutoff))}{' '}
        <a href="/new-to-ipos#how-to-apply">{en.ipoPage.howToApply}</a> ·{' '}
        <a href="/new-to-ipos#what-happens-with-your-money">{en.ipoPage.whatHappensWithMoney}</a>
      </p>
    </Section>
  )
}

const columnsFor = ({ board }: IpoView): Column<Application>[] => [
  {
    key: 'who',
    label: en.ipoPage.whoApplies,
    cell: (one) => (
      <MaybeTerm of={en.ipo.categoryTerm(one.category, board)}>
        {en.ipo.applicant(one.category, board, one.minLots)}
      </MaybeTerm>
    ),
  },
  {
    key: 'lots',
    label: en.ipoPage.lots,
    cell: ({ minLots, maxLots }) => <Between low={minLots} high={maxLots} />,
    isFigure: true,
    narrow: 'fact',
    narrowLabel: en.ipoPage.lots.toLowerCase(),
  },
  {
    key: 'shares',
    label: en.ipoPage.shares,
    cell: ({ minShares, maxShares }) => <Between low={minShares} high={maxShares} />,
    isFigure: true,
    narrow: 'fact',
    narrowLabel: en.ipoPage.shares.toLowerCase(),
  },
  {
    key: 'amount',
    label: en.ipoPage.amount,
    cell: (one, i) => <Amount of={one} isFirst={i === 0} />,
    isFigure: true,
    narrow: 'aside',
  },
]

/** The first amount is `minAmount`, which has evidence of its own. */
function Amount({ of: { minAmount, maxAmount }, isFirst }: { of: Application; isFirst: boolean }) {
  const low = <InWords value={minAmount} />
  return (
    <>
      {isFirst ? <Sourced of="minAmount">{low}</Sourced> : low}
      {maxAmount === null
        ? ` ${en.ipoPage.andMore}`
        : maxAmount !== minAmount && (
            <>
              {' '}
              {en.ipoPage.to} <InWords value={maxAmount} />
            </>
          )}
    </>
  )
}

const InWords = ({ value }: { value: number }) => (
  <data class="num" value={String(value)}>
    {rupeesInWords(value)}
  </data>
)

/** A range of counts; `null` where there is no limit. */
const Between = ({ low, high }: { low: number; high: number | null }) => (
  <>
    <Count value={low} />
    {high === null
      ? ` ${en.ipoPage.andMore}`
      : high !== low && (
          <>
            {' '}
            {en.ipoPage.to} <Count value={high} />
          </>
        )}
  </>
)
