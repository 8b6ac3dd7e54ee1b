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
import { defineCommand, EXIT } from '../command.ts'
import { ipoText } from '../ipo-text.ts'
import { withStore } from '../open-store.ts'
import { pastMoment, text } from '../values.ts'

export const command = defineCommand({
  about: `Prints one IPO: its terms, what you can apply for, its announced and expected days, its registrar
    and documents, its GMP, and its subscription.`,
  arguments: {
    slug: { kind: text('SLUG'), help: 'its name in addresses, such as acme-foods', isRequired: true },
  },
  options: {
    asOf: {
      kind: pastMoment,
      help: `as it was known at a past moment, such as 2026-01-14T12:00:00Z; a day means its last moment in
        India`,
    },
    json: { help: 'print what the API publishes as "ipo"' },
  },
  examples: ['acme-foods', 'acme-foods --as-of 2026-01-14'],
  exits: ['found', 'no IPO has this slug'],
  run: async ({ slug, asOf = null, json }, terminal) => {
    const { env, now, stdout, stderr } = terminal
    const owners = ownersAmong(knownSources(loadConfig(env).SOURCE_FILES))
    const work = async (store: Db) => {
      const version =
        asOf === null ? (await marketVersion(store)).version : await settledVersion(store, asOf, now())
      if (version === null)
        throw new Error('a commit in progress may add facts to this moment; try again soon')
      const demo = version === 0 ? await openDemoMarket(now()) : undefined
      const market = { ...(demo?.served() ?? { db: store, version }), owners }
      const moment = { version: market.version, asOf, clock: asOf ?? now() }
      const report = await ipoAnswer(market, moment, slug)
      const similar = report ? [] : await suggestions(market.db, moment, slug)
      await demo?.close()
      if (!report) {
        const hint =
          similar.length > 0 ? `; did you mean ${similar.map((each) => each.slug).join(' or ')}?` : ''
        stderr.write(`no IPO has the slug "${slug}"${asOf === null ? '' : ` at ${asOf}`}${hint}\n`)
        return EXIT.failed
      }
      if (demo) stderr.write('DEMO: the store holds no facts; this company is invented\n')
      const { ipo, view } = report
      const tradedOn = view.state === 'trading' ? view.dayOf('lists') : null
      stdout.write(json ? `${JSON.stringify(ipo)}\n` : ipoText(ipo, istDay(moment.clock), tradedOn))
      return EXIT.done
    }
    return withStore(terminal, 'read', work)
  },
})
