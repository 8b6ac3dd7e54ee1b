import { textTable } from '../../src/cli/text-table.ts'
import type { Figure, Goal } from '../figure.ts'
import { ratioOf, verdictOfFigure } from '../ratio.ts'

const HEADINGS = ['work', 'against', 'ours', 'theirs', 'unit', 'ratio', 'spread', 'goal', 'aim', 'verdict']

/** The rows of a table of figures, for the terminal and the document. */
export const figureRow = (figure: Figure): readonly string[] => {
  const { work, against, unit, goal, rounds } = figure
  const { median: middle, min, max } = ratioOf(rounds)
  const [ours, theirs] = valuesShown(figure)
  const spread = `${short(min)} to ${short(max)}`
  return [
    work,
    against,
    ours,
    theirs,
    unit,
    short(middle),
    spread,
    goalText(goal),
    short(goal.aim),
    verdictOfFigure(figure),
  ]
}

export const figureTable = (figures: readonly Figure[]): string => textTable(HEADINGS, figures.map(figureRow))

export const HEADING_ROW: readonly string[] = HEADINGS

/** Both values of the round with the median ratio, so that they belong together. */
function valuesShown({ rounds }: Figure): [string, string] {
  const sorted = rounds.toSorted((a, b) => a.ours / a.theirs - b.ours / b.theirs)
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]
  return [amount(middle?.ours ?? 0), amount(middle?.theirs ?? 0)]
}

export const amount = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-GB') : short(value)

export const short = (value: number): string => value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)

const goalText = (goal: Goal): string =>
  'atLeast' in goal ? `at least ${short(goal.atLeast)}` : `at most ${short(goal.atMost)}`
