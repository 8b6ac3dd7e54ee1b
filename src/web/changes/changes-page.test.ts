import { expect, test } from 'vitest'
import { gmp, ipo } from '../../../test/support/lines.ts'
import { pageOf, plain } from '../../../test/support/pages.ts'
import { startTestService } from '../../../test/support/service.ts'

const NOW = '2026-01-15T06:00:00.000Z'
const NAME = '<i>Loom</i> \u202eLimited'

test('lists changes, newest first, with earlier values, and names as text', async () => {
  const service = await startTestService({
    now: NOW,
    linesAt: '2026-01-14T06:00:00.000Z',
    lines: [ipo('spindle')],
  })
  service.setNow('2026-01-15T07:00:00.000Z')
  await service.record(NOW, [ipo('loom', { name: NAME, priceMax: 100 })])
  await service.record('2026-01-15T06:20:00.000Z', [gmp('loom', '2026-01-15', 12)])
  await service.record('2026-01-15T06:40:00.000Z', [ipo('loom', { name: NAME, priceMax: 120 })])
  const $ = await pageOf(service, '/changes')
  const texts = $('.changes > li').map((_, li) => plain($(li).text()))
  expect(texts.get()[0]).toMatch(/^<i>Loom<\/i> Limited today .*Price band, upper end: ₹120, was ₹100/)
  expect(texts.get()[1]).toContain('GMP: ₹12')
  expect(texts.get()[2]).toContain('New IPO')
  expect($('.changes i').length).toBe(0)
})

test('shows a first load as the number of IPOs', async () => {
  const lines = [ipo('loom'), ipo('reel'), gmp('loom', '2026-01-15', 12)]
  const service = await startTestService({ now: NOW, lines })
  service.setNow('2026-01-15T07:00:00.000Z')
  const $ = await pageOf(service, '/changes')
  const texts = $('.changes > li').map((_, li) => plain($(li).text()))
  expect(texts.get()).toEqual([expect.stringMatching(/^IPOs today .*2 added to the records$/)])
  expect($('.changes a').attr('href')).toBe('/ipos')
})

test('states that nothing has changed for a week', async () => {
  const service = await startTestService({ now: '2025-12-01T06:00:00.000Z', lines: [ipo('loom')] })
  service.setNow(NOW)
  const $ = await pageOf(service, '/changes')
  expect(plain($('main').text())).toContain('No changes in the last week.')
})
