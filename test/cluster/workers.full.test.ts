import { expect, test } from 'vitest'
import { readEvents } from '../support/event-reader.ts'
import { serve } from '../support/processes.ts'
import { requestRaw } from '../support/raw-request.ts'
import { recordAll } from '../support/record.ts'
import { landing, now, startCluster, warm } from './cluster.ts'

const LANDINGS = 5
/** Each on its own connection, so that both processes get some. */
const REQUESTS = 6

test('a fact that one process announces is served by all soon afterwards', async () => {
  const { url, db } = await startCluster()
  const { address } = await serve({ DATABASE_URL: url, WORKERS: '2' })
  await warm([address, address])
  const readers = [await readEvents(address), await readEvents(address)]
  for (let n = 0; n < LANDINGS; n++) {
    const slug = `landed-${n}`
    await recordAll(db, now(), landing(slug))
    const isAnnounced = () => readers.some(({ changes }) => changes().some((change) => change.includes(slug)))
    await expect.poll(isAnnounced).toBe(true)
    const statuses = async () => {
      const answers = await Promise.all(
        Array.from({ length: REQUESTS }, () => requestRaw(address, `/api/public/market/ipos/${slug}`)),
      )
      return answers.map(({ status }) => status)
    }
    await expect.poll(statuses).toEqual(Array(REQUESTS).fill(200))
  }
})
