import { join } from 'node:path'
import { expect, test } from 'vitest'
import { browserForAll, visit } from '../support/browser.ts'
import { gmp, ipo } from '../support/lines.ts'
import { NGINX, needs } from '../support/needs.ts'
import { BASE } from '../support/raw-request.ts'
import { recordAll } from '../support/record.ts'
import type { Answered } from '../support/service.ts'
import { openStore, temporaryFolder } from '../support/store.ts'
import { startNginx } from './nginx-in-front.ts'
import { serving } from './serving.ts'

const browser = browserForAll()
needs(NGINX)

/** What the page observed of its EventSource: the events and, for an error, whether the browser keeps trying. */
const WATCHED = `
  globalThis.seen = []
  globalThis.EventSource = class extends EventSource {
    constructor(address) {
      super(address)
      for (const type of ['position', 'changes', 'reset'])
        this.addEventListener(type, () => seen.push(type))
      this.addEventListener('error', () => seen.push(this.readyState === EventSource.CLOSED ? 'closed' : 'lost'))
    }
  }`

/** A store with one round per line, one day apart, long before the test. */
async function storeOf(lines: readonly ReturnType<typeof ipo>[]) {
  const url = `sqlite:${join(temporaryFolder(), 'greymark.db')}`
  const db = await openStore(url)
  for (const [i, line] of lines.entries()) await recordAll(db, `2026-01-1${i}T06:00:00.000Z`, [line])
  const record = (amount: number) =>
    recordAll(db, new Date().toISOString(), [gmp('acme-foods', '2026-01-15', amount)])
  return { url, record }
}

/** The list as the process itself answers it, without the cache of nginx. */
async function servedList(port: number): Promise<string[]> {
  const { ipos } = await (await fetch(`http://127.0.0.1:${port}${BASE}/ipos`)).json()
  return ipos.map(({ slug, lastGmp }: Answered) => `${slug} ${lastGmp}`).sort()
}

test('the script of /downloads follows the list across a restart of the only process and a replaced store', async () => {
  const [first, second] = [
    await storeOf([ipo('acme-foods')]),
    await storeOf([ipo('acme-foods'), ipo('zenith-tools'), ipo('orbit-labs'), ipo('delta-mills')]),
  ]
  const process = await serving(first.url, { DRAIN_SECONDS: '0' })
  const page = await visit(browser(), `${await startNginx([process.port])}/downloads`)
  const script = await page.locator('pre', { hasText: 'new EventSource' }).innerText()
  await page.evaluate(`${WATCHED}\n${script}\nglobalThis.list = new Map()\nfollow(list)`)
  const seen = () => page.evaluate<string[]>('seen')
  const list = () =>
    page.evaluate<string[]>('[...list.values()].map(({ slug, lastGmp }) => slug + " " + lastGmp).sort()')
  await expect.poll(list).toEqual(['acme-foods null'])

  expect(await process.stop('SIGKILL')).toBe(null)
  // The second time, nginx has no running process behind it.
  await expect.poll(async () => (await seen()).filter((what) => what === 'lost').length).toBe(2)
  await first.record(40)
  await process.start()
  await expect.poll(list).toEqual(['acme-foods 40'])
  expect(await seen()).not.toContain('reset')

  expect(await process.stop()).toBe(0)
  await process.start(second.url)
  await expect.poll(seen).toContain('reset')
  await second.record(55)
  await expect.poll(list).toContain('acme-foods 55')
  expect(await list()).toEqual(await servedList(process.port))
  expect(await seen()).not.toContain('closed')
})
