import {
  areApplications,
  areChances,
  areLockIns,
  biddingEnds,
  indianDay,
  indianTime,
  isCounted,
  isRange,
  limitOf,
  readingFaults,
  registrarFrom,
} from './evidence-rules.ts'
import type { Answered } from './service.ts'

/**
 * The faults of the evidence for an answer about one IPO: every field of the answer that is not null must have evidence
 * with the same value, which must follow from the named facts. The rules are implemented again here, from the method
 * page and not from the code.
 */
export function evidenceFaults(ipo: Answered, evidence: Answered, clock: string): string[] {
  const figures = new Map<string, Answered>(evidence.figures.map((one: Answered) => [one.path, one]))
  const facts = new Map<number, Answered>(evidence.facts.map((one: Answered) => [one.fact, one]))
  const faults = readingFaults(
    ipo,
    (path) => figures.get(path),
    (id) => facts.get(id),
  )
  if (figures.size !== evidence.figures.length) faults.push('a path occurs twice')
  for (const [path, value] of fieldsOf(ipo)) {
    const figure = figures.get(path)
    if (!figure) faults.push(`${path} has no evidence`)
    else if (text(figure.value) !== text(value))
      faults.push(`${path} is ${text(value)}, not ${text(figure.value)}`)
  }
  for (const figure of evidence.figures) {
    if (text(at(ipo, figure.path) ?? null) !== text(figure.value))
      faults.push(`${figure.path} is not in the answer`)
    for (const path of figure.from)
      if (!figures.has(path)) faults.push(`${figure.path} comes from ${path}, which has no evidence`)
    const named = figure.facts.map((id: number) => facts.get(id))
    if (named.some((fact: Answered) => !fact || fact.retracted))
      faults.push(`${figure.path} has no valid fact`)
    else if (figure.value !== null && !isExplained(figure, named, ipo, clock, facts))
      faults.push(
        `${figure.path}: ${text(figure.value)} does not follow from ${text(named)} and ${figure.from}`,
      )
    for (const { fact, rule } of figure.outvoted)
      if ((facts.get(fact)?.retracted != null) !== (rule === 'retracted'))
        faults.push(`${figure.path}: ${rule} ${fact}`)
    for (const earlier of figure.earlier) {
      if (earlier.from >= earlier.until || earlier.until > clock)
        faults.push(`${figure.path} has an impossible earlier value ${text(earlier)}`)
      if (earlier.facts.some((id: number) => !facts.has(id)))
        faults.push(`${figure.path} has an earlier value without facts`)
    }
  }
  for (const { fact, recordedAt, committedAt, backfilled, retracted } of evidence.facts) {
    if (recordedAt > clock || (retracted && retracted.at > clock)) faults.push(`${fact} lies in the future`)
    if (backfilled !== committedAt > recordedAt) faults.push(`${fact} has a wrong backfilled flag`)
  }
  return faults
}

const text = (value: unknown): string => JSON.stringify(value)

/** In these histories, these fields are those of the fact and are checked with it. */
const CHECKED_WITH_FACT =
  /^gmp\[\d+\]\.(observedAt|source|unofficial)$|^subsByDay\[\d+\]\.(day|isFinal|category)$/

/** Values with several parts and one evidence. */
const ONE_FIELD = new Set([
  'registrar',
  'documents',
  'expected',
  'application',
  'range80',
  'chances',
  'lockIns',
])

