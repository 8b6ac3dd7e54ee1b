import { describe, expect, test } from 'vitest'
import { gmp, holiday, ipo, retraction, subscription } from '../../../test/support/lines.ts'
import { pageOf, plain } from '../../../test/support/pages.ts'
import { startTestService } from '../../../test/support/service.ts'

const NOW = '2026-01-15T06:00:00.000Z'
const LINES = [
  ipo('loom', { priceMax: 138, openDate: '2026-01-14', closeDate: '2026-01-18', lotSize: 100 }),
  ipo('loom', { priceMax: 140, source: 'IPOWatch' }),
  gmp('loom', '2026-01-15', 44, 'InvestorGain', {
    printed: '₹44 (31.9%) <b>hot</b>',
    url: 'https://tracker.example/gmp?id=7',
    reportedAt: '2026-01-15T05:10:00.000Z',
  }),
  gmp('loom', '2026-01-15', 40, 'IPOWatch', { url: 'javascript:alert(1)' }),
  gmp('loom', '2026-01-14', 4400, 'IPOWatch', { recordedAt: '2026-01-14T05:00:00.000Z' }),
  retraction(gmp('loom', '2026-01-14', 4400), { recordedAt: '2026-01-14T06:00:00.000Z', reason: 'misprint' }),
  subscription('loom', '2026-01-15T05:30:00.000Z', 'QIB', 3.2),
]
const loom = () => startTestService({ now: NOW, lines: LINES })

describe('the page of evidence', () => {
  test('gives the source, the printed text, the time and the origin of each figure', async () => {
    const $ = await pageOf(await loom(), '/ipos/loom/evidence')
    const premium = plain($('#lastGmp').text())
    expect(premium).toContain('GMP₹42')
    expect(premium).toContain('InvestorGain quoted ₹44, printed “₹44 (31.9%) <b>hot</b>”, today 10:40 am')
    expect($('#lastGmp b').length).toBe(0)
    const technical = plain($('#lastGmp details').text())
    expect(technical).toMatch(/Recorded today .+, imported from a file; fact \d+ of round \d+/)
    expect(technical).toContain('owner Chittorgarh group')
    $('details').remove()
    expect($('.evidence').text()).not.toMatch(/fact \d+ of round|answer [0-9a-f]{12}/)
  })

  test('lists the facts that do not count, with the reason', async () => {
    const $ = await pageOf(await loom(), '/ipos/loom/evidence')
    expect(plain($('#priceMax').text())).toMatch(
      /1 report not used.*IPOWatch reported ₹140.*another source is trusted more/,
    )
    expect(plain($('#lastGmp').text())).toMatch(
      /1 quote not used.*IPOWatch quoted ₹4,400.*: retracted.*misprint/,
    )
  })

  test('shows an earlier quote of a source in rupees', async () => {
    const earlier = gmp('loom', '2026-01-15', 39.5, 'IPOWatch', { recordedAt: '2026-01-15T04:00:00.000Z' })
    const founding = ipo('loom', { recordedAt: '2026-01-14T04:00:00.000Z' })
    const lines = [founding, earlier, gmp('loom', '2026-01-15', 40)]
    const $ = await pageOf(await startTestService({ now: NOW, lines }), '/ipos/loom/evidence')
    expect(plain($('#gmp-0-gmp').text())).toContain('₹39.50 from today 9:30 am until')
  })

  test('links only to web addresses', async () => {
    const $ = await pageOf(await loom(), '/ipos/loom/evidence')
    const outward = $('.evidence td li a[href]').map((_, link) => $(link).attr('href'))
    expect(new Set(outward.get())).toEqual(new Set(['https://tracker.example/gmp?id=7']))
  })

  test('links only to figures that have a row', async () => {
    const bids = { sharesOffered: 100_000, sharesBid: 320_000, applications: 2400 }
    const lines = [...LINES, { ...subscription('loom', '2026-01-14T11:30:00.000Z', 'RII', 3.2), ...bids }]
    const $ = await pageOf(await startTestService({ now: NOW, lines }), '/ipos/loom/evidence')
    expect($('#chances').text()).toContain('Computed from')
    const within = $('.evidence a[href^="#"]').map((_, link) => $(link).attr('href'))
    expect(within.length).toBeGreaterThan(0)
    expect(within.get().filter((id) => $(id).length === 0)).toEqual([])
  })

  test.each([
    ['MAINBOARD', 'Subscription: Retail (RII)'],
    ['SME', 'Subscription: Individuals (2 lots)'],
  ])('names the individual investors of a %s issue as its own page does', async (board, name) => {
    const lines = [ipo('loom', { board }), subscription('loom', '2026-01-15T05:30:00.000Z', 'RII', 3.2)]
    const service = await startTestService({ now: NOW, lines })
    expect(plain((await pageOf(service, '/ipos/loom/evidence'))('#subs-0-timesSub th').text())).toContain(
      name,
    )
    expect(plain((await pageOf(service, '/ipos/loom'))('#why-subs-0-timesSub .why-head').text())).toContain(
      name,
    )
  })

  test('never calls the individuals of an SME issue retail investors', async () => {
    const lines = [ipo('loom', { board: 'SME', priceMax: 100, lotSize: 1200 })]
    const $ = await pageOf(await startTestService({ now: NOW, lines }), '/ipos/loom/evidence')
    expect(plain($('#application').text())).toContain('Individual (2 lots) ₹2,40,000')
    expect($('.evidence').text()).not.toContain('Retail')
  })

  test('does not exist for an unknown IPO', async () => {
    expect((await (await loom()).get('/ipos/nobody/evidence')).status).toBe(404)
  })
})

