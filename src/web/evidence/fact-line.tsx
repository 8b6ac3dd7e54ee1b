import { type Day, isRealDay } from '../../market/calendar.ts'
import type { FactEvidence } from '../../reports/schemas/evidence.ts'
import { DayAndTime, LongDay, Name, SourceName, sourceName } from '../figures.tsx'
import { ShownValue } from './shown-value.tsx'

/** The key of the fact that holds the figure at a path. */
function factKey(path: string, { kind }: Pick<FactEvidence, 'kind'>): string {
  if (kind === 'gmp') return 'gmp'
  if (kind === 'subscription') return 'timesSub'
  if (kind === 'holiday') return 'name'
  return path.slice(path.lastIndexOf('.') + 1)
}

interface FactProps {
  readonly fact: FactEvidence
  readonly path: string
  readonly today: Day
}

/** The source, the value and the time of a fact. */
export const FactInBrief = ({ fact, path, today }: FactProps) => {
  const key = factKey(path, fact)
  return (
    <>
      <strong>
        <SourceName source={fact.source} />
      </strong>
      {fact.said[key] !== undefined && (
        <>
          {' '}
          {fact.kind === 'gmp' ? 'quoted' : 'reported'} <ShownValue path={key} value={fact.said[key]} />
        </>
      )}
      {fact.printed !== null && (
        <>
          , printed “<Name>{fact.printed}</Name>”
        </>
      )}
      {', '}
      <FactTime fact={fact} today={today} />
    </>
  )
}

/** The source's own time stamp, or else the time of recording. */
const FactTime = ({
  fact: { reportedAt, observedAt, recordedAt },
  today,
}: Pick<FactProps, 'fact' | 'today'>) => {
  if (reportedAt !== null) return <DayAndTime at={reportedAt} today={today} />
  if (observedAt === null)
    return (
      <>
        recorded <DayAndTime at={recordedAt} today={today} />
      </>
    )
  return isRealDay(observedAt) ? <LongDay day={observedAt} /> : <DayAndTime at={observedAt} today={today} />
}

const WORKS = {
  collect: 'read from the source',
  import: 'imported from a file',
  replay: 'parsed again from a stored answer',
  settle: 'decided by the operator',
  backfill: 'read from what the source still has of the past',
} as const

/** How a fact was obtained, so that anyone can trace it. */
export const FactOrigin = ({ fact, today }: Omit<FactProps, 'path'>) => (
  <small class="origin">
    {fact.backfilled ? (
      <>
        Recorded as of <DayAndTime at={fact.recordedAt} today={today} />, {WORKS[fact.roundWork]} later,{' '}
        <DayAndTime at={fact.committedAt} today={today} />
      </>
    ) : (
      <>
        Recorded <DayAndTime at={fact.recordedAt} today={today} />, {WORKS[fact.roundWork]}
      </>
    )}
    ; fact {fact.fact} of round {fact.round}
    {fact.owner !== sourceName(fact.source) && <>; owner {fact.owner}</>}
    {fact.payloadHash !== null && (
      <>
        ; answer <code title={fact.payloadHash}>{fact.payloadHash.slice(0, 12)}</code>
      </>
    )}
    {isWebAddress(fact.url) && (
      <>
        ;{' '}
        <a href={fact.url} rel="nofollow noreferrer">
          <Name>{new URL(fact.url).host}</Name>
        </a>
      </>
    )}
    {fact.retracted && (
      <>
        ; retracted <DayAndTime at={fact.retracted.at} today={today} />: <Name>{fact.retracted.reason}</Name>
      </>
    )}
  </small>
)

/** A file may contain any address; only http and https addresses become links. */
const isWebAddress = (url: string | null): url is string =>
  url !== null && /^https?:\/\//i.test(url) && URL.canParse(url)
