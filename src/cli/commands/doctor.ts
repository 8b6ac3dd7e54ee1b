import { closeDb } from '../../store/engines/db.ts'
import { counted } from '../../texts/format.ts'
import { canDrawCards } from '../../web/cards/draw-card.ts'
import { defineCommand, EXIT, type Terminal } from '../command.ts'
import { checkAlertFile } from '../doctor/check-alerts.ts'
import { checkClock } from '../doctor/check-clock.ts'
import { checkDatabase, checkRead, type OpenedStore } from '../doctor/check-database.ts'
import { checkDisk } from '../doctor/check-disk.ts'
import { checkIssues } from '../doctor/check-issues.ts'
import { checkPorts } from '../doctor/check-port.ts'
import { checkSettings } from '../doctor/check-settings.ts'
import { checkSourceSettings } from '../doctor/check-sources.ts'
import { type Finding, findingsOf, guarded } from '../doctor/finding.ts'

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

async function examine({ env, now }: Terminal): Promise<Finding[]> {
  const { settings, findings } = checkSettings(env)
  const store: OpenedStore = { handles: [], db: null }
  const checks: readonly [string, () => ReturnType<Parameters<typeof guarded>[1]>][] = [
    ['database', () => checkDatabase(settings, store)],
    ['replica', () => checkRead(settings, store)],
    ['clock', () => checkClock(store.db, now)],
    ['disk', () => checkDisk(settings)],
    ['sources', () => checkSourceSettings(settings, store.db, now())],
    ['issues', () => checkIssues(store.db, now())],
    ['cards', async () => checkCards()],
    ['alerts', () => checkAlertFile(settings, env, store.db, now())],
    ['port', () => checkPorts(settings)],
  ]
  const all = [...findings]
  for (const [name, run] of checks) all.push(...(await guarded(name, run)))
  for (const db of store.handles) await closeDb(db)
  return all
}

/** Without its renderer the service has no cards, and everything else. */
const checkCards = (): Finding[] =>
  canDrawCards()
    ? []
    : [
        findingsOf('cards').warn(
          'the pictures beside shared links cannot be drawn: @resvg/resvg-js has no binary for this platform, or npm left it out',
          'nothing if you do not miss them; else install again without --omit=optional, or use a platform that it supports',
        ),
      ]

function describe({ stdout }: Terminal, findings: readonly Finding[]): void {
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
