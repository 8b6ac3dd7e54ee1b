import { Owners } from '../../market/facts/publisher.ts'
import { termConflicts } from '../../reports/ipos/term-conflicts.ts'
import { marketVersion } from '../../store/version/market-version.ts'
import { counted } from '../../texts/format.ts'
import { type Examined, type Findings, ok, warn } from './finding.ts'

/** As many are named; the others are counted. */
const NAMED = 5

/** Whether the terms of issues that are not listed yet contradict the rules, or lack the holidays for their days. */
export async function* checkIssues({ db, now }: Examined): Findings {
  if (!db) return
  const { version } = await marketVersion(db)
  const market = { db, owners: new Owners() }
  const { unlisted, minimums, withoutHolidays } = await termConflicts(market, {
    version,
    asOf: null,
    clock: now(),
  })
  if (minimums.length + withoutHolidays.length === 0)
    yield ok(`nothing contradicts the rules in ${counted(unlisted, 'unlisted issue')}`)
  if (minimums.length > 0)
    yield warn(
      `${counted(minimums.length, 'printed minimum of lots differs', 'printed minimums of lots differ')} from the rule: ${named(minimums.map(({ slug, minLots }) => `${slug} ${minLots}`))}`,
      'nothing: applications follow the rule; look at the document if you doubt it',
    )
  if (withoutHolidays.length > 0)
    yield warn(
      `the holidays behind the expected days of ${counted(withoutHolidays.length, 'issue')} are not recorded: ${named(withoutHolidays)}`,
      'collect "nse-holidays", or import them as "holiday" facts',
    )
}

const named = (all: readonly string[]): string =>
  all.length <= NAMED ? all.join(', ') : `${all.slice(0, NAMED).join(', ')} and ${all.length - NAMED} more`
