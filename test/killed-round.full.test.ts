import { once } from 'node:events'
import { statSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { type Env, quickClock, runHere } from './support/command-line.ts'
import { killedAt } from './support/kill-points.ts'
import { start } from './support/processes.ts'
import { emptyStoreUrl } from './support/store.ts'
import { stateOf } from './support/store-state.ts'
import { startUpstreams, type UpstreamDocument } from './support/upstreams.ts'

const ARCHIVE = 'https://nsearchives.nseindia.com/content/equities'
const HEAD =
  'Date,Symbol,Security Name,Client Name,Buy/Sell,Quantity Traded,Trade Price / Wght. Avg. Price,Remarks'
const BAD_ROW = '11-MAR-2025,KAMALTEX,Kamal Textiles Limited,SURAJ FUND,HOLD,1000,467.70,-'
/** So many that half of them exceed the memory of the writer. */
const MANY = 3_000

const deals = (day: string, count: number): UpstreamDocument[] => {
  const lines = Array.from(
    { length: count },
    (_, i) => `${day},KAMALTEX,Kamal Textiles Limited,CLIENT ${i},BUY,${i + 1},467.70,-`,
  )
  const file = (name: string, rows: readonly string[]): UpstreamDocument => ({
    url: `${ARCHIVE}/${name}.csv`,
    type: 'csv',
    body: `${[HEAD, ...rows].join('\n')}\n`,
  })
  return [file('bulk', [...lines, BAD_ROW]), file('block', ['NO RECORDS,,,,,,,'])]
}

async function open() {
  const upstreams = await startUpstreams()
  onTestFinished(upstreams.close)
  const url = await emptyStoreUrl()
  const env = { DATABASE_URL: url, UPSTREAM_BASE: upstreams.base }
  const command = ['collect', 'nse-deals', '--json']
  const begin = (more: Env = {}) => start(command, { ...env, ...more })
  const now = quickClock('2025-03-12T06:00:00.000Z')
  /** Gives the report of a round that ends by itself. Only one that is killed needs a process of its own. */
  const collect = async () => JSON.parse((await runHere(command, { env, now })).stdout)[0]
  return { upstreams, url, begin, collect }
}

const before = (step: string, nth = 1): Env => killedAt({ when: 'before', step, nth })

const journalSize = (url: string): number => statSync(`${url.slice('sqlite:'.length)}-wal`).size

test.each<[string, { heldBack?: 'bulk' | 'block'; at?: Env }]>([
  ['while it waits for its first document', { heldBack: 'bulk' }],
  ['while it waits for its last document', { heldBack: 'block' }],
  ['before its answers are stored', { at: before('insert into "fetches"') }],
])(
  'a round that is killed %s leaves nothing, and the next one completes it',
  async (_when, { heldBack, at }) => {
    const { upstreams, url, begin, collect } = await open()
    upstreams.serve(deals('10-MAR-2025', 10))
    expect(await collect()).toMatchObject({ outcome: 'done', taken: 10, refused: 1 })
    const earlier = await stateOf(url)

    const count = heldBack ? 10 : MANY
    upstreams.serve(deals('11-MAR-2025', count))
    let onAsked = () => {}
    const isAsked = new Promise<void>((resolve) => {
      onAsked = resolve
    })
    upstreams.holdBack(({ pathname }) => pathname.endsWith(`/${heldBack}.csv`), onAsked)
    const child = begin(at)
    const gone = once(child, 'close')
    if (heldBack) {
      await isAsked
      expect(child.kill('SIGKILL')).toBe(true)
    }
    expect(await gone).toEqual([null, 'SIGKILL'])
    expect(await stateOf(url)).toEqual(earlier)

    upstreams.holdBack(() => false, onAsked)
    expect(await collect()).toMatchObject({ outcome: 'done', taken: count, known: 0, refused: 1 })
    const { facts, rounds } = await stateOf(url)
    expect([facts.length, rounds]).toEqual([10 + count, 2])
    expect(await collect()).toMatchObject({ outcome: 'done', taken: 0, known: count })
  },
)

test.each<[string, Env, boolean]>([
  ['before its first deal', before('insert into deals'), false],
  ['in the middle of writing', before('insert into deals', MANY / 2), true],
  ['when all is written but not committed', before('commit', 2), true],
])(
  'a round that is killed %s leaves its answers, of which the next one makes facts',
  async (_when, at, hasWritten) => {
    const { upstreams, url, begin, collect } = await open()
    upstreams.serve(deals('10-MAR-2025', 10))
    await collect()
    const earlier = await stateOf(url)
    upstreams.serve(deals('11-MAR-2025', MANY))
    expect(await once(begin(at), 'close')).toEqual([null, 'SIGKILL'])
    if (hasWritten) expect(journalSize(url)).toBeGreaterThan(100_000)
    const { fetches, payloads, ...rest } = await stateOf(url)
    expect(rest).toEqual({ facts: earlier.facts, rounds: 1, refusals: earlier.refusals })
    expect([earlier.fetches, fetches]).toEqual([
      [1, 1],
      [1, 1, null, null],
    ])
    expect(payloads).toHaveLength(earlier.payloads.length + 1)

    upstreams.serve(deals('12-MAR-2025', 5))
    expect(await collect()).toMatchObject({ outcome: 'done', taken: MANY + 5, known: 0 })
    expect((await stateOf(url)).facts).toHaveLength(10 + MANY + 5)
  },
)
