import type { Day } from '../../market/calendar.ts'
import type { FigureWithFacts } from '../../reports/evidence/evidence.ts'
import { DOWNLOADS_BASE } from '../../request/downloads.ts'
import { count, counted } from '../../texts/format.ts'
import { DayAndTime } from '../figures.tsx'
import { FactInBrief, FactOrigin } from './fact-line.tsx'
import { figureId, figureName, OUTVOTED_TEXTS, RULE_TEXTS } from './figure-texts.ts'
import { ShownValue } from './shown-value.tsx'
import type { ReadFigure } from './sourced.tsx'

interface FigureProps {
  readonly of: FigureWithFacts
  readonly today: Day
}

interface ShownFigureProps extends FigureProps {
  readonly read: ReadFigure
  readonly slug: string
}

export const FigureEvidenceSheet = ({ of, read, slug, today }: ShownFigureProps) => {
  const { figure, facts } = of
  const parts = figure.from.flatMap((path) => read(path) ?? [])
  return (
    <section class="figure-evidence" id={figureId(figure.path)}>
      <h3>
        <span>{figureName(of)}</span>
        <span>
          <ShownValue path={figure.path} value={figure.value} />
        </span>
      </h3>
      <p class="quiet small">
        {RULE_TEXTS[figure.rule]}
        {parts.length > 0 && (
          <>
            {' '}
            Computed from{' '}
            {parts.map((part, i) => (
              <span key={part.figure.path}>
                {i > 0 && ', '}
                <PartName of={part} /> <ShownValue path={part.figure.path} value={part.figure.value} />
              </span>
            ))}
            .
          </>
        )}
      </p>
      {facts.length > 0 && (
        <ul>
          {facts.map((fact) => (
            <li key={fact.fact}>
              <FactInBrief fact={fact} path={figure.path} today={today} />
              <FactOrigin fact={fact} today={today} />
            </li>
          ))}
        </ul>
      )}
      <Outvoted of={of} today={today} />
      <Earlier of={of} today={today} />
      {figure.leftOut > 0 && (
        <p class="quiet small">
          {count(figure.leftOut)} older ones are not shown here.{' '}
          {figure.path === 'lastGmp' && (
            <a href={`${DOWNLOADS_BASE}/gmp.csv?slug=${slug}`}>All quotes as a table</a>
          )}
        </p>
      )}
    </section>
  )
}

/** The day and the number of owners of a dispute have no figure of their own on the page. */
const PartName = ({ of }: Pick<FigureProps, 'of'>) =>
  of.figure.path.startsWith('dispute.') ? (
    <span>{figureName(of)}</span>
  ) : (
    <a href={`#${figureId(of.figure.path)}`}>{figureName(of)}</a>
  )

const Outvoted = ({ of: { figure, outvoted }, today }: FigureProps) =>
  outvoted.length === 0 ? null : (
    <details>
      <summary>
        {counted(outvoted.length, outvoted[0]?.fact.kind === 'gmp' ? 'quote' : 'report')} not used
      </summary>
      <ul>
        {outvoted.map(({ fact, rule }) => (
          <li key={fact.fact}>
            <FactInBrief fact={fact} path={figure.path} today={today} />: {OUTVOTED_TEXTS[rule]}
            <FactOrigin fact={fact} today={today} />
          </li>
        ))}
      </ul>
    </details>
  )

const Earlier = ({ of: { figure }, today }: FigureProps) =>
  figure.earlier.length === 0 ? null : (
    <details>
      <summary>{counted(figure.earlier.length, 'earlier value')}</summary>
      <ul>
        {figure.earlier.map(({ value, from, until }) => (
          <li key={from}>
            <ShownValue path={figure.path} value={value} /> from <DayAndTime at={from} today={today} /> until{' '}
            <DayAndTime at={until} today={today} />
          </li>
        ))}
      </ul>
    </details>
  )
