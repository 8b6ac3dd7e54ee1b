import { type Instant, istClock, msOf } from '../../market/calendar.ts'
import { type Db, isOnPostgres } from '../../store/engines/db.ts'
import { serverClock } from '../../store/upkeep/condition.ts'
import { marketVersion } from '../../store/version/market-version.ts'
import { type Finding, findingsOf } from './finding.ts'

const { fail, ok, warn } = findingsOf('clock')

const SECOND_MS = 1000
/** Smaller differences are ignored: facts are stamped slightly after their commit, and requests take time. */
const NOTICED_MS = 2 * SECOND_MS
const WRONG_MS = 60 * SECOND_MS

const SET_IT = 'set the clock, and keep it synchronized (timedatectl set-ntp true)'

export async function checkClock(db: Db | null, now: () => Instant): Promise<Finding[]> {
  const findings = [await againstServer(db, now), await againstFacts(db, now), zoneOfIndia()]
  return findings.flatMap((finding) => finding ?? [])
}

/** Compares with the clock of the database. Several machines stamp facts, so their clocks must agree. */
async function againstServer(db: Db | null, now: () => Instant): Promise<Finding | null> {
  if (!db || !isOnPostgres(db)) return null
  const before = msOf(now())
  const server = msOf(await serverClock(db))
  const differenceMs = server - (before + msOf(now())) / 2
  const difference = `${Math.abs(differenceMs / SECOND_MS).toFixed(1)} seconds ${differenceMs > 0 ? 'behind' : 'ahead of'} the database's`
  if (Math.abs(differenceMs) < NOTICED_MS) return ok(`agrees with the database's`)
  const todo = `find out which of the two is wrong; there, ${SET_IT}`
  return Math.abs(differenceMs) < WRONG_MS
    ? warn(`this machine's clock is ${difference}`, todo)
    : fail(`this machine's clock is ${difference}`, todo)
}

async function againstFacts(db: Db | null, now: () => Instant): Promise<Finding> {
  const clock = now()
  const shown = `it is ${istClock(clock)} in India`
  const { version, recorded } = db ? await marketVersion(db) : { version: 0, recorded: '' }
  if (version === 0) return ok(shown)
  if (msOf(recorded) - msOf(clock) < NOTICED_MS) return ok(`${shown}, after the newest fact`)
  const found = `${shown} by this machine's clock, but the newest facts were recorded at ${istClock(recorded)}`
  return fail(found, `${SET_IT}; if it is right, it was wrong then, and new facts are stamped after those`)
}

function zoneOfIndia(): Finding {
  try {
    const at = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', timeStyle: 'short' })
    if (at.format(0) === '05:30') return ok('time zone data of India is available')
  } catch {
    // Reported below, with what to do.
  }
  return fail('this Node has no time zone data of India', 'run Greymark with the Node that "npm ci" brings')
}
