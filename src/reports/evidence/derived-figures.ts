import { lastGmpDay } from '../ipos/gmp-history.ts'
import type { FigureEvidence } from '../schemas/evidence.ts'
import type { IpoDetail } from '../schemas/ipos.ts'
import { type FigureInputs, makeFigure } from './figure-evidence.ts'
import { APPLICATION_TERMS, applicationFacts, countedFacts } from './figure-values.ts'
import { holidayEvidence } from './holiday-evidence.ts'
import { outvotedTerms } from './term-figures.ts'

/** The figures that follow from the terms, the last quotes and the holidays. */
export function derivedFigures(inputs: FigureInputs): FigureEvidence[] {
  const { ipo, issue, unretracted, history, owners } = inputs
  const quotes = countedFacts(lastGmpDay(issue, unretracted.gmp, owners))
  return [
    ...expectedFigure(inputs),
    ...applicationFigure(inputs),
    makeFigure('lastGmpDay', ipo.lastGmpDay, {
      rule: 'last-day',
      facts: quotes,
      earlier: history.earlier('lastGmpDay'),
    }),
    makeFigure('lastGmpOwners', ipo.lastGmpOwners, {
      rule: 'one-voice',
      facts: quotes,
      earlier: history.earlier('lastGmpOwners'),
    }),
    makeFigure('minAmount', ipo.minAmount, { rule: 'application', from: ['application'] }),
    makeFigure('range80', ipo.range80, {
      rule: 'range',
      from: ['lastGmpPct', 'lastGmpDay', 'board', 'closeDate', ...known(ipo, ['exchanges'])],
    }),
  ]
}

const known = (ipo: IpoDetail, keys: readonly (keyof IpoDetail)[]): string[] =>
  keys.filter((key) => ipo[key] !== null)

/** Trading holidays count up to the listing day, clearing holidays up to the day of the credit. */
function expectedFigure(inputs: FigureInputs): FigureEvidence[] {
  const { expected } = inputs.ipo
  const { closeDate } = inputs.issue.terms
  if (expected === null || closeDate === null) return []
  const { creditDate, listingDate } = expected
  return [
    makeFigure('expected', expected, {
      rule: 'working-days',
      from: ['openDate', 'closeDate', ...known(inputs.ipo, ['exchanges'])],
      ...holidayEvidence(
        inputs,
        ({ segment, day }) => day > closeDate && day <= (segment === 'trading' ? listingDate : creditDate),
      ),
    }),
  ]
}

const PUBLISHED_INPUTS = [
  'board',
  'openDate',
  'lotSize',
  'priceMin',
  'priceMax',
  'issuePrice',
  'issueType',
  'employeeDiscount',
] as const

/** An empty list is one that is not known. */
function applicationFigure(inputs: FigureInputs): FigureEvidence[] {
  const { ipo, unretracted, history } = inputs
  const earlier = history.earlier('application')
  if (ipo.application.length === 0 && earlier.length === 0) return []
  const facts = applicationFacts(unretracted.ipos)
  return [
    makeFigure('application', ipo.application, {
      rule: 'application',
      facts,
      from: known(ipo, PUBLISHED_INPUTS),
      // One fact may state several terms, and be outvoted for one of them only.
      outvoted: outvotedTerms(inputs, APPLICATION_TERMS).filter(({ fact }) => !facts.includes(fact)),
      earlier,
    }),
  ]
}
