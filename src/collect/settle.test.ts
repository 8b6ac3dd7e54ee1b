import { expect, onTestFinished, test } from 'vitest'
import { refused } from '../../test/support/refused-row.ts'
import { emptyStoreUrl, openStore } from '../../test/support/store.ts'
import { recordRound } from '../store/append/record-round.ts'
import { refusal, storeRefusals } from '../store/collection/refusals.ts'
import { isStoreBusy, openDb } from '../store/engines/db.ts'
import { Market, nse, quote, terms, tracker } from './collect-round.test-market.ts'
import { acceptRefusal, CannotSettle, discardRefusals } from './settle.ts'

const NOW = '2026-01-20T06:00:00.000Z'
const OPTIONS = { now: () => NOW, sources: [] }

/** Options with a clock that is an hour later each time, so that nobody waits for the store. */
function impatientOptions() {
  let hour = 0
  return { ...OPTIONS, now: () => `2026-01-20T${String(++hour).padStart(2, '0')}:00:00.000Z` }
}

test('rows are not discarded during a round: each would hold rows that the other waits for', async () => {
  const url = await emptyStoreUrl()
  const db = await openStore(url)
  await storeRefusals(db, [refused()], { round: 1, seen: NOW })
  const impatient = openDb(url, { busyTimeoutMs: 20 })
  onTestFinished(() => impatient.destroy())
  await recordRound(db, {
    source: 'ipowatch',
    work: 'collect',
    started: NOW,
    now: () => NOW,
    prepare: async () => {
      await expect(discardRefusals(impatient, 1, impatientOptions())).rejects.toSatisfy(isStoreBusy)
      const result = { outcome: 'done', fault: null, words: null } as const
      return { statements: [], rowsRead: 0, rowsRefused: 0, result }
    },
  })
  expect((await refusal(db, 1))?.settled).toBeNull()
  expect(await discardRefusals(impatient, 1, OPTIONS)).toBe(1)
  expect((await refusal(db, 1))?.settled).toBe('discarded')
})

test('a row dated after now cannot be accepted yet, and the operator is told why', async () => {
  const market = await Market.open()
  await market.collectPage(nse, NOW, [terms()])
  await market.collectPage(tracker, NOW, [quote(500, '2026-01-21')])
  expect(await market.rules()).toEqual(['in-the-future'])
  const options = { now: () => NOW, sources: [tracker] }
  const accepted = acceptRefusal(market.db, 1, options)
  await expect(accepted).rejects.toThrow(CannotSettle)
  await expect(accepted).rejects.toThrow(
    /^observedAt 2026-01-21 lies after .*: accept it once that time has come$/,
  )
  expect(await market.rules()).toEqual(['in-the-future'])
})
