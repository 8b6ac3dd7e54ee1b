import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Day } from '../../market/calendar.ts'
import { en } from '../../texts/en.ts'
import { uncapitalized } from '../../texts/format.ts'
import {
  FactInBrief,
  type FigureWithFacts,
  figureId,
  figureName,
  figureReader,
  type ReadFigure,
  Value,
} from './figure.tsx'

interface PageFigures {
  readonly read: ReadFigure
  /** The figures that the page shows, in their order: filled while it is rendered. */
  readonly shown: Map<string, FigureWithFacts>
}

const Figures = createContext<PageFigures>({ read: () => undefined, shown: new Map() })

interface EvidenceProps {
  readonly evidence: Parameters<typeof figureReader>[0] | undefined
  readonly today: Day
  readonly children: ComponentChildren
}

/** Provides the evidence to all figures inside. */
export const WithEvidence = ({ evidence, today, children }: EvidenceProps) => (
  <Figures.Provider
    value={{ read: evidence ? figureReader(evidence, today) : () => undefined, shown: new Map() }}
  >
    {children}
  </Figures.Provider>
)

/** A figure that shows its evidence when it is pressed. Without evidence it is plain text. */
export function Sourced({ of, children }: { of: string; children: ComponentChildren }) {
  const { read, shown } = useContext(Figures)
  const known = read(of)
  if (!known || known.value === null) return <>{children}</>
  shown.set(of, known)
  return (
    <button type="button" class="sourced" title={en.evidence.whereFrom} popovertarget={`why-${figureId(of)}`}>
      {children}
    </button>
  )
}

/** Further quotes are on the page of evidence. */
const MOST_FACTS = 6

/** The popover with a figure's evidence. The browser opens and closes it without a script. */
const FigurePopover = ({ of }: { of: FigureWithFacts }) => {
  const { path, facts, outvoted } = of
  const id = `why-${figureId(path)}`
  return (
    <div id={id} popover="auto" class="why" role="dialog" aria-label={en.evidence.comesFrom(figureName(of))}>
      <p class="why-head">
        <span>{figureName(of)}</span>{' '}
        <strong>
          <Value of={of} />
        </strong>
      </p>
      <p class="quiet small">{en.evidence.ruleTexts[of.rule]}</p>
      <ul>
        {facts.slice(0, MOST_FACTS).map((fact) => (
          <li key={fact.fact}>
            <FactInBrief fact={fact} of={of} />
          </li>
        ))}
        {of.parts.map((part) => (
          <li key={part.path}>
            <Part of={part} />
          </li>
        ))}
      </ul>
      {outvoted.length > 0 && (
        <p class="quiet small">
          {en.evidence.notUsedTitle}{' '}
          {outvoted.slice(0, 2).map(({ fact, rule }, i) => (
            <span key={fact.fact}>
              {i > 0 && '; '}
              {en.evidence.notUsed(<FactInBrief fact={fact} of={of} />, rule)}
            </span>
          ))}
          {outvoted.length > 2 && `; ${en.evidence.others(outvoted.length - 2 + of.leftOut)}`}.
        </p>
      )}
      <p class="why-foot">
        <a href={`/ipos/${of.slug}/evidence#${figureId(path)}`}>{en.ipoPage.allEvidence}</a>
        <button type="button" popovertarget={id} popovertargetaction="hide">
          {en.evidence.close}
        </button>
      </p>
    </div>
  )
}

/** The popovers of all figures that stand before it on the page. */
export const FigurePopovers = () => (
  <>
    {[...useContext(Figures).shown.values()].map((of) => (
      <FigurePopover key={of.path} of={of} />
    ))}
  </>
)

/** A figure from which another one is computed. */
const Part = ({ of }: { of: FigureWithFacts }) => {
  const [fact] = of.facts
  return (
    <>
      {figureName(of)} <Value of={of} />
      {of.facts.length === 1 && fact && (
        <>
          : <FactInBrief fact={fact} of={of} />
        </>
      )}
      {of.facts.length > 1 && `: ${uncapitalized(en.evidence.ruleTexts[of.rule])}`}
    </>
  )
}
