import { parseArgs } from 'node:util'
import { knownSources } from '../../collect/own-sources.ts'
import { loadConfig } from '../../config.ts'
import { openDemoMarket } from '../../demo/demo-market.ts'
import { istDay } from '../../market/calendar.ts'
import { ipoAnswer } from '../../reports/ipos/ipo-among-others.ts'
import { suggestions } from '../../reports/ipos/suggestions.ts'
import { ownersAmong } from '../../sources/registry.ts'
import type { Db } from '../../store/engines/db.ts'
import { marketVersion } from '../../store/version/market-version.ts'
import { settledVersion } from '../../store/version/pending-commit.ts'
import { type Command, EXIT, type ExitCode, UsageError } from '../command.ts'
import { ipoText } from '../ipo-text.ts'
import { pastMoment } from '../moments.ts'
import { withStore } from '../open-store.ts'

const OPTIONS = { json: { type: 'boolean', default: false }, 'as-of': { type: 'string' } } as const

export const help = `Usage: greymark show SLUG [--as-of TIME] [--json]

Prints one IPO: its terms, what you can apply for, its announced and expected days,
its registrar and documents, its GMP, and its subscription.

  --as-of TIME   as it was known at a past moment, such as 2026-01-14T12:00:00Z;
                 a day means its last moment in India
  --json         print what the API publishes as "ipo"

Exit codes: 0 found, 1 no IPO has this slug, 2 wrong arguments or settings.`

export const run: Command['run'] = async (args, terminal) => {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  const [slug, ...more] = positionals
  if (slug === undefined || more.length > 0) throw new UsageError('give one slug, such as acme-foods')
  const asOf = pastMoment('--as-of', values['as-of'], terminal.now()) ?? null

  const owners = ownersAmong(knownSources(loadConfig(terminal.env).SOURCE_FILES))
  const work = async (store: Db): Promise<ExitCode> => {
    const version =
      asOf === null ? (await marketVersion(store)).version : await settledVersion(store, asOf, terminal.now())
    if (version === null) throw new Error('a commit in progress may add facts to this moment; try again soon')
    const demo = version === 0 ? await openDemoMarket(terminal.now()) : undefined
    const market = { ...(demo?.served() ?? { db: store, version }), owners }
    const moment = { version: market.version, asOf, clock: asOf ?? terminal.now() }
    const report = await ipoAnswer(market, moment, slug)
    const similar = report ? [] : await suggestions(market.db, moment, slug)
    await demo?.close()
    if (!report) {
      const hint =
        similar.length > 0 ? `; did you mean ${similar.map((each) => each.slug).join(' or ')}?` : ''
      terminal.stderr.write(`no IPO has the slug "${slug}"${asOf === null ? '' : ` at ${asOf}`}${hint}\n`)
      return EXIT.failed
    }
    if (demo) terminal.stderr.write('DEMO: the store holds no facts; this company is invented\n')
    terminal.stdout.write(
      values.json ? `${JSON.stringify(report.ipo)}\n` : ipoText(report.ipo, istDay(moment.clock)),
    )
    return EXIT.done
  }
  return withStore(terminal, work, { use: 'read' })
}
