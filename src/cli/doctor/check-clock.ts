import { type Instant, istClock, msOf } from '../../market/calendar.ts'
import { type Db, isOnPostgres } from '../../store/engines/db.ts'
import { serverClock } from '../../store/upkeep/condition.ts'
import { marketVersion } from '../../store/version/market-version.ts'
import { type Examined, type Findings, fail, ok, warn } from './finding.ts'

const SECOND_MS = 1000
/** Smaller differences are ignored: facts are stamped slightly after their commit, and requests take time. */
const NOTICED_MS = 2 * SECOND_MS
const WRONG_MS = 60 * SECOND_MS

const SET_IT = 'set the clock, and keep it synchronized (timedatectl set-ntp true)'

export async function* checkClock({ db, now }: Examined): Findings {
  if (db && isOnPostgres(db)) yield againstServer(await msAheadOf(db, now))
  const clock = now()
  const shown = `it is ${istClock(clock)} in India`
  const { version, recorded } = db ? await marketVersion(db) : { version: 0, recorded: '' }
  if (version === 0) yield ok(shown)
  else if (msOf(recorded) - msOf(clock) < NOTICED_MS) yield ok(`${shown}, after the newest fact`)
  else
    yield fail(
      `${shown} by this machine's clock, but the newest facts were recorded at ${istClock(recorded)}`,
      `${SET_IT}; if it is right, it was wrong then, and new facts are stamped after those`,
    )
  yield isZoneKnown()
    ? ok('time zone data of India is available')
    : fail('this Node has no time zone data of India', 'run Greymark with the Node that "npm ci" brings')
}

/** By how much this clock is ahead of that of the database. */
async function msAheadOf(db: Db, now: () => Instant): Promise<number> {
  const before = msOf(now())
  const server = msOf(await serverClock(db))
  return (before + msOf(now())) / 2 - server
}

/** Several machines stamp facts, so their clocks must agree. */
function againstServer(aheadMs: number) {
  const size = Math.abs(aheadMs)
  if (size < NOTICED_MS) return ok(`agrees with the database's`)
  const level = size < WRONG_MS ? warn : fail
  return level(
    `this machine's clock is ${(size / SECOND_MS).toFixed(1)} seconds ${aheadMs < 0 ? 'behind' : 'ahead of'} the database's`,
    `find out which of the two is wrong; there, ${SET_IT}`,
  )
}

function isZoneKnown(): boolean {
  try {
    const at = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', timeStyle: 'short' })
    return at.format(0) === '05:30'
  } catch {
    return false
  }
}
