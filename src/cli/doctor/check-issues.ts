import type { Instant } from '../../market/calendar.ts'
import { Owners } from '../../market/facts/publisher.ts'
import { termConflicts } from '../../reports/ipos/term-conflicts.ts'
import type { Db } from '../../store/engines/db.ts'
import { marketVersion } from '../../store/version/market-version.ts'
import { counted } from '../../texts/format.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warn } = findingsOf('issues')

/** As many are named; the others are counted. */
const NAMED = 5

/** Whether the terms of issues that are not listed yet contradict the rules, or lack the holidays for their days. */
export async function checkIssues(db: Db | null, clock: Instant): Promise<Finding[]> {
  if (!db) return []
  const { version } = await marketVersion(db)
  const market = { db, owners: new Owners() }
  const { unlisted, minimums, withoutHolidays } = await termConflicts(market, { version, asOf: null, clock })
  const findings: Finding[] = []
  if (minimums.length > 0)
    findings.push(
      warn(
        `${counted(minimums.length, 'printed minimum of lots differs', 'printed minimums of lots differ')} from the rule: ${named(minimums.map(({ slug, minLots }) => `${slug} ${minLots}`))}`,
        'nothing: applications follow the rule; look at the document if you doubt it',
      ),
    )
  if (withoutHolidays.length > 0)
    findings.push(
      warn(
        `the holidays behind the expected days of ${counted(withoutHolidays.length, 'issue')} are not recorded: ${named(withoutHolidays)}`,
        'collect "nse-holidays", or import them as "holiday" facts',
      ),
    )
  return findings.length > 0
    ? findings
    : [ok(`nothing contradicts the rules in ${counted(unlisted, 'unlisted issue')}`)]
}

const named = (all: readonly string[]): string =>
  all.length <= NAMED ? all.join(', ') : `${all.slice(0, NAMED).join(', ')} and ${all.length - NAMED} more`
