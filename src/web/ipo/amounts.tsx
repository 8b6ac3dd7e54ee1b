import { UPI_LIMIT } from '../../market/issues/application.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import type { IpoView } from '../../reports/ipos/ipo-view.ts'
import { en } from '../../texts/en.ts'
import { Sourced } from '../evidence/sourced.tsx'
import { Count, DayAndTime, RupeesInWords } from '../figures.tsx'
import { Section } from '../kit/parts.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { MaybeTerm } from '../kit/term.tsx'
import { Chances } from './chances.tsx'

type Application = IpoView['applications'][number]

/** What each group of investors may apply for, while that can still matter. */
export function AmountSection({ view }: { view: IpoView }) {
  const { applications, state, today, clock } = view
  const { upiCutoffAt } = view.terms
  if (applications.length === 0 || !view.isAhead) return null
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
      <Chances view={view} />
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
    cell: ({ minLots, maxLots }) => between(minLots, maxLots, Count),
    isFigure: true,
    narrow: 'fact',
    narrowLabel: en.ipoPage.lots.toLowerCase(),
  },
  {
    key: 'shares',
    label: en.ipoPage.shares,
    cell: ({ minShares, maxShares }) => between(minShares, maxShares, Count),
    isFigure: true,
    narrow: 'fact',
    narrowLabel: en.ipoPage.shares.toLowerCase(),
  },
  {
    key: 'amount',
    label: en.ipoPage.amount,
    // The first amount has evidence of its own.
    cell: ({ minAmount, maxAmount }, i) =>
      between(minAmount, maxAmount, RupeesInWords, i === 0 ? 'minAmount' : ''),
    isFigure: true,
    narrow: 'aside',
  },
]

/** `high` is `null` where there is no limit. */
const between = (low: number, high: number | null, Shown: typeof Count, path = '') => (
  <>
    <Sourced of={path}>
      <Shown value={low} />
    </Sourced>
    {high === null
      ? ` ${en.ipoPage.andMore}`
      : high !== low && (
          <>
            {` ${en.ipoPage.to} `}
            <Shown value={high} />
          </>
        )}
  </>
)
