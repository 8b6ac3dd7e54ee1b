import { expect, test } from 'vitest'
import { openStore } from '../../test/support/store.ts'
import { unannouncedQuotes } from '../store/collection/unannounced-quotes.ts'
import { storeUnannounced } from './demo-market.ts'

const namesIn = (quotes: { readonly said: string }[]) =>
  new Set(quotes.map(({ said }) => JSON.parse(said).subject.name))

test('about four companies wait at any time, and change as time passes', async () => {
  const db = await openStore()
  const seen = new Set<string>()
  for (const month of ['01', '02', '03', '04', '05', '06']) {
    await storeUnannounced(db, `2027-${month}-20T08:00:00.000Z`)
    const waiting = await unannouncedQuotes(db, null)
    expect(namesIn(waiting).size).toBe(4)
    expect(new Set(waiting.map(({ lastSeen }) => lastSeen))).toEqual(
      new Set([`2027-${month}-20T05:30:00.000Z`]),
    )
    for (const name of namesIn(waiting)) seen.add(name)
  }
  expect(seen.size).toBeGreaterThan(12)
})

test('the same rows wait whether the demo ran before or starts now', async () => {
  const [running, started] = [await openStore(), await openStore()]
  for (const clock of ['2027-01-20T04:00:00.000Z', '2027-01-20T08:00:00.000Z', '2027-02-18T08:00:00.000Z'])
    await storeUnannounced(running, clock)
  await storeUnannounced(started, '2027-02-18T08:00:00.000Z')
  const rows = async (db: typeof running) =>
    (await unannouncedQuotes(db, null)).map(({ id: _, ...row }) => JSON.stringify(row)).toSorted()
  expect(await rows(running)).toEqual(await rows(started))
})
