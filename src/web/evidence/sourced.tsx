import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Day } from '../../market/calendar.ts'
import type { FigureWithFacts } from '../../reports/evidence/evidence.ts'
import { counted, uncapitalized } from '../../texts/format.ts'
import { FactInBrief } from './fact-line.tsx'
import { figureId, figureName, OUTVOTED_TEXTS, RULE_TEXTS } from './figure-texts.ts'
import { ShownValue } from './shown-value.tsx'

/** Looks up the evidence of a figure by its path in the JSON answer about one IPO. */
export type ReadFigure = (path: string) => FigureWithFacts | undefined

const Figures = createContext<ReadFigure>(() => undefined)

/** Provides the evidence to all figures inside. */
export const WithEvidence = ({ read, children }: { read: ReadFigure; children: ComponentChildren }) => (
  <Figures.Provider value={read}>{children}</Figures.Provider>
)

/** A figure that shows its evidence when it is pressed. Without evidence it is plain text. */
export function Sourced({ of, children }: { of: string; children: ComponentChildren }) {
  const known = useContext(Figures)(of)
  if (!known || known.figure.value === null) return <>{children}</>
  return (
    <button
      type="button"
      class="sourced"
      title="Where does this come from?"
      popovertarget={`why-${figureId(of)}`}
    >
      {children}
    </button>
  )
}

/** Further quotes are on the page of evidence. */
const MOST_FACTS = 6

interface FigurePopoverProps {
  readonly of: FigureWithFacts
  readonly read: ReadFigure
  readonly slug: string
  readonly today: Day
}

/** The popover with a figure's evidence. The browser opens and closes it without a script. */
export const FigurePopover = ({ of, read, slug, today }: FigurePopoverProps) => {
  const { figure, facts, outvoted } = of
  const id = `why-${figureId(figure.path)}`
  return (
    <div
      id={id}
      popover="auto"
      class="why"
      role="dialog"
      aria-label={`Where it comes from: ${figureName(of)}`}
    >
      <p class="why-head">
        <span>{figureName(of)}</span>{' '}
        <strong>
          <ShownValue path={figure.path} value={figure.value} />
        </strong>
      </p>
      <p class="quiet small">{RULE_TEXTS[figure.rule]}</p>
      <ul>
        {facts.slice(0, MOST_FACTS).map((fact) => (
          <li key={fact.fact}>
            <FactInBrief fact={fact} path={figure.path} today={today} />
          </li>
        ))}
        {figure.from
          .flatMap((path) => read(path) ?? [])
          .map((part) => (
            <li key={part.figure.path}>
              <Part of={part} today={today} />
            </li>
          ))}
      </ul>
      {outvoted.length > 0 && (
        <p class="quiet small">
          Not used:{' '}
          {outvoted.slice(0, 2).map(({ fact, rule }, i) => (
            <span key={fact.fact}>
              {i > 0 && '; '}
              <FactInBrief fact={fact} path={figure.path} today={today} /> ({OUTVOTED_TEXTS[rule]})
            </span>
          ))}
          {outvoted.length > 2 && `; and ${counted(outvoted.length - 2 + figure.leftOut, 'other')}`}.
        </p>
      )}
      <p class="why-foot">
        <a href={`/ipos/${slug}/evidence#${figureId(figure.path)}`}>All evidence</a>
        <button type="button" popovertarget={id} popovertargetaction="hide">
          Close
        </button>
      </p>
    </div>
  )
}

/** A figure from which another one is computed. */
const Part = ({ of, today }: { of: FigureWithFacts; today: Day }) => {
  const [fact] = of.facts
  return (
    <>
      {figureName(of)} <ShownValue path={of.figure.path} value={of.figure.value} />
      {of.facts.length === 1 && fact && (
        <>
          : <FactInBrief fact={fact} path={of.figure.path} today={today} />
        </>
      )}
      {of.facts.length > 1 && `: ${uncapitalized(RULE_TEXTS[of.figure.rule])}`}
    </>
  )
}
