import { KNOWN_REGISTRARS } from '../../src/market/issues/registrars.ts'
import type { Answered } from './service.ts'

/** Rules of the method page for values with several parts, implemented from its words and not from the code. */

const HOURS_AHEAD_MS = 5.5 * 3_600_000
export const indianDay = (clock: string): string =>
  new Date(Date.parse(clock) + HOURS_AHEAD_MS).toISOString().slice(0, 10)

/** A time of a day in India. */
export const indianTime = (day: string, hour: string): Date =>
  new Date(Date.parse(`${day.slice(0, 10)}T${hour}:00.000Z`) - HOURS_AHEAD_MS)

/** When bidding ends; `undefined` while the closing day is unknown. */
export function biddingEnds({ board, openDate, closeDate }: Answered): Date | undefined {
  if (!closeDate) return undefined
  return indianTime(closeDate, board === 'SME' && openDate && openDate >= '2025-07-01' ? '16:00' : '17:00')
}

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10)
const isSaturdayOrSunday = (day: string): boolean => [0, 6].includes(new Date(day).getUTCDay())

/** The days of holidays in one list, `trading` or `clearing`. */
const daysOf = (facts: readonly Answered[], segment: string): string[] =>
  facts.filter(({ said }) => said.segment === segment).map(({ said }) => said.day)

const isTrading = (day: string, facts: readonly Answered[]): boolean =>
  !isSaturdayOrSunday(day) && !daysOf(facts, 'trading').includes(day)

function dayAfter(day: string, counts: (day: string) => boolean): string {
  const next = nextDay(day)
  return counts(next) ? next : dayAfter(next, counts)
}

/** T+1 and T+2 are the next clearing days after the closing day, T+3 is the next trading day after T+2. */
function expectedFrom({ closeDate }: Answered, facts: readonly Answered[]): Answered {
  const clears = (day: string) => isTrading(day, facts) && !daysOf(facts, 'clearing').includes(day)
  const allotmentDate = dayAfter(closeDate.slice(0, 10), clears)
  const creditDate = dayAfter(allotmentDate, clears)
  return {
    allotmentDate,
    creditDate,
    listingDate: dayAfter(creditDate, (day) => isTrading(day, facts)),
    rule: 'T+3',
  }
}

/** NSE's holidays count, or for an issue on BSE alone its own; per year and list those of one exchange. */
function areHolidaysOf({ exchanges }: Answered, facts: readonly Answered[]): boolean {
  const isOnBseAlone = JSON.stringify(exchanges) === '["BSE"]'
  const lists = Map.groupBy(facts, ({ said }) => `${said.segment} ${said.day.slice(0, 4)}`)
  return (
    facts.every(({ kind, said }) => kind === 'holiday' && said.name !== null) &&
    facts.every(({ said }) => said.exchange === 'NSE' || isOnBseAlone) &&
    [...lists.values()].every((list) => new Set(list.map(({ said }) => said.exchange)).size === 1)
  )
}

/** Expected days, or a number of trading days, from the holidays that are named. */
export function isCounted(
  { path, value }: Answered,
  facts: readonly Answered[],
  ipo: Answered,
  entry: Answered,
): boolean {
  if (!areHolidaysOf(ipo, facts)) return false
  if (path === 'expected') {
    const isDue = ipo.openDate >= '2023-12-01' && !ipo.withdrawn && ipo.status !== 'LISTED'
    const isBetween = (day: string) => day > ipo.closeDate.slice(0, 10) && day < value.listingDate
    return (
      isDue &&
      facts.every(({ said }) => isBetween(said.day)) &&
      JSON.stringify(expectedFrom(ipo, facts)) === JSON.stringify(value)
    )
  }
  const isNumber = path.endsWith('dayNumber')
  const [first, last] = [ipo.openDate.slice(0, 10), isNumber ? entry.day : ipo.closeDate.slice(0, 10)]
  if (facts.some(({ said }) => said.day < first || said.day > last)) return false
  let days = 0
  for (let day = first; day <= last; day = nextDay(day)) if (isTrading(day, facts)) days++
  return value === (isNumber ? Math.max(1, days) : days)
}

