import { describe, expect, inject, test } from 'vitest'
import { browserForAll, newVisitor } from './support/browser.ts'
import { gmp, ipo, listing, subscription } from './support/lines.ts'
import { BROWSER, beforeAllWith } from './support/needs.ts'
import { openTabs, pageFaults, type Tab } from './support/page-faults.ts'
import { startTestService } from './support/service.ts'

const NOW = '2026-01-15T06:00:00.000Z'
const TERMS = {
  openDate: '2026-01-14',
  closeDate: '2026-01-18',
  priceMin: 131,
  priceMax: 138,
  lotSize: 1000,
}
const LONG = 'W'.repeat(200)
const HOSTILE = `<b>"Söhne"</b> \u202eلوم 🦄 ${LONG}`

const OFFER = {
  exchanges: ['NSE', 'BSE'],
  registrar: HOSTILE,
  leadManagers: [HOSTILE, LONG],
  industry: HOSTILE,
  freshIssueCr: 12_345.67,
  offerForSaleShares: 1_23_45_67_890,
  anchorShares: 1_23_45_67_890,
  employeeDiscount: 10,
  reservedFor: ['EMP'],
  upiCutoffAt: '2026-01-18T11:30:00.000Z',
  documents: [{ kind: 'rhp', url: `https://nsearchives.nseindia.com/${LONG}.zip` }],
}

const LINES = [
  ipo('loom', TERMS),
  ...['10', '11', '12', '13'].map((day) => gmp('loom', `2026-01-${day}`, 30, 'IPOWatch')),
  gmp('loom', '2026-01-14', 52, 'InvestorGain'),
  gmp('loom', '2026-01-14', 28, 'IPOWatch'),
  gmp('loom', '2026-01-15', 40, 'IPOWatch'),
  ipo('hostile', { ...TERMS, ...OFFER, name: HOSTILE, issueType: HOSTILE }),
  gmp('hostile', '2026-01-14', -3.5, HOSTILE),
  gmp('hostile', '2026-01-15', 12, HOSTILE),
  gmp('hostile', '2026-01-15', 2, LONG),
  gmp('hostile', '2026-01-15', 8, 'IPOWatch'),
  ...['InvestorGain', 'Chittorgarh', 'IPO Ji', 'IPO Premium'].map((source) =>
    gmp('hostile', '2026-01-15', 9, source),
  ),
  subscription('hostile', '2026-01-15T05:30:00.000Z', 'BNII', 2000),
  subscription('hostile', '2026-01-15T05:30:00.000Z', 'TOTAL', 0),
  subscription('hostile', '2026-01-14T05:30:00.000Z', 'EMP', 1.5, {
    ...{ sharesOffered: 1_23_45_67_890, sharesBid: 1_23_45_67_890, applications: 1_23_45_67_890 },
  }),
  ipo('closed', {
    ...TERMS,
    board: 'SME',
    openDate: '2026-01-08',
    closeDate: '2026-01-14',
    registrar: 'Kfin',
  }),
  ...['08', '09', '12', '13', '14'].map((day) =>
    subscription('closed', `2026-01-${day}T10:00:00.000Z`, 'NII', 1234.56, { sharesBid: 1_23_45_67_890 }),
  ),
  ipo('listed', { ...TERMS, board: 'SME', issuePrice: 138, openDate: '2026-01-05', closeDate: '2026-01-07' }),
  listing('listed', '2026-01-12', 262.2, {
    ...{ high: 275.31, low: 249.09, close: 275.31, volume: 1_23_45_67_890, deliveredPct: 58.31 },
  }),
  ipo('bare'),
]

const browser = browserForAll()
const service = () => startTestService({ now: NOW, lines: LINES, env: { REQUESTS_PER_MINUTE: '0' } })

describe('the page of one IPO has no fault on phone and wide screen, in light and dark, with and without JavaScript', () => {
  let tabs: readonly Tab[] = []
  beforeAllWith(BROWSER, async () => {
    tabs = await openTabs(browser(), { alsoWithoutScript: inject('isFull') })
  })

  const daily = ['hostile', 'bare', 'listed', 'hostile/evidence']
  test.each(inject('isFull') ? [...daily, 'closed', 'listed/evidence'] : daily)('%s', async (slug) => {
    const { address } = await service()
    const faults = await Promise.all(tabs.map((tab) => pageFaults(tab, `${address}/ipos/${slug}`)))
    expect(faults.flat()).toEqual([])
  })
})

test('the chart has a readout by day, by keyboard and by pointer', async () => {
  const { address } = await service()
  const page = await newVisitor(browser(), { viewport: { width: 1280, height: 900 } })
  await page.goto(`${address}/ipos/loom`)
  const readout = page.locator('.readout')
  const plain = async () => (await readout.textContent())?.replace(/[\s\u2068\u2069]+/g, ' ').trim()
  expect(await plain()).toBe('15 Jan 2026: median ₹46, IPOWatch ₹40, InvestorGain ₹52 (14 Jan)')

  const slider = page.getByRole('slider')
  await slider.press('ArrowLeft')
  expect(await plain()).toBe('14 Jan 2026: median ₹40, IPOWatch ₹28, InvestorGain ₹52, sources disagreed')
  expect(await slider.getAttribute('aria-valuetext')).toBe(await readout.textContent())
  await slider.press('Home')
  expect(await plain()).toContain('10 Jan 2026: GMP ₹30')

  const box = await slider.boundingBox()
  if (!box) throw new Error('the chart is not shown')
  await page.mouse.move(box.x + box.width * 0.99, box.y + box.height / 2)
  expect(await plain()).toContain('15 Jan 2026')
  await page.close()
})

test('the table of the chart opens, and its rows are the days', async () => {
  const { address } = await service()
  const page = await newVisitor(browser(), {
    viewport: { width: 360, height: 900 },
    javaScriptEnabled: false,
  })
  await page.goto(`${address}/ipos/loom`)
  expect(await page.locator('#gmp-table').isVisible()).toBe(false)
  await page.getByText('6 quoted days as a table').click()
  expect(await page.locator('#gmp-table tbody tr').count()).toBe(6)
  expect(await page.locator('#gmp-table').isVisible()).toBe(true)
  await page.close()
})

test.each([true, false])(
  'a press on a figure shows its sources, with JavaScript %s',
  async (javaScriptEnabled) => {
    const { address } = await service()
    const page = await newVisitor(browser(), { viewport: { width: 360, height: 740 }, javaScriptEnabled })
    await page.goto(`${address}/ipos/loom`)
    const why = page.locator('#why-lastGmp')
    expect(await why.isVisible()).toBe(false)
    await page.locator('[popovertarget=why-lastGmp].sourced').click()
    expect(await why.isVisible()).toBe(true)
    expect(await why.textContent()).toContain('quoted ₹40')
    const box = await why.boundingBox()
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 360).toBe(true)
    await page.keyboard.press('Escape')
    expect(await why.isVisible()).toBe(false)
  },
)
