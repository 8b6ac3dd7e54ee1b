import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../src/store/engines/db.ts'
import { promote, startSynchronousStandby } from '../support/postgres/standby.ts'
import { run, serve } from '../support/processes.ts'
import { recordAll } from '../support/record.ts'
import { startUpstreams, type UpstreamDocument, type Upstreams } from '../support/upstreams.ts'
import { land, landing, now, PATHS, shown, startCluster, warm } from './cluster.ts'
import { startLoad } from './load.ts'
import { QUICK } from './prepared-files.ts'

/** The time after a promotion until all have found the new primary, in milliseconds. */
const BACK_WITHIN_MS = 15_000
const WITHIN_MS = 240_000

const ARCHIVE = 'https://nsearchives.nseindia.com/content/equities'
const HEAD =
  'Date,Symbol,Security Name,Client Name,Buy/Sell,Quantity Traded,Trade Price / Wght. Avg. Price,Remarks'
const DISCLOSED: readonly UpstreamDocument[] = [
  {
    url: `${ARCHIVE}/bulk.csv`,
    type: 'csv',
    body: `${HEAD}\n11-MAR-2025,KAMALTEX,Kamal Textiles Limited,SURAJ FUND,BUY,1000,467.70,-\n`,
  },
  { url: `${ARCHIVE}/block.csv`, type: 'csv', body: `${HEAD}\nNO RECORDS,,,,,,,\n` },
]

/**
 * Upstreams for one collector only, so that the test knows which collector is active. The last document is held back.
 */
async function upstreamsOfOne(): Promise<Upstreams & { readonly isAsked: Promise<void> }> {
  const upstreams = await startUpstreams()
  onTestFinished(upstreams.close)
  upstreams.serve(DISCLOSED)
  const isAsked = new Promise<void>((resolve) => {
    upstreams.holdBack(({ pathname }) => pathname.endsWith('/block.csv'), resolve)
  })
  return { ...upstreams, isAsked }
}

test('three services and two collectors continue when the active collector and then the primary are killed', {
  timeout: WITHIN_MS,
}, async () => {
  const { primary, forwarder, url, db, urlAt } = await startCluster()
  const standby = await startSynchronousStandby(primary, QUICK)
  onTestFinished(() => standby.stop())
  const services = await Promise.all([
    serve({ DATABASE_URL: url }),
    serve({ DATABASE_URL: url }),
    serve({ DATABASE_URL: url, DATABASE_READ_URL: urlAt(standby) }),
  ])
  const addresses = services.map(({ address }) => address)
  await warm(addresses)
  const load = startLoad(addresses, PATHS)
  const collectors = await Promise.all(
    [1, 2].map(async () => {
      const upstreams = await upstreamsOfOne()
      const collecting = { COLLECT: 'on', SOURCES: 'nse-deals', UPSTREAM_BASE: upstreams.base }
      return { upstreams, process: await serve({ DATABASE_URL: url, ...collecting }) }
    }),
  )

  for (let i = 1; i <= 2; i++) await land(db, addresses, `landed-${i}`)
  const lines = landing('imported').map((line) => `${JSON.stringify(line)}\n`)
  expect(await run(['import', '-'], { DATABASE_URL: url }, lines.join(''))).toMatchObject({ code: 0 })
  await shown(addresses, 'imported')

  // The collector whose upstreams get the first request is the active one; it is killed in the middle of its round.
  const first = await Promise.race(collectors.map(({ upstreams }, i) => upstreams.isAsked.then(() => i)))
  const [inCharge, other] = first === 0 ? collectors : collectors.toReversed()
  expect(other?.upstreams.log).toEqual([])
  await inCharge?.process.end('SIGKILL')
  other?.upstreams.holdBack(
    () => false,
    () => undefined,
  )
  const collected = async () =>
    (await fetch(`${addresses[2]}/api/public/market/deals?symbol=KAMALTEX`).then((r) => r.json())).deals
  await expect.poll(collected).toHaveLength(1)

  const settings = { DATABASE_URL: url }
  const before = (await run(['export'], settings)).stdout.trimEnd().split('\n')
  const writer = startWriter(db)
  await writer.hasLanded(4)
  await primary.kill()
  forwarder.cut()
  await promote(standby)
  forwarder.pointAt(standby.port)
  await writer.hasLanded(4)
  const acknowledged = await writer.stop()
  await shown(addresses, acknowledged.at(-1) as string, BACK_WITHIN_MS)
  for (let i = 1; i <= 2; i++) await land(db, addresses, `after-${i}`)
  const locks = () => standby.query(`select count(*)::int as held from pg_locks where locktype = 'advisory'`)
  await expect.poll(locks).not.toEqual([{ held: 0 }])

  await load.stop()
  expect(load.faults).toEqual([])
  const after = (await run(['export'], settings)).stdout.trimEnd().split('\n')
  expect(new Set(after).size).toBe(after.length)
  expect(after).toEqual(expect.arrayContaining(before))
  const added = after.filter((line) => !before.includes(line)).map((line) => JSON.parse(line))
  const expected = [...acknowledged, 'after-1', 'after-2']
  expect(added.filter(({ fact }) => fact === 'ipo').map(({ slug }) => slug)).toEqual(expected)
  expect(added.filter(({ fact }) => fact === 'deal').map(({ clientName }) => clientName)).toEqual(
    expected.map((slug) => slug.toUpperCase()),
  )
  expect(added).toHaveLength(2 * expected.length)
})

interface Writer {
  /** Waits until that many more rounds are acknowledged. */
  hasLanded(more: number): Promise<void>
  /** Returns the issues of all acknowledged rounds. */
  stop(): Promise<readonly string[]>
}

/** Records one round after the other. A round that fails is repeated unchanged, as an operator would do. */
function startWriter(db: Db): Writer {
  const acknowledged: string[] = []
  let isStopped = false
  onTestFinished(() => {
    isStopped = true
  })
  const writing = (async () => {
    while (!isStopped) {
      const slug = `through-${acknowledged.length + 1}`
      await recordAll(db, now(), landing(slug)).then(
        () => acknowledged.push(slug),
        () => setTimeout(50),
      )
    }
  })()
  return {
    async hasLanded(more) {
      const target = acknowledged.length + more
      await expect.poll(() => acknowledged.length).toBeGreaterThanOrEqual(target)
    },
    async stop() {
      isStopped = true
      await writing
      return acknowledged
    },
  }
}
