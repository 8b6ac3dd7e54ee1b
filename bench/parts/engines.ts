import { hasPostgres, newFolder, startPostgres } from '../../test/support/postgres/server.ts'
import type { Part } from '../figure.ts'
import { PAGES, WHOLE_MARKET } from '../market/kinds.ts'
import { builtStore, importMarket, sizeText } from '../market/stores.ts'
import { moveTo } from '../run/processes.ts'
import { singles, startSides } from '../run/singles.ts'

const DATABASE = 'greymark'
/** A quarter of the memory of a small server, as PostgreSQL's documentation advises, and no waiting for the disk. */
const SETTINGS = { shared_buffers: '256MB', max_connections: '100', fsync: 'off' }

export const engines: Part = {
  name: 'engines',
  about: 'single requests for what was not requested before: PostgreSQL against SQLite',
  async run(bench) {
    if (!hasPostgres()) return { figures: [], note: 'There is no PostgreSQL for this platform.' }
    const { file, size } = await builtStore(bench, 'middle')
    const postgres = await startPostgres(SETTINGS, newFolder(bench.folder))
    const kill = () => process.kill(postgres.pid, 'SIGINT')
    process.once('exit', kill)
    try {
      await postgres.query(`create database ${DATABASE}`)
      await importMarket(bench, postgres.url(DATABASE), size)
      // What autovacuum does within minutes, so that the figures do not depend on whether it has.
      await postgres.query('vacuum analyze', DATABASE)
      moveTo('servers', postgres.pid)
      const sides = await startSides({ store: postgres.url(DATABASE), size }, { store: file, size })
      const measured = await singles(bench, [...PAGES, ...WHOLE_MARKET], sides, ({ work }, ours, theirs) => {
        if (ours.body.length !== theirs.body.length)
          throw new Error(
            `${work} has ${ours.body.length} bytes on PostgreSQL, ${theirs.body.length} on SQLite`,
          )
      })
      return {
        figures: measured.map((figure) => ({ ...figure, against: 'SQLite', goal: { atMost: 2 } })),
        note: `Both stores have ${sizeText(size)}. PostgreSQL 18 has its default settings, except for 256 MB of shared buffers; its statistics are fresh. Median of one request at a time, to both in turn; both answers must have the same length.`,
      }
    } finally {
      process.off('exit', kill)
      await postgres.stop()
    }
  },
}