test('a figure with several parts is shown with its parts and the facts behind them', async () => {
  const documents = [{ kind: 'rhp', url: 'https://nsearchives.nseindia.com/RHP_LOOM.zip' }]
  const lines = [
    ...LINES,
    ipo('loom', { registrar: 'M/s. Kfin Technologies Limited', documents, source: 'bse' }),
    holiday('2026-01-20'),
  ]
  const $ = await pageOf(await startTestService({ now: NOW, lines }), '/ipos/loom/evidence')
  const text = (id: string) => plain($(`#${id}`).text())
  expect(text('expected')).toMatch(
    /^Expected daysallotment 19 Jan 2026, credit 21 Jan 2026, listing 22 Jan 2026/,
  )
  expect(text('expected')).toContain('NSE reported Kite Festival, 20 Jan 2026')
  expect(text('application')).toMatch(/^What you can apply forRetail ₹13,800 to ₹1,93,200, sHNI /)
  expect(text('minAmount')).toMatch(/^Minimum amount₹13,800/)
  expect(text('registrar')).toMatch(
    /^RegistrarKFin Technologies.*BSE reported M\/s\. Kfin Technologies Limited/,
  )
  expect(text('documents')).toMatch(/^DocumentsRed herring prospectus.*BSE reported Red herring prospectus/)
  expect($('.evidence').text()).not.toContain('[object')
})

describe('a figure on the page of an IPO', () => {
  test('has a popover that links to all of its evidence', async () => {
    const service = await loom()
    const $ = await pageOf(service, '/ipos/loom')
    const evidence = await pageOf(service, '/ipos/loom/evidence')
    const targets = $('.sourced').map((_, button) => $(button).attr('popovertarget'))
    expect(targets.get()).toEqual(
      expect.arrayContaining(['why-lastGmp', 'why-lastGmpPct', 'why-priceMax', 'why-subs-0-timesSub']),
    )
    for (const target of targets.get()) {
      const shown = $(`[popover]#${target}`)
      expect(shown.length, target).toBe(1)
      const [path, figure = ''] = (shown.find('.why-foot a').attr('href') ?? '').split('#')
      expect(path).toBe('/ipos/loom/evidence')
      expect(evidence(`#${figure}`).length, figure).toBe(1)
    }
  })

  test('that is computed shows its inputs', async () => {
    const $ = await pageOf(await loom(), '/ipos/loom')
    expect(plain($('#why-lastGmpPct').text())).toMatch(
      /Implied gain \+30\.4%GMP divided by the price\.GMP ₹42.*Price band, upper end ₹138: NSE reported ₹138/,
    )
  })
})
