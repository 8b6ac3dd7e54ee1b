import { expect, test } from 'vitest'
import { recordAll } from '../../test/support/record.ts'
import { UNNAMED_SUBJECT } from '../sources/source.ts'
import { Market, nse, quote, terms, tracker } from './collect-round.test-market.ts'

const at = (day: string, time = '06:00') => `2026-03-${day}T${time}:00.000Z`
const nick = { subject: { ...UNNAMED_SUBJECT, name: 'Amli' } }
const alias = { fact: 'alias', slug: 'acorn-mills', name: 'Amli', source: 'operator' }

async function known(): Promise<Market> {
  const market = await Market.open()
  await market.collectPage(nse, at('01'), [terms()])
  return market
}

test('a waiting row is accepted with its day once its issue is known', async () => {
  const market = await known()
  await market.collectPage(tracker, at('09'), [quote(100, '2026-03-09', nick)])
  await recordAll(market.db, at('10'), [alias])
  expect(await market.collectPage(nse, at('11'), [terms()])).toMatchObject({ taken: 1 })
  expect(await market.factsOf('gmp')).toMatchObject([{ observedAt: '2026-03-09', gmp: 100 }])
})

test('a later statement of its source on the same day takes precedence', async () => {
  const market = await known()
  await market.collectPage(tracker, at('09'), [quote(100, '2026-03-09', nick)])
  await market.collectPage(tracker, at('09', '09:00'), [quote(300, '2026-03-09')])
  await recordAll(market.db, at('10'), [alias])
  expect(await market.collectPage(nse, at('11'), [terms()])).toMatchObject({ taken: 0 })
  expect(await market.factsOf('gmp')).toMatchObject([{ gmp: 300 }])
  expect(await market.refusals()).toEqual([])
})

test('a statement from before the row was last seen does not', async () => {
  const market = await known()
  await market.collectPage(tracker, at('09'), [quote(100, '2026-03-09', nick)])
  await market.collectPage(tracker, at('09', '07:00'), [quote(300, '2026-03-09')])
  await market.collectPage(tracker, at('09', '08:00'), [quote(100, '2026-03-09', nick)])
  await recordAll(market.db, at('10'), [alias])
  await market.collectPage(nse, at('11'), [terms()])
  expect((await market.factsOf('gmp')).map(({ gmp }) => gmp)).toEqual([300, 100])
})

test('when a past moment is recorded, only what was known then counts', async () => {
  const market = await known()
  const past = async (
    day: string,
    time: string,
    page: Parameters<Market['collectPage']>[2],
    source = tracker,
  ) => market.collectPage(source, at('20'), page, { at: at(day, time) })
  await past('11', '06:00', [quote(300, '2026-03-09')])
  await past('09', '06:00', [quote(100, '2026-03-09', nick)])
  await recordAll(market.db, at('20'), [{ ...alias, recordedAt: at('09', '12:00') }])
  await past('10', '06:00', [terms()], nse)
  expect((await market.factsOf('gmp')).map(({ gmp, recorded }) => [gmp, recorded])).toEqual([
    [100, at('10')],
    [300, at('11')],
  ])
})
