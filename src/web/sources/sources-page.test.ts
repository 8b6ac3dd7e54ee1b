import type { CheerioAPI } from 'cheerio/slim'
import { describe, expect, test } from 'vitest'
import { gmp, ipo } from '../../../test/support/lines.ts'
import { pageOf, plain } from '../../../test/support/pages.ts'
import { type Answered, startTestService } from '../../../test/support/service.ts'
import { emptyStoreUrl, openStore } from '../../../test/support/store.ts'
import { fresh, Market, nse, plainSource, quote, terms } from '../../collect/collect-round.test-market.ts'
import { UpstreamFault } from '../../collect/download/upstream-fault.ts'
import { BASE } from '../../request/paths.ts'
import { SOURCES } from '../../sources/registry.ts'

const at = (time: string, day = 14) => `2026-01-${String(day).padStart(2, '0')}T${time}:00.000Z`
const tracker = plainSource('ipowatch', 'IPOWatch')
const env = { SOURCES: 'exchanges,ipowatch' }

/** The row of a publisher; if several upstreams are downloaded, the first. */
const rowOf = ($: CheerioAPI, name: string) =>
  $('.table tbody tr')
    .filter((_, row) => $(row).find('bdi').first().text() === name)
    .first()
const textOf = ($: CheerioAPI, name: string) => plain(rowOf($, name).text())

/** A service whose store contains an issue of NSE, after some events. */
async function serve(now: string, happened: (market: Market) => Promise<unknown>) {
  const url = await emptyStoreUrl()
  const market = new Market(await openStore(url))
  await market.collectPage(nse, at('06:00', 1), [terms({ openDate: '2026-01-01', closeDate: '2026-01-20' })])
  await happened(market)
  return startTestService({ now, env, url })
}
const recordQuote = (market: Market, moment: string) =>
  market.collect(tracker, moment, async () => fresh(JSON.stringify([quote(4000, moment.slice(0, 10))])))
const fails = (market: Market, moment: string, words: string) =>
  market.collect(tracker, moment, async () => {
    throw new UpstreamFault('unreachable', words)
  })

test('has a row for every source in the JSON, with its owner, its address and its last update', async () => {
  const service = await serve(at('06:30'), (market) => recordQuote(market, at('06:00')))
  const { sources } = await service.json(`${BASE}/sources`)
  const $ = await pageOf(service, '/sources')
  const addresses = $('.table tbody th > a')
    .map((_, link) => $(link).attr('href'))
    .get()
  expect(addresses).toEqual(expect.arrayContaining(sources.map(({ url }: Answered) => url)))
  expect(addresses).toHaveLength(sources.length)
  const { lastSuccess, cadence } = sources.find(({ id }: Answered) => id === 'ipowatch')
  const row = rowOf($, 'IPOWatch')
  expect(row.find('time').first().attr('datetime')).toBe(lastSuccess)
  expect(plain(row.text())).toContain(`updated ${cadence}`)
  expect(textOf($, 'InvestorGain')).toContain('owned by Chittorgarh group')
  expect(textOf($, 'InvestorGain')).toContain('not downloaded here')
})

describe('faults are described', () => {
  test('of a source that cannot be downloaded, with the details as text', async () => {
    const service = await serve(at('08:30'), async (market) => {
      await recordQuote(market, at('06:00'))
      await market.collectPage(nse, at('06:10'), [])
      await fails(market, at('08:00'), 'ipowatch.in: <b>closed</b>')
    })
    const $ = await pageOf(service, '/sources')
    expect(textOf($, 'IPOWatch')).toContain('not updating')
    expect(plain(rowOf($, 'IPOWatch').find('.fault').text())).toBe(
      'Could not be reached since today 1:30 pm. Details: ipowatch.in: <b>closed</b>.',
    )
    expect(rowOf($, 'IPOWatch').find('b')).toHaveLength(0)
    expect(plain($('.lead').text())).toContain('1 is not updating')
  })

  test('of a tracker without new facts', async () => {
    const service = await serve(at('06:01'), async (market) => {
      await recordQuote(market, at('06:00', 11))
      await market.collect(tracker, at('05:55'), async () => fresh('[]'))
    })
    expect(textOf(await pageOf(service, '/sources'), 'IPOWatch')).toContain('no new quotes for over 3 days')
  })

  test('and there is no mark without a fault', async () => {
    const service = await serve(at('06:30'), async (market) => {
      await recordQuote(market, at('06:00'))
      await market.collectPage(nse, at('06:10'), [])
    })
    const $ = await pageOf(service, '/sources')
    expect($('.doubt-tag, .fault')).toHaveLength(0)
    expect(plain($('.lead').text())).toContain(
      '8 of 11 sources are downloaded here; 6 were not downloaded yet, the others are updating.',
    )
  })
})

describe('quotes of the last 30 days', () => {
  const lines = [
    ipo('acme-foods', { recordedAt: at('06:00', 1) }),
    gmp('acme-foods', '2026-01-13', 45, 'IPOWatch', { recordedAt: at('06:00', 13) }),
    gmp('acme-foods', '2026-01-14', 46, 'IPOWatch', { recordedAt: at('06:00', 14) }),
    gmp('acme-foods', '2026-01-14', 46, '<i>Lantern</i> "Desk"', { recordedAt: at('07:00', 14) }),
  ]

  test('are counted, also for a source that only a file names', async () => {
    const $ = await pageOf(await startTestService({ now: at('08:00'), lines }), '/sources')
    expect(rowOf($, 'IPOWatch').find('data').attr('value')).toBe('2')
    expect(rowOf($, 'IPOWatch').find('time').attr('datetime')).toMatch(/^2026-01-14T06:00/)
    expect(textOf($, '<i>Lantern</i> "Desk"')).toMatch(/1$/)
    expect(textOf($, 'IPO Ji')).toBe('IPO Ji GMP quotes not downloaded here')
    expect(plain($('.lead').text())).toContain('imported by hand')
  })

  test('are not counted after that', async () => {
    const $ = await pageOf(await startTestService({ now: '2026-02-13T06:00:01.000Z', lines }), '/sources')
    expect(rowOf($, 'IPOWatch').find('data')).toHaveLength(0)
  })
})

test('is at most a minute old', async () => {
  const service = await startTestService({
    now: '2026-01-14T08:00:40.000Z',
    lines: [ipo('acme-foods', { recordedAt: at('06:00', 1) })],
  })
  expect((await service.get('/sources')).headers.get('cache-control')).toMatch(/^public, max-age=20,/)
})

test('shows what each source publishes, by its description and not by its id', async () => {
  const service = await startTestService({ now: at('08:00'), lines: [ipo('acme-foods')] })
  const $ = await pageOf(service, '/sources')
  const shown = $('.table tbody th')
    .map((_, name) => `${$(name).find('a').attr('href')} ${plain($(name).find('.note').text())}`)
    .get()
  for (const { home, contents } of SOURCES)
    expect(shown).toContainEqual(expect.stringContaining(`${home} ${contents}`))
})

test('counts the updates that a source missed', async () => {
  const service = await serve(at('06:30', 16), (market) => recordQuote(market, at('06:00')))
  const $ = await pageOf(service, '/sources')
  expect(plain(rowOf($, 'IPOWatch').find('.fault').text())).toMatch(/^Missed \d+ updates\.$/)
})
