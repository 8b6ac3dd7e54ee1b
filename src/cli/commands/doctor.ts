import { readSettings } from '../../config.ts'
import { closeDb } from '../../store/engines/db.ts'
import { counted } from '../../texts/format.ts'
import { canDrawCards } from '../../web/cards/draw-card.ts'
import { defineCommand, EXIT, type Terminal } from '../command.ts'
import { checkAlerts } from '../doctor/check-alerts.ts'
import { checkClock } from '../doctor/check-clock.ts'
import { checkDatabase, checkRead } from '../doctor/check-database.ts'
import { checkDisk } from '../doctor/check-disk.ts'
import { checkIssues } from '../doctor/check-issues.ts'
import { checkPorts } from '../doctor/check-port.ts'
import { checkSettings } from '../doctor/check-settings.ts'
import { checkSources } from '../doctor/check-sources.ts'
import {
  type CheckedFinding,
  type Examined,
  type Finding,
  type Findings,
  guarded,
  warn,
} from '../doctor/finding.ts'

export const command = defineCommand({
  about: `Checks all that Greymark needs with these settings, changes nothing, and prints for each check what
    was found: ok, warn (it works, but needs attention) or FAIL (it does not work), and what to do. It may
    be run while Greymark runs, and when nothing works. Passwords are not shown.`,
  options: { json: { help: 'print the findings as JSON' } },
  exits: ['nothing fails', 'something fails'],
  run: async ({ json }, terminal) => {
    const findings = await examine(terminal)
    const isOk = findings.every(({ level }) => level !== 'FAIL')
    if (json) terminal.stdout.write(`${JSON.stringify({ ok: isOk, findings })}\n`)
    else describe(terminal, findings)
    return isOk ? EXIT.done : EXIT.failed
  },
})

const CHECKS: Readonly<Record<string, (examined: Examined) => Findings>> = {
  settings: checkSettings,
  database: checkDatabase,
  replica: checkRead,
  clock: checkClock,
  disk: checkDisk,
  sources: checkSources,
  issues: checkIssues,
  cards: checkCards,
  alerts: checkAlerts,
  port: checkPorts,
}

async function examine({ env, now }: Terminal): Promise<CheckedFinding[]> {
  const examined: Examined = { ...readSettings(env), env, now, db: null, opened: [] }
  const all: CheckedFinding[] = []
  for (const [check, run] of Object.entries(CHECKS))
    for (const finding of await guarded(run(examined))) all.push({ check, ...finding })
  for (const db of examined.opened) await closeDb(db)
  return all
}

/** Without its renderer the service has no cards, and everything else. */
async function* checkCards(): Findings {
  if (!canDrawCards())
    yield warn(
      'the pictures beside shared links cannot be drawn: @resvg/resvg-js has no binary for this platform, or npm left it out',
      'nothing if you do not miss them; else install again without --omit=optional, or use a platform that it supports',
    )
}

function describe({ stdout }: Terminal, findings: readonly CheckedFinding[]): void {
  const width = Math.max(...findings.map(({ check }) => check.length))
  for (const { check, level, found, todo } of findings) {
    stdout.write(`${level.padEnd(4)}  ${check.padEnd(width)}  ${found}\n`)
    if (todo !== null) stdout.write(`${' '.repeat(width + 8)}to do: ${todo}\n`)
  }
  const count = (searched: Finding['level']) => findings.filter(({ level }) => level === searched).length
  const failing =
    count('FAIL') === 0 ? 'no check fails' : counted(count('FAIL'), 'check fails', 'checks fail')
  stdout.write(`${failing}, ${counted(count('warn'), 'warning')}\n`)
}
