import type { ComponentChildren } from 'preact'
import type { Day } from '../../market/calendar.ts'
import type { FigureWithFacts } from '../../reports/evidence/evidence.ts'
import type { FactEvidence } from '../../reports/schemas/evidence.ts'
import { DOWNLOADS_BASE } from '../../request/downloads.ts'
import { en } from '../../texts/en.ts'
import { DayAndTime, Name, sourceName } from '../figures.tsx'
import { Fold, Listed } from '../kit/parts.tsx'
import { FactInBrief, FigureValue, figureId, figureName, Value } from './figure.tsx'
import type { ReadFigure } from './sourced.tsx'

interface OriginProps {
  readonly of: FigureWithFacts
  readonly read: ReadFigure
  readonly slug: string
  readonly today: Day
}

/** The rule behind a figure and the facts that it is computed from. What else is known opens below. */
export const FigureOrigin = (props: OriginProps) => {
  const { of, read, today } = props
  const { figure, facts } = of
  const parts = figure.from.flatMap((path) => read(path) ?? [])
  return (
    <>
      {en.evidence.rule(figure.rule)}{' '}
      {parts.length > 0 && en.evidence.computedFrom(<Listed items={parts.map(partOf)} />)}
      {facts.length > 0 && (
        <ul>
          {facts.map((fact) => (
            <li key={fact.fact}>
              <FactInBrief fact={fact} of={of} today={today} /> <Address url={fact.url} />
            </li>
          ))}
        </ul>
      )}
      <More {...props} />
    </>
  )
}

/** The day and the number of owners of a dispute have no figure of their own on the page. */
const partOf = (part: FigureWithFacts): ComponentChildren => {
  const { path } = part.figure
  const name = figureName(part)
  return (
    <>
      {path.startsWith('dispute.') ? name : <a href={`#${figureId(path)}`}>{name}</a>}{' '}
      <FigureValue of={part} />
    </>
  )
}

/** A file may contain any address; only http and https addresses become links. */
const Address = ({ url }: Pick<FactEvidence, 'url'>) =>
  url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? (
    <a href={url} rel="nofollow noreferrer">
      <Name>{new URL(url).host}</Name>
    </a>
  ) : null

/** Reports that are not used and why, earlier values, and how each fact was recorded. */
function More({ of, slug, today }: OriginProps) {
  const { figure, facts, outvoted, board } = of
  const at = (instant: string) => <DayAndTime at={instant} today={today} />
  const all = [...facts, ...outvoted.map(({ fact }) => fact)]
  if (all.length + figure.earlier.length + figure.leftOut === 0) return null
  const isQuote = outvoted[0]?.fact.kind === 'gmp'
  return (
    <Fold title={en.evidence.more(isQuote, outvoted.length, figure.earlier.length)}>
      <ul>
        {outvoted.map(({ fact, rule }) => {
          const brief = <FactInBrief fact={fact} of={of} today={today} />
          return (
            <li key={fact.fact}>
              {fact.retracted
                ? en.evidence.retracted(brief, at(fact.retracted.at), <Name>{fact.retracted.reason}</Name>)
                : en.evidence.notUsed(brief, rule)}
            </li>
          )
        })}
        {figure.earlier.map(({ value, from, until }) => (
          <li key={from}>
            {en.evidence.earlier(
              <Value field={figure.path} value={value} board={board} />,
              at(from),
              at(until),
            )}
          </li>
        ))}
      </ul>
      {figure.leftOut > 0 && (
        <p>
          {en.evidence.leftOut(figure.leftOut)}{' '}
          {figure.path === 'lastGmp' && (
            <a href={`${DOWNLOADS_BASE}/gmp.csv?slug=${slug}`}>{en.evidence.allQuotes}</a>
          )}
        </p>
      )}
      {all.map((fact) => (
        <small key={fact.fact} class="within">
          {en.evidence.origin({
            fact: fact.fact,
            round: fact.round,
            work: fact.roundWork,
            recorded: at(fact.recordedAt),
            committed: fact.backfilled ? at(fact.committedAt) : null,
            owner: fact.owner === sourceName(fact.source) ? null : <Name>{fact.owner}</Name>,
            answer: fact.payloadHash && <code title={fact.payloadHash}>{fact.payloadHash.slice(0, 12)}</code>,
          })}
        </small>
      ))}
    </Fold>
  )
}
