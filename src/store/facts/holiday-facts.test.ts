import { expect, test } from 'vitest'
import { holiday, retraction } from '../../../test/support/lines.ts'
import { recordAll } from '../../../test/support/record.ts'
import { openStore } from '../../../test/support/store.ts'
import { marketVersion } from '../version/market-version.ts'
import { holidayCount } from './fact-counts.ts'
import { holidayFacts } from './holiday-facts.ts'

const NOW = '2026-02-03T00:00:00.000Z'
const JANUARY_1 = '2026-01-01T00:00:00.000Z'
const JANUARY_2 = '2026-01-02T00:00:00.000Z'
const JANUARY_3 = '2026-01-03T00:00:00.000Z'

test('a view knows the holidays of its moment and its version, without those retracted by then', async () => {
  const db = await openStore()
  await recordAll(db, NOW, [
    holiday('2026-03-04', 'Kite Festival', { recordedAt: JANUARY_1 }),
    holiday('2026-08-20', 'Lamp Festival', { segment: 'clearing', recordedAt: JANUARY_2 }),
    holiday('2026-03-04', null, { recordedAt: JANUARY_3 }),
  ])
  await recordAll(db, NOW, [
    retraction(holiday('2026-08-20', 'Lamp Festival', { segment: 'clearing' }), { recordedAt: JANUARY_3 }),
  ])
  const { version } = await marketVersion(db)
  const known = async (asOf: string | null, at = version) =>
    (await holidayFacts(db, { version: at, asOf })).map(({ segment, day, name }) => [segment, day, name])

  const festival = ['trading', '2026-03-04', 'Kite Festival']
  const lamps = ['clearing', '2026-08-20', 'Lamp Festival']
  const takenBack = ['trading', '2026-03-04', null]
  expect(await known('2025-12-31T00:00:00.000Z')).toEqual([])
  expect(await known(JANUARY_1)).toEqual([festival])
  expect(await known(JANUARY_2)).toEqual([festival, lamps])
  expect(await known(JANUARY_3)).toEqual([festival, takenBack])
  expect(await known(null)).toEqual([festival, takenBack])
  expect(await known(null, 1)).toEqual([festival, lamps, takenBack])

  const counted = (asOf: string | null, at = version) => holidayCount(db, { version: at, asOf })
  expect(await counted('2025-12-31T00:00:00.000Z')).toEqual({ facts: 0, last: '' })
  expect(await counted(JANUARY_2)).toEqual({ facts: 2, last: JANUARY_2 })
  expect(await counted(null, 1)).toEqual({ facts: 3, last: JANUARY_3 })
  expect(await counted(null)).toEqual({ facts: 4, last: JANUARY_3 })
})
