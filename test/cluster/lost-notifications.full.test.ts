import { expect, test } from 'vitest'
import { serve } from '../support/processes.ts'
import { land, startCluster, warm } from './cluster.ts'

test('a fact is shown although the notification connection is cut, and notifications resume', async () => {
  const { primary, url, db } = await startCluster()
  const addresses = (await Promise.all([serve({ DATABASE_URL: url }), serve({ DATABASE_URL: url })])).map(
    ({ address }) => address,
  )
  await warm(addresses)
  const listeners = async (): Promise<number[]> =>
    (await primary.query(`select pid from pg_stat_activity where query ilike 'listen %'`)).map(({ pid }) =>
      Number(pid),
    )
  await expect.poll(listeners).toHaveLength(2)
  await land(db, addresses, 'told')

  const cut = await listeners()
  for (const pid of cut) await primary.query(`select pg_terminate_backend(${pid}, 5000)`)
  await land(db, addresses, 'not-told')
  const anew = async () => (await listeners()).filter((pid) => !cut.includes(pid))
  await expect.poll(anew).toHaveLength(2)
  await land(db, addresses, 'told-again')
})
