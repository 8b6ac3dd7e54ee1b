import { join } from 'node:path'
import { expect, test } from 'vitest'
import { follow } from '../support/follow.ts'
import { gmp, ipo } from '../support/lines.ts'
import { NGINX, needs } from '../support/needs.ts'
import { recordAll } from '../support/record.ts'
import { openStore, temporaryFolder } from '../support/store.ts'
import { startNginx } from './nginx-in-front.ts'
import { serving } from './serving.ts'

needs(NGINX)

const now = () => new Date().toISOString()
/** These processes have the machine's clock. Days that have passed do not change with it during the test. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** A store with one IPO, and a function that records its next GMP: 1, 2, 3 and so on. */
async function quotedStore(slug: string) {
  const url = `sqlite:${join(temporaryFolder(), 'greymark.db')}`
  const db = await openStore(url)
  await recordAll(db, now(), [ipo(slug, { openDate: daysAgo(9), closeDate: daysAgo(6), priceMax: 1000 })])
  let amount = 0
  const quote = async () => {
    amount++
    await recordAll(db, now(), [gmp(slug, daysAgo(4), amount)])
  }
  return { url, quote }
}

const quotes = (upTo: number) => Array.from({ length: upTo }, (_, i) => `gmp acme ${i + 1}`)

test('behind nginx, kill -9 and a restart of the server lose and double no change', async () => {
  const { url, quote } = await quotedStore('acme')
  const process = await serving(url)
  const followed = follow(await startNginx([process.port]))
  await expect.poll(followed.types).toEqual(['position'])
  for (let i = 1; i <= 2; i++) {
    await quote()
    await expect.poll(() => followed.changes().length).toBe(3 * i - 2)
    await quote()
    await process.stop('SIGKILL')
    await quote()
    await process.start()
    await expect.poll(() => followed.changes().length).toBe(3 * i)
  }
  await quote()
  await expect.poll(() => followed.changes().length).toBe(7)
  expect(followed.changes()).toEqual(quotes(7))
  expect(new Set(followed.types().slice(1))).toEqual(new Set(['changes']))
})

test('behind nginx, a server that comes back with another store gives one reset and then its list', async () => {
  const { url, quote } = await quotedStore('acme')
  const process = await serving(url)
  const followed = follow(await startNginx([process.port]))
  await expect.poll(followed.types).toEqual(['position'])
  await quote()
  await expect.poll(followed.changes).toEqual(quotes(1))
  const other = await quotedStore('zenith')
  await other.quote()
  await other.quote()
  await process.stop('SIGKILL')
  await process.start(other.url)
  await expect.poll(() => followed.changes().slice(1)).toEqual(['new zenith 2'])
  await other.quote()
  await expect.poll(() => followed.changes().slice(1)).toEqual(['new zenith 2', 'gmp zenith 3'])
  expect(followed.types()).toEqual(['position', 'changes', 'reset', 'changes', 'changes'])
})
