import { setImmediate } from 'node:timers/promises'
import type { FigureEvidence, PublishedValue } from '../schemas/evidence.ts'
import type { IpoDetail } from '../schemas/ipos.ts'
import type { FigureInputs, TracedFigure } from './figure.ts'
import { gmpHistoryFigures, lastDayFigures, quoteFigures } from './quote-figures.ts'
import { readingFigures } from './reading-figures.ts'
import { offerFigures, termFigures } from './term-figures.ts'

/** This many take milliseconds; then the event loop runs. There may be thousands. */
const FIGURES_AT_A_TIME = 50

/** The evidence of every figure of the answer that has or had a value. */
export async function figuresOf(inputs: FigureInputs): Promise<FigureEvidence[]> {
  const figures: FigureEvidence[] = []
  let found = 0
  for (const part of [
    termFigures,
    quoteFigures,
    offerFigures,
    lastDayFigures,
    gmpHistoryFigures,
    readingFigures,
  ])
    for (const one of part(inputs)) {
      if (++found % FIGURES_AT_A_TIME === 0) await setImmediate()
      const figure = figureEvidence(inputs.ipo, one)
      if (figure.value !== null || figure.outvoted.length > 0 || figure.earlier.length > 0)
        figures.push(figure)
    }
  return figures
}

/** The most outvoted facts, and the most earlier values, that are listed. */
export const MOST_LISTED = 20

function figureEvidence(
  ipo: IpoDetail,
  { path, rule, facts = [], from = [], ...all }: TracedFigure,
): FigureEvidence {
  // One fact may state several terms, and be outvoted for one of them only.
  const outvoted = (all.outvoted ?? []).filter(({ fact }) => !facts.includes(fact))
  const earlier = all.earlier ?? []
  const [listed, values] = [outvoted.slice(0, MOST_LISTED), earlier.slice(0, MOST_LISTED)]
  return {
    path,
    value: valueAt(ipo, path),
    rule,
    facts,
    from: from.filter((other) => valueAt(ipo, other) !== null),
    outvoted: listed,
    earlier: values,
    leftOut: outvoted.length - listed.length + earlier.length - values.length,
  }
}

/** Reads a path such as `sources[0].gmp`. */
function valueAt(ipo: IpoDetail, path: string): PublishedValue {
  let value: unknown = ipo
  for (const key of path.split(/[.[\]]+/))
    if (key !== '') value = (value as Readonly<Record<string, unknown>> | null)?.[key] ?? null
  return value as PublishedValue
}
