import { expect, test } from 'vitest'
import { ipo, listing } from '../../../test/support/lines.ts'
import { startTestService } from '../../../test/support/service.ts'

const LINES = [
  ipo('acme-foods', { symbol: 'ACMEF', openDate: '2026-01-13', closeDate: '2026-01-16' }),
  ipo('beta-steel', { openDate: '2026-01-02', closeDate: '2026-01-06' }),
  listing('beta-steel', '2026-01-09', 48),
  ipo('cargo-lines', { openDate: '2026-01-05', closeDate: '2026-01-07', listingDate: '2026-01-12' }),
  ipo('gone-gloves', { openDate: '2026-01-05', withdrawn: true }),
  ipo('undated-urns', { name: 'Urns <b>\u202e Limited' }),
]

test('has every tracked IPO with its symbol and status, newest first', async () => {
  const service = await startTestService({ now: '2026-01-16T06:00:00.000Z', lines: LINES })
  const answer = await service.get('/search/names.json')
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=60/)
  expect(await answer.json()).toEqual([
    ['acme-foods', 'acme foods', 'ACMEF', 'Open', 'acme foods Limited'],
    // Without a price a listing is not confirmed.
    ['cargo-lines', 'cargo lines', null, 'Closed', 'cargo lines Limited'],
    ['beta-steel', 'beta steel', null, 'Listed', 'beta steel Limited'],
    ['undated-urns', 'Urns <b>', null, 'Upcoming', 'Urns <b> Limited'],
  ])
  service.setNow('2026-01-16T12:00:00.000Z')
  expect((await (await service.get('/search/names.json')).json())[0][3]).toBe('Closed')
})
