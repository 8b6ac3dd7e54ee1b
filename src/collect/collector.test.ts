import { expect, test } from 'vitest'
import { emptyStoreUrl, openStore } from '../../test/support/store.ts'
import { startUpstreams } from '../../test/support/upstreams.ts'
import type { Source } from '../sources/source.ts'
import { roundsOfSources } from '../store/collection/rounds.ts'
import { plainSource } from './collect-round.test-market.ts'
import type { RoundReport } from './collect-round.ts'
import { startCollector } from './collector.ts'

const stuck = plainSource('stuck', 'stuck')
const sound = plainSource('sound', 'sound')

/** Two hosts, one of which never answers, and a collector of both. */
async function collecting() {
  const upstreams = await startUpstreams()
  upstreams.serve([{ url: 'https://sound.example/list', type: 'json', body: '[]' }])
  const requested = Promise.withResolvers<void>()
  upstreams.holdBack(({ host }) => host === 'stuck.example', requested.resolve)

  const url = await emptyStoreUrl()
  const db = await openStore(url)
  const landed = Promise.withResolvers<RoundReport>()
  const errors: unknown[] = []
  const sources: readonly Source[] = [stuck, sound]
  const collector = startCollector({
    ...{ databaseUrl: url, upstreamBase: upstreams.base, contact: '', agent: '', sources, known: sources },
    now: () => '2026-01-14T12:00:00.000Z',
    rawAnswersDays: 0,
    onEvent: (event) => {
      if (event.of === 'round') landed.resolve(event.round)
      if (event.of === 'error') errors.push(event.error)
    },
  })
  return { collector, db, requested: requested.promise, landed: landed.promise, errors }
}

test('a host that hangs does not delay another source, and stopping aborts its download at once', async () => {
  const { collector, db, requested, landed, errors } = await collecting()
  await requested
  expect(await landed).toMatchObject({ source: 'sound', outcome: 'done' })

  await collector.stop()
  expect(errors).toEqual([])
  expect((await roundsOfSources(db, ['stuck'], { asOf: null, limit: 1 })).get('stuck')?.last).toEqual([])
})

test('a collector that is stopped at once ends without an error', async () => {
  const { collector, errors } = await collecting()
  await collector.stop()
  expect(errors).toEqual([])
})
