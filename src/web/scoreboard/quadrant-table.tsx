import type { Quadrants } from '../../market/scores/scoreboard.ts'
import { Count } from '../figures.tsx'
import { rightColumn, Table, type TableColumn } from '../table.tsx'

/** Listings whose GMP implied a gain, or a loss. */
interface QuadrantRow {
  readonly implied: string
  readonly above: number
  readonly below: number
}

const COLUMNS: readonly TableColumn<QuadrantRow>[] = [
  { heading: 'GMP implied', cell: ({ implied }) => implied },
  rightColumn('Opened above issue price', ({ above }) => <Count value={above} />),
  rightColumn('Opened below issue price', ({ below }) => <Count value={below} />),
]

/** How many listings gained or lost, by what the GMP implied. */
export const QuadrantTable = ({ of }: { of: Quadrants }) => (
  <Table
    look="quadrants"
    columns={COLUMNS}
    rows={[
      { implied: 'a gain', above: of.gainListedGain, below: of.gainListedLoss },
      { implied: 'a loss', above: of.lossListedGain, below: of.lossListedLoss },
    ]}
  />
)
