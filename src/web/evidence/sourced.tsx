import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Day } from '../../market/calendar.ts'
import type { FigureWithFacts } from '../../reports/evidence/evidence.ts'
import { en } from '../../texts/en.ts'
import { uncapitalized } from '../../texts/format.ts'
import { FactInBrief, FigureValue, figureId, figureName } from './figure.tsx'

/** Looks up the evidence of a figure by its path in the JSON answer about one IPO. */
export type ReadFigure = (path: string) => FigureWithFacts | undefined

interface PageFigures {
  readonly read: ReadFigure
  /** The paths that the page shows, in their order: filled while it is rendered. */
  readonly shown: Set<string>
}

const Figures = createContext<PageFigures>({ read: () => undefined, shown: new Set() })

/** Provides the evidence to all figures inside. */
export const WithEvidence = ({ read, children }: { read: ReadFigure; children: ComponentChildren }) => (
  <Figures.Provider value={{ read, shown: new Set() }}>{children}</Figures.Provider>
)

/** A figure that shows its evidence when it is pressed. Without evidence it is plain text. */
export function Sourced({ of, children }: { of: string; children: ComponentChildren }) {
  const { read, shown } = useContext(Figures)
  const known = read(of)
  if (!known || known.figure.value === null) return <>{children}</>
  shown.add(of)
  return (
    <button type="button" class="sourced" title={en.evidence.whereFrom} popovertarget={`why-${figureId(of)}`}>
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
const FigurePopover = ({ of, read, slug, today }: FigurePopoverProps) => {
  const { figure, facts, outvoted } = of
  const id = `why-${figureId(figure.path)}`
  return (
    <div id={id} popover="auto" class="why" role="dialog" aria-label={en.evidence.comesFrom(figureName(of))}>
      <p class="why-head">
        <span>{figureName(of)}</span>{' '}
        <strong>
          <FigureValue of={of} />
        </strong>
      </p>
      <p class="quiet small">{en.evidence.rule(figure.rule)}</p>
      <ul>
        {facts.slice(0, MOST_FACTS).map((fact) => (
          <li key={fact.fact}>
            <FactInBrief fact={fact} of={of} today={today} />
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
          {en.evidence.notUsedTitle}{' '}
          {outvoted.slice(0, 2).map(({ fact, rule }, i) => (
            <span key={fact.fact}>
              {i > 0 && '; '}
              {en.evidence.notUsed(<FactInBrief fact={fact} of={of} today={today} />, rule)}
            </span>
          ))}
          {outvoted.length > 2 && `; ${en.evidence.others(outvoted.length - 2 + figure.leftOut)}`}.
        </p>
      )}
      <p class="why-foot">
        <a href={`/ipos/${slug}/evidence#${figureId(figure.path)}`}>{en.ipoPage.allEvidence}</a>
        <button type="button" popovertarget={id} popovertargetaction="hide">
          {en.evidence.close}
        </button>
      </p>
    </div>
  )
}

/** The popovers of all figures that stand before it on the page. */
export function FigurePopovers({ slug, today }: { slug: string; today: Day }) {
  const { read, shown } = useContext(Figures)
  return (
    <>
      {[...shown]
        .flatMap((path) => read(path) ?? [])
        .map((of) => (
          <FigurePopover key={of.figure.path} of={of} read={read} slug={slug} today={today} />
        ))}
    </>
  )
}

/** A figure from which another one is computed. */
const Part = ({ of, today }: { of: FigureWithFacts; today: Day }) => {
  const [fact] = of.facts
  return (
    <>
      {figureName(of)} <FigureValue of={of} />
      {of.facts.length === 1 && fact && (
        <>
          : <FactInBrief fact={fact} of={of} today={today} />
        </>
      )}
      {of.facts.length > 1 && `: ${uncapitalized(en.evidence.rule(of.figure.rule))}`}
    </>
  )
}
