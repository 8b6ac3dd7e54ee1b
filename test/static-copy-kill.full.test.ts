import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { killedAt } from './support/kill-points.ts'
import { needs, ON_SQLITE } from './support/needs.ts'
import { run, start } from './support/processes.ts'
import { brokenIn, COPY_MARKET, copyOf, filesIn } from './support/published-copy.ts'

needs(ON_SQLITE)

/** Two addresses, of which every page has one: no file of one copy is right in the other. */
const [ONE, OTHER] = ['https://one.example', 'https://other.example']

/** The address that a folder is published for, which has every file of its record, and no other. */
function completeCopy(dir: string): string {
  const { files: recorded } = JSON.parse(
    readFileSync(join(dirname(dir), `${readlinkSync(dir)}.json`), 'utf8'),
  )
  const files = filesIn(dir)
  const sizes = Object.fromEntries([...files].map(([path, body]) => [path, body.length]))
  const expected = Object.entries<{ bytes: number }>(recorded).map(([path, { bytes }]) => [path, bytes])
  expect(sizes).toEqual(Object.fromEntries(expected))
  expect(brokenIn(files)).toEqual([])
  expect(JSON.parse(String(files.get('/status.json'))).files).toBe(files.size)
  const addresses = [ONE, OTHER].filter((address) =>
    [...files.values()].some((body) => body.includes(address)),
  )
  expect(addresses).toHaveLength(1)
  return addresses.join()
}

test('a run that is killed leaves the earlier copy or the new one, and the next run completes it', async () => {
  const { dir, url } = await copyOf(COPY_MARKET)
  const env = { DATABASE_URL: url }
  const publish = (address: string) => run(['publish', dir, '--url', address], env)

  // The first run: there is no copy, or a complete one.
  const first = start(['publish', dir, '--url', ONE], {
    ...env,
    ...killedAt({ when: 'before', step: 'fs.mkdir', nth: 40 }),
  })
  expect(await once(first, 'close')).toEqual([null, 'SIGKILL'])
  expect(readdirSync(dirname(dir))).toEqual(['site.copies'])
  expect(await publish(ONE)).toMatchObject({ code: 0 })
  expect(completeCopy(dir)).toBe(ONE)

  for (const [when, step, nth, left] of [
    ['before', 'fs.mkdir', 2, ONE],
    ['after', 'fs.link', 5, ONE],
    ['before', 'fs.mkdir', 60, ONE],
    ['before', 'fs.link', 200, ONE],
    ['before', 'fs.rename', 1, ONE],
    ['after', 'fs.rename', 1, OTHER],
    ['after', 'fs.rm', 2, OTHER],
  ] as const) {
    const child = start(['publish', dir, '--url', OTHER], { ...env, ...killedAt({ when, step, nth }) })
    expect([when, step, nth, ...(await once(child, 'close'))]).toEqual([when, step, nth, null, 'SIGKILL'])
    expect([when, step, nth, completeCopy(dir)]).toEqual([when, step, nth, left])
    expect(await publish(ONE)).toMatchObject({ code: 0 })
    expect(completeCopy(dir)).toBe(ONE)
    const copies = readdirSync(`${dir}.copies`).filter((name) => /^copy-\w+$/.test(name))
    expect(copies.length).toBeLessThanOrEqual(2)
  }
})
