import { loadConfig } from '../../config.ts'
import { openDemoMarket } from '../../demo/demo-market.ts'
import { DAY_MS } from '../../market/calendar.ts'
import type { ServedMarket } from '../../reports/served-market.ts'
import { sourceChoice } from '../../service/source-choice.ts'
import { ownersAmong } from '../../sources/registry.ts'
import type { OnProgress } from '../../static-copy/copy-run.ts'
import { publishCopy } from '../../static-copy/publish-copy.ts'
import type { Db } from '../../store/engines/db.ts'
import { marketVersion } from '../../store/version/market-version.ts'
import { count } from '../../texts/format.ts'
import { defineCommand, EXIT, type Kind } from '../command.ts'
import { withStore } from '../open-store.ts'
import { progress } from '../progress.ts'
import { DRY_RUN, text, wholeNumber } from '../values.ts'

const MINUTE_MS = 60_000
/** How many files that were left out are named. */
const MOST_NAMED = 5

/** The root of a host: links on pages begin with a slash. */
const publicUrl: Kind<string> = {
  shown: 'URL',
  expected: 'the http or https address of a host without a path, such as https://ipo.example',
  read: hostRoot,
}

function hostRoot(given: string): string | undefined {
  const url = /^https?:\/\/[^/?#@]+\/?$/.test(given) ? URL.parse(given) : null
  return url?.origin
}

export const command = defineCommand({
  about: `Writes the pages and the JSON of the present moment as a folder of files that any static host can
    serve, without a server of Greymark. Run it again after each collection: only what has changed is
    written, and DIR is a complete copy at every moment.

    DIR is a symbolic link to a folder in DIR.copies. For hosts that upload a folder, it is the one to
    upload. docs/publishing.md leads from nothing to a public site.`,
  arguments: {
    path: { kind: text('DIR'), help: 'the folder to write', isRequired: true },
  },
  options: {
    url: { kind: publicUrl, help: 'the address at which it will be served; PUBLIC_URL if not given' },
    dealDays: {
      kind: wholeNumber('DAYS', 1, 366),
      help: 'the days whose deals get pages',
      standard: '30',
    },
    every: {
      kind: wholeNumber('MINUTES', 5, (7 * DAY_MS) / MINUTE_MS),
      help: 'the time until the next run, from which visitors see that it did not take place',
      standard: '60',
    },
    dryRun: DRY_RUN,
  },
  examples: ['site', 'site --url https://ipo.example --every 30'],
  exits: ['written', 'could not be written; DIR is as before'],
  run: async ({ path, url, dealDays, every, dryRun }, terminal) => {
    const { env, now, stdout, stderr } = terminal
    const settings = loadConfig(env)
    const root = url ?? (settings.PUBLIC_URL && hostRoot(settings.PUBLIC_URL))
    if (root === undefined)
      throw new Error(
        `PUBLIC_URL has a path, and a copy needs a host of its own: give ${publicUrl.shown} by --url`,
      )
    const config = { ...settings, PUBLIC_URL: root }
    const sources = sourceChoice(config)
    const work = async (store: Db) => {
      const { version, recorded } = await marketVersion(store)
      const clock = now()
      const demo = version === 0 ? await openDemoMarket(clock) : undefined
      const market: ServedMarket = {
        ...{ db: store, demo: false, version, committed: recorded, ...demo?.served() },
        ...{
          userStore: store,
          owners: ownersAmong(sources.known),
          isUnavailable: false,
          history: 0,
          servedSince: clock,
        },
      }
      if (demo) stderr.write('DEMO: the store holds no facts; every company in this copy is invented\n')
      const onProgress: OnProgress = (done, all) =>
        progress(terminal, `${count(done)} of ${count(all)} addresses`)
      const options = { path, config, market, sources, clock, dealDays, everyMs: every * MINUTE_MS, dryRun }
      const { files, bytes, written, removed, leftOut } = await publishCopy({
        ...options,
        onProgress,
      }).finally(() => demo?.close())
      progress(terminal, '')
      const mb = (bytes / 1024 / 1024).toFixed(1)
      const news = `${count(written)} ${dryRun ? 'would be written' : 'written'}, ${count(removed)} removed`
      stdout.write(`${path}: ${count(files)} files, ${mb} MB; ${news}\n`)
      if (leftOut.length > 0)
        stdout.write(
          `left out, because hosts take 20,000 files of 25 MiB: ${count(leftOut.length)} files, such as ${leftOut.slice(0, MOST_NAMED).join(', ')}\n`,
        )
    }
    await withStore(terminal, 'read', work)
    return EXIT.done
  },
})