/** Every field that is not null, with its path; a list of texts is one field. */
function* fieldsOf(value: Answered, path = ''): Generator<[string, unknown]> {
  if (value === null || CHECKED_WITH_FACT.test(path)) return
  // An empty list of these is one that is not known.
  if (['application', 'chances', 'lockIns'].includes(path) && value.length === 0) return
  const isList = Array.isArray(value)
  if (typeof value !== 'object' || ONE_FIELD.has(path) || (isList && typeof value[0] === 'string'))
    yield [path, value]
  else
    for (const [key, part] of Object.entries(value))
      yield* fieldsOf(part, isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`)
}

const at = (value: Answered, path: string): Answered =>
  path.split(/[.[\]]+/).reduce((inner, key) => (key === '' ? inner : inner?.[key]), value)

function isExplained(
  figure: Answered,
  facts: readonly Answered[],
  ipo: Answered,
  clock: string,
  all: ReadonlyMap<number, Answered>,
): boolean {
  const { path, value, rule, from } = figure
  const key = path.split('.').at(-1)
  const entry = at(ipo, path.split('.').slice(0, -1).join('.'))
  const [first] = facts
  const outvoted: Answered[] = figure.outvoted.map(({ fact }: Answered) => all.get(fact))
  const quotes: number[] = facts.map(({ said }) => said.gmp)
  const [base, other] = from.map((name: string) => at(ipo, name))
  switch (rule) {
    case 'address':
      return facts.some(({ slug, said }) => slug === value || said.as === value)
    case 'strongest-word':
      if (key === 'name' && !isDisplayed(first.said.name, value)) return false
      return (
        (key === 'name' || text(published(key, first.said[key])) === text(value)) &&
        isRankedFirst(first, figure, all)
      )
    case 'called-off':
      if (!value) return first?.said.withdrawn !== true || isTakenBack(first, [...facts, ...outvoted])
      return facts.some(({ said }) => said.withdrawn === true || said.postponed === true)
    case 'status':
      return statusOf(ipo, clock) === value
    case 'working-days':
      return isCounted(figure, facts, ipo, entry)
    case 'lock-in':
      return areLockIns(figure, facts, ipo)
    case 'application':
      if (key === 'minAmount') return base[0].minAmount === value
      return areApplications(figure, facts, outvoted, ipo)
    case 'chance':
      return areChances(figure, ipo)
    case 'listing':
      return text(key === 'deliveredPct' ? hundredths(first.said[key]) : first.said[key]) === text(value)
    case 'limit':
      return limitOf(ipo) === value
    case 'last-word':
      if (from.length > 0) return base === value
      if (path.startsWith('gmp[') && (first.observedAt !== entry.observedAt || first.source !== entry.source))
        return false
      return text(key === 'gmp' ? first.said.gmp : first[key]) === text(value)
    case 'last-day':
      return facts.every(({ observedAt }) => observedAt === value)
    case 'one-voice':
      if (from.length > 0) return base === value
      if (key === 'owners' || key === 'lastGmpOwners')
        return new Set(facts.map(({ owner }) => owner)).size === value && facts.length === value
      return (newest(facts).source === entry.source) === value
    case 'median':
      return (from.length > 0 ? base : median(quotes)) === value
    case 'spread':
      return (from.length > 0 ? base : rupees(Math.max(...quotes) - Math.min(...quotes))) === value
    case 'dispute':
      if (key === 'gmpAtCloseDisputed') return isDisputed(quotes) === value
      return disputeField(ipo, key) === value
    case 'distance':
      return rupees(base - other) === value
    case 'today':
      return value === (ipo.dispute?.day === indianDay(clock) ? facts.length : 0)
    case 'percentage':
      return hundredths((base / other) * 100) === value
    case 'range':
      return isRange(figure, ipo)
    case 'newest-reading':
      if (from.length > 0) return base === value
      if (path.startsWith('subs') && first.said.category !== entry.category) return false
      if (key === 'observedAt') return first.observedAt === value
      return (key === 'timesSub' ? hundredths(first.said.timesSub) : first.said[key]) === value
  }
  return false
}

/**
 * One fact may state that an issue is withdrawn and that it is not postponed. Its source may take back the one and not
 * the other.
 */
const isTakenBack = (stated: Answered, others: readonly Answered[]): boolean =>
  others.some(
    ({ source, said, recordedAt, retracted }) =>
      source === stated.source && said.withdrawn === null && recordedAt >= stated.recordedAt && !retracted,
  )

/** True when the outvoted facts have the ranks that their rules state. */
function isRankedFirst(first: Answered, { outvoted }: Answered, all: ReadonlyMap<number, Answered>): boolean {
  const ranks = (by: string): number[] =>
    outvoted.filter((one: Answered) => one.rule === by).map((one: Answered) => all.get(one.fact).rank)
  return (
    ranks('lower-rank').every((rank) => rank > first.rank) &&
    ranks('older-word').every((rank) => rank === first.rank)
  )
}

/** A name is shown as printed, or with fewer capitals where it is printed in capitals alone. */
const isDisplayed = (printed: string, shown: string): boolean =>
  shown === printed || (printed === printed.toUpperCase() && shown.toUpperCase() === printed)

/** Facts state terms in the units of the answer, except days, which answers show in date-time fields. */
function published(key: string, said: Answered): unknown {
  if (key === 'openDate' || key === 'closeDate') return `${said}T00:00:00.000Z`
  if (key === 'registrar') return registrarFrom(said)
  return key.endsWith('Cr') ? hundredths(said) : said
}

/** Two decimals, halves away from zero; the figures of tests are far from the limits of binary fractions. */
const hundredths = (value: number): number => {
  const rounded = Math.round(Number(Math.abs(value * 100).toPrecision(13)))
  return rounded === 0 ? 0 : (Math.sign(value) * rounded) / 100
}
const rupees = (value: number): number => Math.round(value * 100) / 100

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return hundredths(middle.reduce((sum, one) => sum + one, 0) / middle.length)
}

const newest = (facts: readonly Answered[]): Answered =>
  facts.toSorted((a, b) => (`${a.recordedAt} ${a.source}` < `${b.recordedAt} ${b.source}` ? 1 : -1))[0]

const isDisputed = (quotes: readonly number[]): boolean =>
  quotes.length > 1 && 2 * (Math.max(...quotes) - Math.min(...quotes)) > Math.abs(median(quotes))

function disputeField({ dispute, lastGmp, gmpSpread }: Answered, key: string): unknown {
  const limit = Math.floor(Math.round(Math.abs(lastGmp ?? 0) * 100) / 2) / 100
  const isMany = (dispute?.owners ?? 0) > 1
  const isWide = gmpSpread !== null && 2 * Math.round(gmpSpread * 100) > Math.round(Math.abs(lastGmp) * 100)
  if (key === 'limit') return limit
  if (key !== 'reason') return isMany && isWide
  if (!isMany) return 'one-owner'
  return isWide ? (lastGmp === 0 ? 'any-spread-at-zero' : 'spread-above-half') : 'agree'
}

function statusOf(ipo: Answered, clock: string): string {
  const isPast = (moment: Date) => moment.getTime() <= Date.parse(clock)
  const lists = ipo.listing?.listedOn ?? ipo.listingDate
  if (!ipo.withdrawn && (ipo.listing || (lists && isPast(indianTime(lists, '10:00'))))) return 'LISTED'
  if (!ipo.openDate || !isPast(indianTime(ipo.openDate, '10:00'))) return 'UPCOMING'
  const ends = biddingEnds(ipo)
  return ends && isPast(ends) ? 'CLOSED' : 'OPEN'
}