/** Half after 30 days and half after 90, or all after 30 days where it opened earlier, each with the next trading day. */
export function areLockIns({ value }: Answered, facts: readonly Answered[], ipo: Answered): boolean {
  const due = ipo.closeDate && ipo.openDate >= '2023-12-01' ? expectedFrom(ipo, facts).allotmentDate : null
  const allotment = ipo.allotmentDate ?? due
  const half = Math.floor(ipo.anchorShares / 2)
  const parts =
    ipo.openDate && ipo.openDate < '2022-04-01'
      ? [[30, 100, ipo.anchorShares]]
      : [
          [30, 50, half],
          [90, 50, ipo.anchorShares - half],
        ]
  const lockIns = parts.map(([days, sharePct, shares]) => {
    const ends = new Date(Date.parse(allotment) + days * 86_400_000).toISOString().slice(0, 10)
    const tradingDate = isTrading(ends, facts) ? ends : dayAfter(ends, (day) => isTrading(day, facts))
    const basis = ipo.allotmentDate ? 'announced' : 'expected'
    return { kind: 'anchor', date: ends, tradingDate, sharePct, shares, basis }
  })
  return !ipo.withdrawn && areHolidaysOf(ipo, facts) && JSON.stringify(lockIns) === JSON.stringify(value)
}

const isNewerThan = (a: Answered, b: Answered): boolean =>
  a.recordedAt === b.recordedAt ? a.fact > b.fact : a.recordedAt > b.recordedAt

/** The fact that decides a term: the last report of each source, of these the best rank, then the newest. */
function decidingFact(all: readonly Answered[], key: string): Answered {
  const last = new Map<string, Answered>()
  for (const fact of all.filter(({ retracted, said }) => !retracted && said[key] !== undefined)) {
    const known = last.get(fact.source)
    if (!known || isNewerThan(fact, known)) last.set(fact.source, fact)
  }
  const candidates = [...last.values()].filter(({ said }) => said[key] !== null)
  return candidates.sort((a, b) => a.rank - b.rank || (isNewerThan(a, b) ? -1 : 1))[0]
}

const LIMITS = ['reservedFor', 'retailLimit', 'employeeLimit', 'shareholderLimit', 'niiMaxShares']

/** The list of applications by the published terms and by the limits in facts, which must be the facts that are named. */
export function areApplications(
  { value }: Answered,
  facts: readonly Answered[],
  outvoted: readonly Answered[],
  ipo: Answered,
): boolean {
  const deciding = new Map(LIMITS.map((key) => [key, decidingFact([...facts, ...outvoted], key)]))
  const used = [...deciding.values()].filter(Boolean).map(({ fact }) => fact)
  const isNamed = new Set(used).symmetricDifference(new Set(facts.map(({ fact }) => fact))).size === 0
  const limit = (key: string) => deciding.get(key)?.said[key] ?? null
  return isNamed && JSON.stringify(applicationsFrom(ipo, limit)) === JSON.stringify(value)
}

const paise = (rupees: number): number => Math.round(rupees * 100)

