import type { ComponentChildren } from 'preact'
import type { FactEvidence } from '../../reports/schemas/evidence.ts'
import { DOWNLOADS_BASE } from '../../request/downloads.ts'
import { en } from '../../texts/en.ts'
import { LiveOnly } from '../copy/static-copy.tsx'
import { DayAndTime, Name, sourceName } from '../figures.tsx'
import { Fold, Listed } from '../kit/parts.tsx'
import { FactInBrief, type FigureWithFacts, figureId, figureName, Value } from './figure.tsx'

interface FigureOriginProps {
  readonly of: FigureWithFacts
  /** Whether the figure at a path has a row on the page. */
  readonly isShown: (path: string) => boolean
}

/** The rule behind a figure and the facts that it is computed from. What else is known opens below. */
export const FigureOrigin = ({ of, isShown }: FigureOriginProps) => (
  <>
    {en.evidence.ruleTexts[of.rule]}{' '}
    {of.parts.length > 0 &&
      en.evidence.computedFrom(<Listed items={of.parts.map((part) => partOf(part, isShown))} />)}
    {of.facts.length > 0 && (
      <ul>
        {of.facts.map((fact) => (
          <li key={fact.fact}>
            <FactInBrief fact={fact} of={of} /> <Address url={fact.url} />
          </li>
        ))}
      </ul>
    )}
    <More of={of} />
  </>
)

const partOf = (part: FigureWithFacts, isShown: FigureOriginProps['isShown']): ComponentChildren => {
  const { path } = part
  const name = figureName(part)
  return (
    <>
      {isShown(path) ? <a href={`#${figureId(path)}`}>{name}</a> : name} <Value of={part} />
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
function More({ of }: { of: FigureWithFacts }) {
  const { path, facts, outvoted, earlier, leftOut } = of
  const at = (instant: string) => <DayAndTime at={instant} today={of.today} />
  const all = [...facts, ...outvoted.map(({ fact }) => fact)]
  if (all.length + earlier.length + leftOut === 0) return null
  const isQuote = outvoted[0]?.fact.kind === 'gmp'
  return (
    <Fold title={en.evidence.more(isQuote, outvoted.length, earlier.length)}>
      <ul>
        {outvoted.map(({ fact, rule }) => {
          const brief = <FactInBrief fact={fact} of={of} />
          return (
            <li key={fact.fact}>
              {fact.retracted
                ? en.evidence.retracted(brief, at(fact.retracted.at), <Name>{fact.retracted.reason}</Name>)
                : en.evidence.notUsed(brief, rule)}
            </li>
          )
        })}
        {earlier.map(({ value, from, until }) => (
          <li key={from}>{en.evidence.earlier(<Value of={of} value={value} />, at(from), at(until))}</li>
        ))}
      </ul>
      {leftOut > 0 && (
        <p>
          {en.evidence.leftOut(leftOut)}{' '}
          {path === 'lastGmp' && (
            <LiveOnly>
              <a href={`${DOWNLOADS_BASE}/gmp.csv?slug=${of.slug}`}>{en.evidence.allQuotes}</a>
            </LiveOnly>
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