function applicationsFrom(ipo: Answered, limit: (key: string) => Answered): Answered[] {
  const { lotSize } = ipo
  const upper = ipo.priceMax ?? ipo.issuePrice
  if (lotSize === null || upper === null) return []
  const price = paise(upper)
  const isSince = (day: string) => ipo.openDate === null || ipo.openDate >= day
  const isSme = ipo.board === 'SME'
  const isNewSme = isSme && isSince('2025-07-01')
  const lotsFor = (rupees: number, at = price) => Math.floor(paise(rupees) / (at * lotSize))
  const entry = (category: string, min: number, max: number | null, at = price) =>
    max !== null && min > max
      ? []
      : [
          {
            category,
            ...{ minLots: min, minShares: min * lotSize, minAmount: (min * lotSize * at) / 100 },
            ...(max === null
              ? { maxLots: null, maxShares: null, maxAmount: null }
              : { maxLots: max, maxShares: max * lotSize, maxAmount: (max * lotSize * at) / 100 }),
          },
        ]
  const fewest = isNewSme ? 2 : 1
  const retail = isSme ? fewest : lotsFor(limit('retailLimit') ?? 200_000)
  const most = limit('niiMaxShares') === null ? null : Math.floor(limit('niiMaxShares') / lotSize)
  const hasBand = ipo.priceMin !== null && ipo.priceMax !== null && ipo.priceMin < ipo.priceMax
  const isBookBuilt = ipo.issueType === 'book-built' || (ipo.issueType !== 'fixed-price' && hasBand)
  const tenLakhs = Math.max(retail, lotsFor(1_000_000))
  const nii = (isSme ? isNewSme && isBookBuilt : isSince('2022-04-01'))
    ? [
        ...entry('SNII', retail + 1, most === null ? tenLakhs : Math.min(tenLakhs, most)),
        ...entry('BNII', tenLakhs + 1, most),
      ]
    : entry('NII', retail + 1, most)
  const reserved = (category: string) => limit('reservedFor')?.includes(category)
  const staffLimit = limit('employeeLimit') ?? (isSme && !isNewSme ? null : 500_000)
  const staffPrice = price - paise(ipo.employeeDiscount ?? 0)
  const ownersLimit = limit('shareholderLimit')
  return [
    ...entry('RII', fewest, retail),
    ...nii,
    ...(reserved('EMP') && staffLimit !== null && staffPrice > 0
      ? entry('EMP', fewest, lotsFor(staffLimit, staffPrice), staffPrice)
      : []),
    ...(reserved('SHA') && ownersLimit !== null ? entry('SHA', fewest, lotsFor(ownersLimit)) : []),
  ]
}

/** The first days on which limits of SME listings were in force: 90 percent above, 20 percent below. */
const UPPER_SINCE: Readonly<Record<string, string>> = { NSE: '2024-07-04', BSE: '2025-01-01' }
const LOWER_SINCE: Readonly<Record<string, string>> = { NSE: '2025-08-04', BSE: '2025-01-01' }

/** The limit that the opening price of an SME share lies at, within a tick of 5 paise. */
export function limitOf({ listing, issuePrice, board }: Answered): string | null {
  if (board !== 'SME' || issuePrice === null) return null
  const isNear = (percent: number) =>
    Math.abs(paise(listing.listingPrice) - Math.round((paise(issuePrice) * percent) / 100)) <= 5
  const isSince = (days: Readonly<Record<string, string>>) =>
    listing.listedOn >= (days[listing.exchange] ?? '')
  if (isSince(UPPER_SINCE) && isNear(190)) return 'upper'
  return isSince(LOWER_SINCE) && isNear(80) ? 'lower' : null
}

/** A range needs a current GMP, and 50 past listings. Its ends are checked elsewhere, by the past listings. */
export const isRange = ({ value, from }: Answered, ipo: Answered): boolean =>
  from.includes('lastGmpPct') &&
  ipo.status !== 'LISTED' &&
  !ipo.withdrawn &&
  value.lowPct <= value.highPct &&
  value.lowPct >= -100 &&
  value.listings >= 50 &&
  (value.judged === 0) === (value.heldPct === null)

/** The known registrar that the printed name mentions first, at the beginning of a word; else the name as printed. */
export function registrarFrom(printed: string): Answered {
  const words = printed
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  for (const i of words.keys()) {
    const rest = words.slice(i).join('')
    const known = KNOWN_REGISTRARS.find(([patterns]) => patterns.some((start) => rest.startsWith(start)))
    if (known) return { name: known[1], allotmentUrl: known[2] }
  }
  return { name: printed.trim(), allotmentUrl: null }
}

/** Days and states of subscription: the fact behind an entry must be of its day and category, and one book is used. */
export function readingFaults(
  ipo: Answered,
  figureAt: (path: string) => Answered,
  factOf: (id: number) => Answered,
): string[] {
  const faults: string[] = []
  const books = new Set<string>()
  const ends = biddingEnds(ipo)
  const factsAt = (path: string): Answered[] => (figureAt(path)?.facts ?? []).map(factOf)
  for (const [i, { day, category, isFinal, timesSub }] of ipo.subsByDay.entries()) {
    const [multiple, ...counts] = ['timesSub', 'sharesOffered', 'sharesBid', 'applications'].map((key) =>
      factsAt(`subsByDay[${i}].${key}`),
    )
    const all = [...(multiple ?? []), ...counts.flat()]
    const newest = all.toSorted((a, b) => (a.observedAt < b.observedAt ? 1 : -1))[0]
    const main = timesSub === null ? newest : multiple?.[0]
    for (const { observedAt, said } of all) {
      books.add(said.book)
      const read = indianDay(observedAt)
      // Read in the night, on holidays or after the close, it belongs to an earlier day of bidding.
      const isOfLater = read < day || (read > day && ipo.openDate === null && ipo.closeDate === null)
      if (isOfLater || said.category !== category)
        faults.push(`subsByDay[${i}] has a fact of ${observedAt} about ${said.category}`)
    }
    if (isFinal !== (ends !== undefined && ends.getTime() <= Date.parse(main?.observedAt)))
      faults.push(`subsByDay[${i}] is final: ${isFinal}`)
  }
  for (const i of ipo.subs.keys()) for (const { said } of factsAt(`subs[${i}].timesSub`)) books.add(said.book)
  if (books.size > 1) faults.push(`several books are used: ${[...books]}`)
  return faults
}

/** The chances by the published figures. Which exchanges a reading is of is not in the answer. */
export function areChances({ value, from }: Answered, ipo: Answered): boolean {
  const crore = (ipo.freshIssueCr ?? 0) + (ipo.offerForSaleCr ?? 0)
  const shares =
    (ipo.freshIssueCr === null ? (ipo.freshIssueShares ?? 0) : 0) +
    (ipo.offerForSaleCr === null ? (ipo.offerForSaleShares ?? 0) : 0)
  const sizeAt = (price: number) => (crore * 10_000_000) / price + shares
  const isScaled = crore > 0 && ipo.priceMin !== null && ipo.priceMax > ipo.priceMin
  const scale = isScaled ? sizeAt(ipo.priceMax) / sizeAt(ipo.priceMin) : 1
  return value.every(({ category, chance, basis, applications, allotments, asOf }: Answered) => {
    const read = ipo.subsByDay.filter((one: Answered) => one.category === category)
    const bids = read.findLast(({ timesSub }: Answered) => timesSub !== null) ?? read.at(-1)
    const smallest = ipo.application.find((one: Answered) => one.category === category)
    const at = `subsByDay[${ipo.subsByDay.indexOf(bids)}]`
    const isNamed = ['sharesOffered', 'sharesBid', 'applications'].every(
      (key) => from.includes(`${at}.${key}`) === (bids[key] !== null),
    )
    const shown = ipo.subs.find((one: Answered) => one.category === category)
    if (!isNamed || (shown && shown.observedAt !== asOf)) return false
    const made =
      smallest && bids.sharesOffered !== null
        ? Math.floor((bids.sharesOffered * scale) / smallest.minShares + 1e-6)
        : null
    const isPair = ipo.board === 'SME' && smallest?.minLots === 2 && bids.sharesBid !== null
    const applied = bids.applications ?? (isPair ? Math.ceil(bids.sharesBid / smallest.minShares) : null)
    if (made !== allotments || applied !== applications) return false
    if (basis !== (applied === null ? 'at-least' : 'applications')) return false
    if (made === null) return chance === null
    const demand = applied ?? (bids.sharesBid === null ? null : bids.sharesBid / smallest?.minShares)
    if (chance === null) return demand === null || ipo.exchanges?.length !== 1
    const exact = made === 0 ? 0 : Math.min(1, made / demand)
    return chance <= exact && exact - chance < 0.0001 + 1e-9
  })
}
